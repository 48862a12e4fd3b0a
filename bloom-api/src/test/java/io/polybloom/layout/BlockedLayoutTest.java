package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The frozen formulas of {@code blocked-v1} and {@code words-v1}. */
class BlockedLayoutTest {

    private static final Layout BLOCKED = Layouts.get(Layouts.BLOCKED);
    private static final Layout WORDS = Layouts.get(Layouts.WORDS);

    static List<Arguments> goldenVectors() throws IOException {
        List<Arguments> vectors = new ArrayList<>();
        for (Layout layout : List.of(BLOCKED, WORDS)) {
            GoldenVector.rows(layout.id()).forEach(row -> vectors.add(Arguments.of(layout, row)));
        }
        return vectors;
    }

    @ParameterizedTest
    @MethodSource("goldenVectors")
    void reproducesTheGoldenVectors(Layout layout, String row) {
        GoldenVector.parse(row).assertHolds(layout, ElementHash.murmur3());
    }

    static List<Arguments> keyedVectors() throws IOException {
        List<Arguments> vectors = new ArrayList<>();
        for (Layout layout : List.of(BLOCKED, WORDS)) {
            GoldenVector.rows(layout.id() + "-keyed").forEach(row -> vectors.add(Arguments.of(layout, row)));
        }
        return vectors;
    }

    @ParameterizedTest
    @MethodSource("keyedVectors")
    void reproducesTheGoldenVectorsOfAKeyedFilter(Layout layout, String row) {
        GoldenVector.parse(row).assertHolds(layout, GoldenVector.KEYED);
    }

    @ParameterizedTest
    @CsvSource({"blocked-v1, 512", "words-v1, 64"})
    void keepsAnElementInOneBlockAndUsesAllOfThem(String id, int blockBits) {
        Layout layout = Layouts.get(id);
        Geometry geometry = new Geometry(10L * blockBits, 64, 3);
        long[] offsets = new long[66];
        Set<Long> blocks = new HashSet<>();
        Set<Long> bits = new HashSet<>();
        ByteBuffer element = ByteBuffer.allocate(Long.BYTES);
        for (long number = 0; number < 1000; number++) {
            int partition = layout.locate(element.putLong(0, number).array(), Long.BYTES, geometry, offsets, 2);
            long block = offsets[2] / blockBits;
            for (int i = 2; i < offsets.length; i++) {
                assertEquals(block, offsets[i] / blockBits);
                bits.add(offsets[i]);
            }
            blocks.add(3 * block + partition);
        }
        assertEquals(30, blocks.size());
        assertEquals(10 * blockBits, bits.size());
        assertEquals(0, offsets[0] + offsets[1]);
    }

    @Test
    void roundsPartitionsUpToWholeBlocks() {
        assertEquals(512, BLOCKED.roundPartitionBits(1));
        assertEquals(512, BLOCKED.roundPartitionBits(512));
        assertEquals(1024, BLOCKED.roundPartitionBits(513));
        assertEquals(64, WORDS.roundPartitionBits(1));
        assertEquals(128, WORDS.roundPartitionBits(65));
        assertEquals(Geometry.MAX_PARTITION_BITS, BLOCKED.roundPartitionBits(Geometry.MAX_PARTITION_BITS - 511));
    }

    /** An element misses a given bit of all M with the chance 1 - h * 512/M, h = 1 - (511/512)^k. */
    @ParameterizedTest
    @CsvSource({"50000, 1024000, 4", "50000, 1024000, 8", "50000, 5120000, 20", "400000, 1024000, 6"})
    void estimatesTheElementsThatMakeTheExpectedFill(int elements, int bits, int hashes) {
        double hit = 1 - Math.pow(511.0 / 512, hashes);
        double fill = 1 - Math.pow(1 - hit * 512 / bits, elements);
        assertEquals(1, BLOCKED.estimateElements(fill, bits, hashes) / elements, 1e-3);
        double rate = BLOCKED.expectedFalsePositiveRate(elements, bits, hashes);
        assertEquals(1, BLOCKED.falsePositiveRateAtFill(fill, hashes) / rate, 1e-2);
    }

    /** The same with words, of which few elements fill many. */
    @ParameterizedTest
    @CsvSource({"50000, 640000, 4", "50000, 1280000, 7", "400000, 1024000, 2"})
    void estimatesTheElementsInWords(int elements, int bits, int hashes) {
        double hit = 1 - Math.pow(63.0 / 64, hashes);
        double fill = 1 - Math.pow(1 - hit * 64 / bits, elements);
        assertEquals(1, WORDS.estimateElements(fill, bits, hashes) / elements, 1e-3);
        double rate = WORDS.expectedFalsePositiveRate(elements, bits, hashes);
        assertEquals(1, WORDS.falsePositiveRateAtFill(fill, hashes) / rate, 1e-2);
    }

    @Test
    void staysWithinItsRangesAtTheEndsOfTheScale() {
        assertEquals(0, BLOCKED.estimateElements(0, 5120, 4));
        assertEquals(0, BLOCKED.falsePositiveRateAtFill(0, 4));
        assertEquals(1, BLOCKED.falsePositiveRateAtFill(1, 4));
        assertTrue(Double.isFinite(BLOCKED.estimateElements(1 - 1e-9, 5120, 64)));
        assertEquals(0, BLOCKED.expectedFalsePositiveRate(0, 5120, 4));
        assertEquals(1, BLOCKED.expectedFalsePositiveRate(1e18, 5120, 4));
    }

    @Test
    void isHalfFullAtTheCapacityOfItsBits() {
        long capacity = BLOCKED.capacity(new BitBudget(5_120_000, 8));
        assertEquals(446_655, capacity);
        assertEquals(1, BLOCKED.capacity(new BitBudget(1, 64)));
    }
}
