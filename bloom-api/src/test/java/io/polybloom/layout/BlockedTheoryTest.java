package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedTheoryTest {

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
        assertEquals(1, BlockedTheory.falsePositiveRate(load, hashes) / rate, 1e-11);
    }

    @Test
    void agreesWithTheClosedFormOfOneHash() {
        for (double load = 1e-12; load < 20_000; load *= 1.7) {
            assertEquals(1, BlockedTheory.falsePositiveRate(load, 1) / -Math.expm1(-load / 512), 1e-11, "at " + load);
        }
    }

    @Test
    void risesFromZeroToOneWithoutAStep() {
        for (int hashes : new int[] {1, 2, 7, 64}) {
            double last = 0;
            for (double load = 1e-3; load < 1e6; load *= 1.02) {
                double rate = BlockedTheory.falsePositiveRate(load, hashes);
                assertTrue(rate >= last - 1e-13 && rate <= 1, "at " + load + ": " + rate + " after " + last);
                assertTrue(rate - last < 0.05, "at " + load + ": " + rate + " after " + last);
                last = rate;
            }
            assertEquals(1, last);
        }
        assertEquals(0, BlockedTheory.falsePositiveRate(0, 5));
        assertEquals(1, BlockedTheory.falsePositiveRate(Double.POSITIVE_INFINITY, 5));
    }
}
