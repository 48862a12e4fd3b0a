package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassicLayoutSizingTest {

    private static final Layout CLASSIC = Layouts.get(Layouts.CLASSIC);

    /** The values were computed from the formulas of the wire format in Python. */
    @ParameterizedTest
    @CsvSource({
        "20000, 1e-4, BALANCED, 420909, 8",
        "20000, 1e-4, COMPACT, 383403, 13",
        "20000, 0.01, BALANCED, 210455, 4",
        "20000, 0.01, COMPACT, 191702, 7",
        "20000, 1e-9, BALANCED, 947044, 18",
        "20000, 1e-9, COMPACT, 862656, 30",
        "20000, 0.1, BALANCED, 105228, 2",
        "20000, 0.5, BALANCED, 28854, 1",
        "20000, 0.9, BALANCED, 8686, 1",
        "20000, 0.9, COMPACT, 4386, 1",
        "20000, 1e-20, COMPACT, 1917844, 64",
        "20000, 1e-20, BALANCED, 2104541, 40",
        "1, 0.9, COMPACT, 1, 1",
        "20000, 0.1, FAST, 189825, 1",
        "20000, 0.01, FAST, 379649, 2",
        "20000, 1e-4, FAST, 759298, 4",
        "20000, 1e-9, FAST, 1708420, 9",
        "20000, 0.9, FAST, 8686, 1",
        "20000, 1e-20, FAST, 3796489, 20"
    })
    void followsTheFormulas(long capacity, double rate, Sizing sizing, long bits, int hashes) {
        assertEquals(new BitBudget(bits, hashes), CLASSIC.size(capacity, rate, sizing));
    }

    @Test
    void theSmallestNumberOfHashesWithinTheMemoryHonoursEveryRate() {
        for (double rate = 0.5; rate > 1e-18; rate /= 1.7) {
            BitBudget compact = CLASSIC.size(1_000_000, rate, Sizing.COMPACT);
            assertFewestHashes(rate, CLASSIC.size(1_000_000, rate, Sizing.BALANCED), compact.totalBits() * 1.1);
            assertFewestHashes(rate, CLASSIC.size(1_000_000, rate, Sizing.FAST), compact.totalBits() * 2.0);
        }
    }

    private static void assertFewestHashes(double rate, BitBudget chosen, double mostBits) {
        assertTrue(chosen.totalBits() <= mostBits * 1.0000001, "bits at " + rate);
        assertTrue(rateOf(chosen.totalBits(), chosen.hashes()) <= rate * 1.0000001, "the rate at " + rate);
        for (int hashes = 1; hashes < chosen.hashes(); hashes++) {
            assertTrue(rateOf((long) mostBits, hashes) > rate, hashes + " hashes are enough at " + rate);
        }
    }

    private static double rateOf(long bits, int hashes) {
        return CLASSIC.expectedFalsePositiveRate(1_000_000, bits, hashes);
    }

    @Test
    void compactMissesTheRateByTheRoundingOfTheHashesOnly() {
        for (double rate = 0.1; rate > 1e-18; rate /= 1.7) {
            BitBudget compact = CLASSIC.size(1_000_000, rate, Sizing.COMPACT);
            double expected = CLASSIC.expectedFalsePositiveRate(1_000_000, compact.totalBits(), compact.hashes());
            assertEquals(1, expected / rate, 0.025, "at " + rate);
        }
    }

    @Test
    void keepsTheRateWhereSixtyFourHashesAreTooFew() {
        for (Sizing sizing : Sizing.values()) {
            BitBudget budget = CLASSIC.size(1000, 1e-40, sizing);
            assertTrue(CLASSIC.expectedFalsePositiveRate(1000, budget.totalBits(), budget.hashes()) <= 1.0000001e-40);
        }
    }

    @Test
    void refusesWhatNoLongCanCount() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> CLASSIC.size(Long.MAX_VALUE, 1e-9, Sizing.BALANCED));
        assertTrue(refused.getMessage().contains("no filter can be that large"));
    }
}
