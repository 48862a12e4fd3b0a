package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frozen formulas of {@code blocked-v1} and {@code words-v1}. */
class BlockedLayoutTest {

    private static final Layout BLOCKED = Layouts.get(Layouts.BLOCKED);
    private static final Layout WORDS = Layouts.get(Layouts.WORDS);
    private static final BlockedTheory LINES = new BlockedTheory(512);
    private static final BlockedTheory OF_WORDS = new BlockedTheory(64);

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

    /** The values were computed from the formulas of the wire format in Python. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.9, COMPACT, 512, 1",
        "1, 1e-9, BALANCED, 512, 6",
        "10, 0.01, COMPACT, 512, 2",
        "10, 1e-9, COMPACT, 1024, 13",
        "1000, 0.03, COMPACT, 7680, 4",
        "1000, 0.03, BALANCED, 8192, 3",
        "1000, 1e-20, COMPACT, 1129984, 38",
        "1000, 1e-20, BALANCED, 1235968, 30",
        "20000, 0.5, COMPACT, 29184, 1",
        "20000, 0.01, COMPACT, 198656, 6",
        "20000, 0.01, BALANCED, 215552, 4",
        "20000, 0.01, FAST, 386560, 2",
        "20000, 1e-4, FAST, 840704, 4",
        "20000, 1e-4, COMPACT, 440832, 12",
        "20000, 1e-4, BALANCED, 470528, 8",
        "20000, 1e-6, COMPACT, 776704, 16",
        "20000, 1e-6, BALANCED, 839680, 11",
        "20000, 1e-9, COMPACT, 1603584, 22",
        "20000, 1e-9, BALANCED, 1758208, 15",
        "12345678, 3e-5, COMPACT, 319237632, 13",
        "12345678, 3e-5, BALANCED, 339513344, 9",
        "1000000000, 0.01, COMPACT, 9917988352, 6",
        "1000000000, 0.01, BALANCED, 10774847488, 4"
    })
    void followsTheFormulas(long capacity, double rate, Sizing sizing, long bits, int hashes) {
        assertEquals(new BitBudget(bits, hashes), BLOCKED.size(capacity, rate, sizing));
    }

    /** Computed in Python, too. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.9, COMPACT, 64, 1",
        "10, 0.01, COMPACT, 128, 4",
        "10, 0.01, FAST, 256, 2",
        "1000, 0.03, COMPACT, 8384, 4",
        "1000, 0.03, BALANCED, 8896, 3",
        "20000, 0.5, COMPACT, 28864, 1",
        "20000, 0.01, COMPACT, 242816, 5",
        "20000, 0.01, BALANCED, 252992, 4",
        "20000, 0.01, FAST, 435712, 2",
        "20000, 0.001, COMPACT, 480000, 7",
        "20000, 0.001, BALANCED, 521856, 5",
        "20000, 1e-4, BALANCED, 945920, 7",
        "20000, 1e-6, FAST, 6079872, 6",
        "1000000000, 0.01, BALANCED, 12647311296, 4"
    })
    void followsTheFormulasForWords(long capacity, double rate, Sizing sizing, long bits, int hashes) {
        assertEquals(new BitBudget(bits, hashes), WORDS.size(capacity, rate, sizing));
    }

    @Test
    void honoursEveryRateWithNoBlockTooMany() {
        for (Sizing sizing : Sizing.values()) {
            for (double rate = 0.9; rate > 1e-18; rate /= 7.7) {
                assertNoBlockTooMany(BLOCKED, 512, rate, sizing);
            }
            for (double rate = 0.9; rate > 1e-8; rate /= 7.7) {
                assertNoBlockTooMany(WORDS, 64, rate, sizing);
            }
        }
    }

    private static void assertNoBlockTooMany(Layout layout, int block, double rate, Sizing sizing) {
        BitBudget budget = layout.size(1_000_000, rate, sizing);
        long bits = budget.totalBits();
        assertTrue(layout.expectedFalsePositiveRate(1_000_000, bits, budget.hashes()) <= rate, sizing + " at " + rate);
        assertTrue(
                layout.expectedFalsePositiveRate(1_000_000, bits - block, budget.hashes()) > rate,
                sizing + " at " + rate);
    }

    @Test
    void compactIsTheLeastOfAllAndTheOthersTakeTheFirstWithinTheirMemory() {
        for (double rate = 0.3; rate > 1e-13; rate /= 31) {
            BitBudget compact = BLOCKED.size(1_000_000, rate, Sizing.COMPACT);
            assertFewestHashes(rate, BLOCKED.size(1_000_000, rate, Sizing.BALANCED), 1.1 * compact.totalBits());
            assertFewestHashes(rate, BLOCKED.size(1_000_000, rate, Sizing.FAST), 2.0 * compact.totalBits());
            for (int hashes = 1; hashes <= Geometry.MAX_HASHES; hashes++) {
                assertTrue(
                        hashes == compact.hashes() || rateOf(compact.totalBits() - 512, hashes) > rate,
                        hashes + " hashes need less at " + rate);
            }
        }
    }

    private static void assertFewestHashes(double rate, BitBudget chosen, double mostBits) {
        assertTrue(chosen.totalBits() <= mostBits, "bits at " + rate);
        for (int hashes = 1; hashes < chosen.hashes(); hashes++) {
            assertTrue(rateOf(mostBits, hashes) > rate, hashes + " hashes are enough at " + rate);
        }
    }

    @Test
    void reachesOneInTenToTheThirtyAndRefusesWhatIsBeyondReason() {
        BitBudget last = BLOCKED.size(1000, 1e-30, Sizing.BALANCED);
        assertTrue(rateOf(last.totalBits() * 1000.0, last.hashes()) <= 1e-30);
        assertRefused(1000, 1e-40);
        assertRefused(1L << 50, 1e-30);
        assertRefused(Long.MAX_VALUE, 0.01);
    }

    private static void assertRefused(long capacity, double rate) {
        for (Sizing sizing : Sizing.values()) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> BLOCKED.size(capacity, rate, sizing));
            assertTrue(refused.getMessage().contains("whatever the number of hashes"), refused.getMessage());
            assertTrue(refused.getMessage().contains("use the layout classic-v1"), refused.getMessage());
        }
    }

    private static double rateOf(double bits, int hashes) {
        return BLOCKED.expectedFalsePositiveRate(1_000_000, bits, hashes);
    }

    /** The values were computed in Python, with Poisson weights from logarithms and without cutting anything off. */
    @ParameterizedTest
    @CsvSource({
        "1e-6, 3, 2.003376924695e-13",
        "0.02, 53, 8.750184859084e-31",
        "0.5, 1, 9.760858180243e-04",
        "5.8, 15, 9.662351726264e-10",
        "6.4, 22, 1.022281980773e-09",
        "21.8, 8, 1.005764742243e-04",
        "47.5, 4, 9.987866166219e-03",
        "47.5, 64, 8.130316419858e-01",
        "100, 9, 1.877672727073e-01",
        "300, 2, 4.765442968708e-01",
        "1000.25, 1, 8.582390770154e-01"
    })
    void sumsOverTheLoadsOfABlock(double load, int hashes, double rate) {
        assertEquals(1, LINES.falsePositiveRate(load, hashes) / rate, 1e-11);
    }

