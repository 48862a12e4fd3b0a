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
import io.polybloom.step.Step;
import java.util.List;
import java.util.Map;
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

    /** As many as have 1 MiB together, from 1 to 32. */
    @ParameterizedTest
    @CsvSource({"8, 32", "262144, 32", "262152, 31", "4194304, 2", "4194312, 1", "4294966784, 1"})
    void letsAServerAllocateALittleAtATime(long bits, int window) {
        Step.Send<?> sweep = assertInstanceOf(
                Step.Send.class,
                PartitionSweep.memoryIntegersUnless(
                        reply -> false,
                        layer(bits, 40).partitions(),
                        partition -> List.of(Commands.unlink(partition.key()))));
        assertEquals(window, sweep.window());
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
