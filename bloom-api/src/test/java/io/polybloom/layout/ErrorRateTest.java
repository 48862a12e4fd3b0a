package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The measured error rate of each native layout in memory against theory. Elements are numbered, so a run always gives
 * the same counts: after it has passed once it cannot fail by chance. The bounds are the 99.9 % bounds of a binomial
 * distribution with the expected rate; a change of the formulas has a chance of one in a thousand per row to be
 * rejected although it is right.
 */
class ErrorRateTest {

    private static final double SIGMAS = 3.29;

    @ParameterizedTest
    @CsvSource({
        "classic-v1, 0.03, 1, 100000, 1000000",
        "classic-v1, 0.03, 7, 100000, 1000000",
        "classic-v1, 0.01, 1, 100000, 1000000",
        "classic-v1, 0.01, 7, 100000, 1000000",
        "classic-v1, 1e-3, 1, 100000, 1000000",
        "classic-v1, 1e-3, 7, 100000, 1000000",
        "classic-v1, 1e-5, 1, 100000, 8000000",
        "classic-v1, 1e-6, 7, 100000, 10000000",
        "blocked-v1, 0.03, 1, 500000, 1000000",
        "blocked-v1, 0.03, 7, 500000, 1000000",
        "blocked-v1, 0.01, 1, 500000, 1000000",
        "blocked-v1, 0.01, 7, 500000, 1000000",
        "blocked-v1, 1e-3, 1, 500000, 2000000",
        "blocked-v1, 1e-3, 7, 500000, 2000000",
        "words-v1, 0.03, 1, 500000, 1000000",
        "words-v1, 0.03, 7, 500000, 1000000",
        "words-v1, 0.01, 1, 500000, 1000000",
        "words-v1, 0.01, 7, 500000, 1000000",
        "words-v1, 1e-3, 1, 500000, 2000000",
        "words-v1, 1e-3, 7, 500000, 2000000"
    })
    void lieWithinTheBinomialBounds(String layout, double rate, int partitions, int count, int probes) {
        FilterSpec spec = FilterSpec.named("x")
                .layout(layout)
                .capacity(count)
                .falsePositiveRate(rate)
                .partitions(partitions)
                .build();
        Geometry geometry = spec.geometry(1);
        MemoryFilter filter = new MemoryFilter(Layouts.get(layout), geometry);
        for (long element = 0; element < count; element++) {
            filter.add(element);
        }
        for (long element = 0; element < count; element++) {
            assertTrue(filter.mightContain(element), "no false negatives");
        }
        long falsePositives = 0;
        for (long element = count; element < (long) count + probes; element++) {
            falsePositives += filter.mightContain(element) ? 1 : 0;
        }
        double expected = Layouts.get(layout).expectedFalsePositiveRate(count, geometry.totalBits(), geometry.hashes());
        double deviation = Math.sqrt(probes * expected * (1 - expected));
        assertEquals(probes * expected, falsePositives, SIGMAS * deviation + 0.5);
    }

    private static final class MemoryFilter {
        private final Layout layout;
        private final Geometry geometry;
        private final BitSet[] partitions;
        private final long[] offsets;
        private final ByteBuffer element = ByteBuffer.allocate(Long.BYTES);

        MemoryFilter(Layout layout, Geometry geometry) {
            this.layout = layout;
            this.geometry = geometry;
            this.offsets = new long[geometry.hashes()];
            this.partitions = new BitSet[geometry.partitions()];
            for (int i = 0; i < partitions.length; i++) {
                partitions[i] = new BitSet((int) geometry.partitionBits());
            }
        }

        void add(long number) {
            BitSet bits = locate(number);
            for (long offset : offsets) {
                bits.set((int) offset);
            }
        }

        boolean mightContain(long number) {
            BitSet bits = locate(number);
            for (long offset : offsets) {
                if (!bits.get((int) offset)) {
                    return false;
                }
            }
            return true;
        }

        private BitSet locate(long number) {
            element.putLong(0, number);
            return partitions[layout.locate(element.array(), Long.BYTES, geometry, offsets, 0)];
        }
    }
}
