package io.polybloom.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import io.polybloom.step.WholePartitions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which form is taken, at both sides of each limit. Partitions are given in bytes of bits; a trailer of one byte
 * follows them.
 */
class FormTest {

    private static final int HASHES = 4;

    private static Layer layer(String layout, long bytes) {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(layout)
                .bits(bytes * Byte.SIZE)
                .hashes(HASHES)
                .partitions(1)
                .maxPartitionBits(1L << 30)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "0123456789abcdef", ElementHash.murmur3())).newest();
    }

    /** On a wire of 20 Gbit/s. */
    private static final double FAST = 0.4;

    private static Form form(Access access, Layer layer, int bits) {
        return form(access, layer, bits, WholePartitions.WHERE_CHEAPER);
    }

    private static Form form(Access access, Layer layer, int bits, WholePartitions where) {
        return Form.of(access, layer, bits, Taking.at(FAST, where));
    }

    /** On a wire of 20 Gbit/s more than four times the bytes are taken, on one of 1 Gbit/s never 1.5 times. */
    @ParameterizedTest
    @CsvSource({
        // Less than this is never worth a group.
        "0.4, 1024, 128",
        "0.4, 16384, 128",
        "0.4, 131072, 349",
        "0.4, 524288, 1322",
        "0.4, 1048576, 2621",
        "1.6, 1024, 128",
        "1.6, 16384, 142",
        "1.6, 524288, 3881",
        "8.0, 1024, 128",
        "8.0, 16384, 533",
        "8.0, 524288, 17051",
        "8.0, 1048576, 34101"
    })
    void anAddExchangesAPartitionFromThatManyBitsOn(double nanosPerByte, long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        Taking taking = Taking.at(nanosPerByte, WholePartitions.WHERE_CHEAPER);
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, bits - 1, taking));
        assertEquals(Form.WHOLE, Form.of(Access.ADD, layer, bits, taking));
        assertEquals(Form.BITS, Form.of(Access.ADD_AND_SEAL, layer, bits, taking));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, bits, taking.where(WholePartitions.TO_READ)));
    }

    @ParameterizedTest
    @CsvSource({
        "0.4, 1024, 1024",
        "0.4, 524288, 1024",
        "0.4, 1048576, 1235",
        "1.6, 131072, 1024",
        "1.6, 524288, 2049",
        "8.0, 16384, 1024",
        "8.0, 524288, 10281",
        "8.0, 1048576, 20561"
    })
    void aLookUpReadsAPartitionFromThatManyBitsOn(double nanosPerByte, long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        Taking taking = Taking.at(nanosPerByte, WholePartitions.WHERE_CHEAPER);
        for (Access access : new Access[] {Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, Form.of(access, layer, bits - 1, taking));
            assertEquals(Form.WHOLE, Form.of(access, layer, bits, taking));
            assertEquals(Form.WHOLE, Form.of(access, layer, bits, taking.where(WholePartitions.TO_READ)));
        }
    }

    @ParameterizedTest
    @CsvSource({"131072, 1024", "524288, 1564"})
    void blocksAreCheaperThanBitsForMoreElements(long bytes, int bits) {
        Layer layer = layer("blocked-v1", bytes);
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, bits - HASHES));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, bits));
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, HASHES + 1));
        assertEquals(Form.BITS, form(Access.LOOK_UP, layer, HASHES));
        assertEquals(Form.BITS, form(Access.LOOK_UP_ON_REPLICA, layer, HASHES + 1));
    }

    @ParameterizedTest
    @CsvSource({"131072, 1024", "1048576, 3768"})
    void aWordIsReadForEachElementWhereBitsWouldBe(long bytes, int bits) {
        Layer layer = layer("words-v1", bytes);
        assertEquals(Form.WORDS, form(Access.LOOK_UP, layer, bits - HASHES));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, bits));
        for (Access access : new Access[] {Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.WORDS, form(access, layer, HASHES));
        }
        assertEquals(Form.BITS, form(Access.ADD, layer, HASHES));
        assertEquals(Form.WORDS, form(Access.LOOK_UP, layer, bits, WholePartitions.NOWHERE));
    }

    /** A word of cells is longer than a number of BITFIELD. */
    @Test
    void aWordOfWideCellsIsABlock() {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout("words-v1")
                .capacity(1000)
                .window(Duration.ofHours(1), 2)
                .build();
        FilterDescription planned = Descriptions.planned(spec, 1, "0123456789abcdef", ElementHash.murmur3());
        Layer layer = new Generation(Descriptions.withSlices(planned, List.of(7L))).newest();
        int hashes = layer.geometry().hashes();
        assertEquals(Form.BITS, Form.named(Access.LOOK_UP, layer, hashes));
        assertEquals(Form.BLOCKS, Form.named(Access.LOOK_UP, layer, 2 * hashes));
        assertEquals(24, layer.blockBytes().orElseThrow());
    }

    /** On a slow wire, the first of several partitions may be taken at any number of bytes if that is faster. */
    @Test
    void someOfSeveralPartitionsMayBeTakenBeyondTheLimit() {
        Layer layer = layer("classic-v1", 1 << 19);
        Taking slow = Taking.at(5, WholePartitions.WHERE_CHEAPER);
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 14_000, slow));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 14_000, slow.ofSeveral(1)));
        assertEquals(Form.WHOLE, Form.of(Access.ADD, layer, 14_000, slow.ofSeveral(2)));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 4_000, slow.ofSeveral(2)), "it would not be faster");
    }

    @Test
    void noPartitionOfMoreThanAMebibyteIsTakenAsAWhole() {
        int many = 1 << 20;
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP}) {
            assertEquals(Form.WHOLE, form(access, layer("classic-v1", 1 << 20), many));
            assertEquals(Form.BITS, form(access, layer("classic-v1", (1 << 20) + 1), many));
            Layer larger = layer("classic-v1", (1 << 20) + 1);
            assertEquals(Form.BITS, Form.of(access, larger, many, Taking.at(FAST, WholePartitions.WHERE_POSSIBLE)));
        }
    }

    @Test
    void isTakenWhereverItIsPossibleIfThatIsAskedFor() {
        Layer layer = layer("classic-v1", 1 << 20);
        assertEquals(Form.WHOLE, form(Access.ADD, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, HASHES + 1, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, form(Access.LOOK_UP, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, form(Access.ADD_AND_SEAL, layer, 1 << 20, WholePartitions.WHERE_POSSIBLE));
    }

    @Test
    void isTakenNowhereIfThatIsAskedFor() {
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, form(access, layer("classic-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
        }
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer("blocked-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
    }

    /** An exchange costs the server a quarter of a millisecond at most, and a look-up of named bits half of one. */
    @Test
    void noCommandHoldsTheServerForAMillisecond() {
        assertEquals(272_144, ExchangeCost.ofExchange(1 << 20).server(), 1_000);
        assertEquals(440_320, ExchangeCost.ofBits(Form.MOST_NAMED).server());
        assertEquals(
                256_000,
                ExchangeCost.ofSetBits(PartitionExchange.MOST_BITS_OF_AN_ADD).server());
    }
}
