package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedSizingTest {

    private static final Layout BLOCKED = Layouts.get(Layouts.BLOCKED);
    private static final Layout WORDS = Layouts.get(Layouts.WORDS);

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
}
