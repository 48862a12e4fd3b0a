package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frozen formulas of {@code counting-v1}. */
class CountingLayoutTest {

    private static final Layout COUNTING = Layouts.get(Layouts.COUNTING);
    private static final Layout CLASSIC = Layouts.get(Layouts.CLASSIC);

    @Test
    void givesEachElementDifferentCountersAndUsesAllOfThem() {
        Geometry geometry = new Geometry(256, 60, 3);
        long[] offsets = new long[62];
        Set<Long> all = new HashSet<>();
        ByteBuffer element = ByteBuffer.allocate(Long.BYTES);
        for (long number = 0; number < 1000; number++) {
            int partition = COUNTING.locate(element.putLong(0, number).array(), Long.BYTES, geometry, offsets, 2);
            Set<Long> own = new HashSet<>();
            for (int i = 2; i < offsets.length; i++) {
                assertEquals(0, offsets[i] % 4);
                assertTrue(own.add(offsets[i]), "twice in one element");
                all.add(256 * partition + offsets[i]);
            }
        }
        assertEquals(3 * 64, all.size());
        assertEquals(0, offsets[0] + offsets[1]);
    }

    @Test
    void roundsPartitionsUpToWholeBytesAndToTheLargestElement() {
        assertEquals(256, COUNTING.roundPartitionBits(1));
        assertEquals(256, COUNTING.roundPartitionBits(256));
        assertEquals(264, COUNTING.roundPartitionBits(257));
        assertEquals(Geometry.MAX_PARTITION_BITS, COUNTING.roundPartitionBits(Geometry.MAX_PARTITION_BITS - 7));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "20000, 1e-4", "1000000000, 1e-9"})
    void hasACounterForEachBitOfTheClassicLayout(long capacity, double rate) {
        for (Sizing sizing : Sizing.values()) {
            BitBudget bits = CLASSIC.size(capacity, rate, sizing);
            BitBudget counters = COUNTING.size(capacity, rate, sizing);
            assertEquals(4 * bits.totalBits(), counters.totalBits());
            assertEquals(bits.hashes(), counters.hashes());
            assertEquals(CLASSIC.capacity(bits), COUNTING.capacity(counters));
            assertEquals(
                    CLASSIC.expectedFalsePositiveRate(capacity, bits.totalBits(), bits.hashes()),
                    COUNTING.expectedFalsePositiveRate(capacity, counters.totalBits(), bits.hashes()));
            assertEquals(
                    CLASSIC.estimateElements(0.3, bits.totalBits(), bits.hashes()),
                    COUNTING.estimateElements(0.3, counters.totalBits(), bits.hashes()));
            assertEquals(
                    CLASSIC.falsePositiveRateAtFill(0.3, bits.hashes()),
                    COUNTING.falsePositiveRateAtFill(0.3, bits.hashes()));
        }
    }

    @Test
    void refusesASizeBeyondAllBits() {
        assertThrows(IllegalArgumentException.class, () -> COUNTING.size(Long.MAX_VALUE / 64, 1e-4, Sizing.COMPACT));
    }

    @Test
    void removesInPlaceOfLastingBits() {
        assertTrue(COUNTING.capabilities().contains(LayoutCapability.REMOVAL));
        assertFalse(COUNTING.capabilities().contains(LayoutCapability.LASTING_BITS));
        assertFalse(CLASSIC.capabilities().contains(LayoutCapability.REMOVAL));
        assertTrue(CLASSIC.capabilities().contains(LayoutCapability.LASTING_BITS));
    }

    /** The expected values are sums of 400 terms, computed with 50 decimal digits. */
    @ParameterizedTest
    @CsvSource({
        "0.6931471805599453, 1.636946676e-15",
        "1, 3.000010667e-13",
        "5, 2.262536762e-4",
        "14.999, 0.5342438518",
        "15.001, 0.5344487235",
        "40, 0.9999980244",
    })
    void knowsTheShareOfSaturatedCounters(double mean, double expected) {
        double counters = 1e6;
        double share = COUNTING.saturatedShare(mean * counters / 4, 4 * counters, 4);
        assertEquals(1, share / expected, 1e-6);
        double bound = Math.pow(Math.E * mean / 15, 15);
        assertTrue(mean > 5 || share < bound, "the bound of the source");
        assertEquals(0, CLASSIC.saturatedShare(mean * counters / 4, counters, 4));
    }

    @Test
    void theTableOfTheFormatHasTheseShares() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "wire-format.md")).stream()
                .dropWhile(line -> !line.startsWith("| mean | share of counters above 0 |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertEquals(5, rows.size());
        for (String row : rows) {
            String[] cells = row.split("[| ]+");
            double mean = Double.parseDouble(cells[1]);
            assertEquals(-Math.expm1(-mean), Double.parseDouble(cells[2]), 0.0005, row);
            assertEquals(1, COUNTING.saturatedShare(mean * 1e6 / 4, 4e6, 4) / Double.parseDouble(cells[3]), 0.05, row);
        }
    }

    @Test
    void hasNoSaturatedCounterWithoutElements() {
        assertEquals(0, COUNTING.saturatedShare(0, 256, 4));
    }
}
