package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of prepared replies of a partition of 512 bits, whose trailer is the byte after them. */
class PartitionAnswerTest {

    private static Partition partition(String layout) {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(layout)
                .bits(512)
                .hashes(2)
                .partitions(1)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "00000000000000aa", ElementHash.murmur3()))
                .newest()
                .partition(0);
    }

    /** Alive is the first bit of the trailer, sealed the second. */
    @ParameterizedTest
    @CsvSource({"65, 0x80, true, false", "65, 0xc0, true, true", "65, 0x7f, false, true", "65, 0, false, false"})
    void aWholeStringHasItsTrailerBehindTheBits(int length, int trailer, boolean isAlive, boolean isSealed) {
        byte[] bytes = new byte[length];
        bytes[64] = (byte) trailer;
        PartitionAnswer answer = PartitionAnswer.ofString(partition("classic-v1"), bytes, Offsets.of(0, 1));
        assertEquals(isAlive, answer.isAlive());
        assertEquals(isSealed, answer.isSealed());
        assertEquals(isAlive ? ElementOutcome.NEW : ElementOutcome.UNKNOWN, answer.outcome(0));
    }

    @ParameterizedTest
    @CsvSource({"0", "64", "66"})
    void aStringOfAnotherLengthIsNotThePartitions(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xff);
        PartitionAnswer answer = PartitionAnswer.ofString(partition("classic-v1"), bytes, Offsets.of(0, 1));
        assertFalse(answer.isAlive());
        assertFalse(answer.needsNoAdd(0));
    }

    @Test
    void aWholeStringHasAnElementWithAllItsBits() {
        byte[] bytes = new byte[65];
        bytes[0] = 0x40;
        bytes[63] = 0x01;
        bytes[64] = (byte) 0x80;
        PartitionAnswer answer =
                PartitionAnswer.ofString(partition("classic-v1"), bytes, Offsets.of(1, 511, 1, 510, 0, 511));
        assertEquals(ElementOutcome.PRESENT, answer.outcome(0));
        assertEquals(ElementOutcome.NEW, answer.outcome(1));
        assertEquals(ElementOutcome.NEW, answer.outcome(2));
    }

    private static PartitionAnswer blocks(int first, int second, long alive, long sealed) {
        Partition partition = partition("blocked-v1");
        PartitionExchange lookUp = new PartitionExchange(Access.LOOK_UP, partition, Offsets.of(0, 1, 2, 3));
        return lookUp.answer(
                lookUp.batch(),
                List.of(new Reply.Bytes(new byte[first]), new Reply.Bytes(new byte[second]), new Reply.Ints(new long[] {
                    alive, sealed
                })));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 64, 1, true",
        "64, 64, 0, false",
        "63, 64, 1, false",
        "64, 63, 1, false",
        "0, 0, 1, false",
        "64, 65, 1, false"
    })
    void blocksMustAllBeWholeAndTheTrailerAlive(int first, int second, long alive, boolean isAlive) {
        assertEquals(isAlive, blocks(first, second, alive, 0).isAlive());
    }

    @ParameterizedTest
    @CsvSource({"0, false", "64, true"})
    void blocksAreSealedByTheirTrailer(long sealed, boolean isSealed) {
        assertEquals(isSealed, blocks(64, 64, 1, sealed).isSealed());
    }

    @Test
    void aReplyOfAnotherShapeNamesItsShape() {
        Command length = Commands.length(new byte[] {'k'});
        for (Reply wrong : List.of(new Reply.Ints(new long[3]), Reply.of(List.of("a", "b", "c")), new Reply.Nil())) {
            BloomFilterException refused =
                    assertThrows(BloomFilterException.class, () -> Answers.integer(length, wrong));
            String shape =
                    wrong instanceof Reply.Ints ? "3 integers" : wrong instanceof Reply.Many ? "an array of 3" : "Nil";
            assertTrue(refused.getMessage().contains(shape), refused.getMessage());
        }
    }
}
