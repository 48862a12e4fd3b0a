package io.polybloom.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import io.polybloom.step.WholePartitions;
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

    private static Form form(Access access, Layer layer, int bits) {
        return Form.of(access, layer, bits, WholePartitions.WHERE_CHEAPER);
    }

    @ParameterizedTest
    @CsvSource({
        // Less than this is never worth a group.
        "1024, 128",
        "16384, 128",
        // 92 elements with four bits each.
        "131072, 369",
        "524288, 1359",
        "1048576, 2679"
    })
    void anAddExchangesAPartitionFromThatManyBitsOn(long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        assertEquals(Form.BITS, form(Access.ADD, layer, bits - 1));
        assertEquals(Form.WHOLE, form(Access.ADD, layer, bits));
        assertEquals(Form.BITS, form(Access.ADD_AND_SEAL, layer, bits));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, bits, WholePartitions.TO_READ));
    }

    @ParameterizedTest
    @CsvSource({"1024, 1024", "131072, 1024", "524288, 1024", "1048576, 1223"})
    void aLookUpReadsAPartitionFromThatManyBitsOn(long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        for (Access access : new Access[] {Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, form(access, layer, bits - 1));
            assertEquals(Form.WHOLE, form(access, layer, bits));
            assertEquals(Form.WHOLE, Form.of(access, layer, bits, WholePartitions.TO_READ));
        }
    }

    @ParameterizedTest
    @CsvSource({"131072, 1024", "1048576, 2388"})
    void blocksAreCheaperThanBitsForMoreElements(long bytes, int bits) {
        Layer layer = layer("blocked-v1", bytes);
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, bits - HASHES));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, bits));
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, HASHES + 1));
        assertEquals(Form.BITS, form(Access.LOOK_UP, layer, HASHES));
        assertEquals(Form.BITS, form(Access.LOOK_UP_ON_REPLICA, layer, HASHES + 1));
    }

    @Test
    void noPartitionOfMoreThanAMebibyteIsTakenAsAWhole() {
        int many = 1 << 20;
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP}) {
            assertEquals(Form.WHOLE, form(access, layer("classic-v1", 1 << 20), many));
            assertEquals(Form.BITS, form(access, layer("classic-v1", (1 << 20) + 1), many));
            Layer larger = layer("classic-v1", (1 << 20) + 1);
            assertEquals(Form.BITS, Form.of(access, larger, many, WholePartitions.WHERE_POSSIBLE));
        }
    }

    @Test
    void isTakenWhereverItIsPossibleIfThatIsAskedFor() {
        Layer layer = layer("classic-v1", 1 << 20);
        assertEquals(Form.WHOLE, Form.of(Access.ADD, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.WHOLE, Form.of(Access.LOOK_UP, layer, HASHES + 1, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, Form.of(Access.LOOK_UP, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, Form.of(Access.ADD_AND_SEAL, layer, 1 << 20, WholePartitions.WHERE_POSSIBLE));
    }

    @Test
    void isTakenNowhereIfThatIsAskedFor() {
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, Form.of(access, layer("classic-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
        }
        assertEquals(Form.BLOCKS, Form.of(Access.LOOK_UP, layer("blocked-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
    }

    /** An exchange costs the server a quarter of a millisecond at most, and a look-up of named bits half of one. */
    @Test
    void noCommandHoldsTheServerForAMillisecond() {
        assertEquals(272_144, ExchangeCost.ofExchange(1 << 20) - 2 * (1 << 20) / 5, 1_000);
        assertEquals(440_320, ExchangeCost.ofBits(Form.MOST_NAMED), 20_000);
        assertEquals(256_000, ExchangeCost.ofSetBits(Form.MOST_NAMED_OF_AN_ADD), 20_000);
    }
}