    /** Computed in the same way. */
    @ParameterizedTest
    @CsvSource({
        "1e-6, 3, 9.962850581442e-11",
        "0.02, 53, 9.219675442735e-08",
        "0.5, 1, 7.782061739756e-03",
        "1.35, 9, 8.599758932209e-05",
        "2.45, 5, 9.964430900105e-04",
        "2.667, 7, 1.000113394785e-03",
        "5.06, 4, 9.998072109068e-03",
        "5.06, 64, 6.094140912305e-01",
        "12, 9, 2.001382495012e-01",
        "40, 2, 5.099089888787e-01",
        "130.25, 1, 8.693399347262e-01"
    })
    void sumsOverTheLoadsOfAWord(double load, int hashes, double rate) {
        assertEquals(1, OF_WORDS.falsePositiveRate(load, hashes) / rate, 1e-11);
    }

    @Test
    void agreesWithTheClosedFormOfOneHash() {
        for (double load = 1e-12; load < 20_000; load *= 1.7) {
            assertEquals(1, LINES.falsePositiveRate(load, 1) / -Math.expm1(-load / 512), 1e-11, "at " + load);
            assertEquals(1, OF_WORDS.falsePositiveRate(load, 1) / -Math.expm1(-load / 64), 1e-11, "at " + load);
        }
    }

    @Test
    void risesFromZeroToOneWithoutAStep() {
        for (int hashes : new int[] {1, 2, 7, 64}) {
            double last = 0;
            for (double load = 1e-3; load < 1e6; load *= 1.02) {
                double rate = LINES.falsePositiveRate(load, hashes);
                assertTrue(rate >= last - 1e-13 && rate <= 1, "at " + load + ": " + rate + " after " + last);
                assertTrue(rate - last < 0.05, "at " + load + ": " + rate + " after " + last);
                last = rate;
            }
            assertEquals(1, last);
        }
        assertEquals(0, LINES.falsePositiveRate(0, 5));
        assertEquals(1, LINES.falsePositiveRate(Double.POSITIVE_INFINITY, 5));
    }
}
