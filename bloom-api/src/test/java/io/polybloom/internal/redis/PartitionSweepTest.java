package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sweep by made-up replies: the number of partitions at a time, and its statement about them. */
class PartitionSweepTest {

    private static Layer layer(long bitsOfPartition, int partitions) {
        FilterSpec spec = FilterSpec.named("clicks")
                .bits(bitsOfPartition * partitions)
                .hashes(1)
                .partitions(partitions)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "00000000000000aa", ElementHash.murmur3())).newest();
    }

    @SuppressWarnings("unchecked")
    private static Step.Send<Map<Partition, Long>> lengths(Layer layer) {
        return assertInstanceOf(
                Step.Send.class,
                PartitionSweep.integers(layer.partitions(), partition -> List.of(Commands.length(partition.key()))));
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 4_294_966_784L})
    void worksOnAFewPartitionsAtATime(long bits) {
        assertEquals(32, lengths(layer(bits, 40)).window());
    }

    /**
     * As many as have 512 KiB together, from 1 to 32: while a client creates or removes a filter, others are served.
     */
    @ParameterizedTest
    @CsvSource({"8, 32", "131072, 32", "131080, 31", "2097152, 2", "2097160, 1", "4193792, 1", "4294966784, 1"})
    void letsAServerAllocateAndFreeALittleAtATime(long bits, int partitions) {
        Layer layer = layer(bits, 40);
        PartitionBirth birth = new PartitionBirth(List.of(layer));
        assertEquals(partitions, inFlight(Verb.SETBIT, birth.conceive(Layer.ONLY_MAKER)), "created");
        assertEquals(partitions, inFlight(Verb.UNLINK, birth.abandon(Layer.ONLY_MAKER)), "given up");
        assertEquals(partitions, inFlight(Verb.UNLINK, PartitionSweep.unlink(List.of(layer))), "removed");
    }

    /** Counts the commands of a kind that a driver has sent when it has to wait for the first reply. */
    private static long inFlight(Verb verb, Step<?> step) {
        Step.Send<?> sweep = assertInstanceOf(Step.Send.class, step);
        return Stream.generate(sweep.batches()::next)
                .limit(sweep.window())
                .flatMap(batch -> batch.commands().stream())
                .filter(command -> command.verb() == verb)
                .count();
    }

    @Test
    void saysWhatEveryPartitionAnswered() {
        Layer layer = layer(64, 3);
        Step.Send<Map<Partition, Long>> sweep = lengths(layer);
        List<Batch> batches = List.of(
                sweep.batches().next(), sweep.batches().next(), sweep.batches().next());
        for (int i : List.of(2, 0, 1)) {
            assertTrue(sweep.receiver().receive(batches.get(i), List.of(new Reply.Int(10 + i))));
        }
        assertEquals(
                Map.of(layer.partition(0), 10L, layer.partition(1), 11L, layer.partition(2), 12L),
                assertInstanceOf(Step.Done.class, sweep.next().get()).value());
    }

    @Test
    void asksForNoMoreAfterTheFirstFailureAndReportsThatOne() {
        Step.Send<Map<Partition, Long>> sweep = lengths(layer(64, 3));
        List<Batch> batches = List.of(sweep.batches().next(), sweep.batches().next());
        assertFalse(sweep.receiver().receive(batches.get(0), List.of(Reply.Failure.ofServer("OOM first", null))));
        assertFalse(sweep.receiver().receive(batches.get(1), List.of(new Reply.Int(1))));
        BackendException failure =
                assertThrows(BackendException.class, () -> sweep.next().get());
        assertTrue(failure.getMessage().contains("OOM first"), failure.getMessage());
    }
}
