package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedTheoryTest {

    private static final BlockedTheory LINES = new BlockedTheory(512);
    private static final BlockedTheory WORDS = new BlockedTheory(64);

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
        assertEquals(1, WORDS.falsePositiveRate(load, hashes) / rate, 1e-11);
    }

    @Test
    void agreesWithTheClosedFormOfOneHash() {
        for (double load = 1e-12; load < 20_000; load *= 1.7) {
            assertEquals(1, LINES.falsePositiveRate(load, 1) / -Math.expm1(-load / 512), 1e-11, "at " + load);
            assertEquals(1, WORDS.falsePositiveRate(load, 1) / -Math.expm1(-load / 64), 1e-11, "at " + load);
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
