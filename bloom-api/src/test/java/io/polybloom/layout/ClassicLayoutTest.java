package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frozen formulas of {@code classic-v1}, against golden vectors and against other people's arithmetic. */
class ClassicLayoutTest {

    private static final Layout CLASSIC = Layouts.get(Layouts.CLASSIC);

    @Test
    void hasABitForTheHighestRate() {
        assertEquals(1, CLASSIC.size(1000, Math.nextDown(1.0), Sizing.BALANCED).totalBits());
    }

    /** It is stored, and compared by clients on other platforms. */
    @Test
    void computesTheRateInTheSameWayEverywhere() {
        for (int elements = 1; elements <= 100_000; elements++) {
            double fill = -StrictMath.expm1(-7.0 * elements / 1_000_000);
            assertEquals(StrictMath.pow(fill, 7), CLASSIC.expectedFalsePositiveRate(elements, 1_000_000, 7));
        }
    }

    @Test
    void hashesLikeGuavaAtEveryLength() {
        Random random = new Random(1);
        for (int length = 0; length <= 300; length++) {
            byte[] element = new byte[length + 3];
            random.nextBytes(element);
            HashCode guava = Hashing.murmur3_128(0x706f6c79).hashBytes(element, 0, length);
            ByteBuffer words = ByteBuffer.wrap(guava.asBytes()).order(ByteOrder.LITTLE_ENDIAN);
            long[] h1 = new long[2];
            long h2 = ElementHash.murmur3().hash(element, length, h1, 1);
            assertEquals(words.getLong(), h1[1]);
            assertEquals(words.getLong(), h2);
        }
    }

    @Test
    void picksTheHighWordOfTheUnsignedProduct() {
        Random random = new Random(2);
        long[] ranges = {1, 2, 7, 8, 1L << 27, Geometry.MAX_PARTITION_BITS, Long.MAX_VALUE};
        for (int i = 0; i < 10_000; i++) {
            long z = random.nextLong();
            long n = ranges[i % ranges.length];
            BigInteger product = new BigInteger(Long.toUnsignedString(z)).multiply(BigInteger.valueOf(n));
            assertEquals(product.shiftRight(64).longValueExact(), ElementHash.pick(z, n));
        }
    }

    @Test
    void ignoresWhatStandsBehindTheElementInItsBuffer() {
        Geometry geometry = new Geometry(1000, 5, 3);
        long[] exact = new long[5];
        long[] padded = new long[7];
        byte[] element = "event-1".getBytes(StandardCharsets.UTF_8);
        byte[] buffer = Arrays.copyOf(element, 64);
        buffer[element.length] = 99;
        int partition = CLASSIC.locate(element, element.length, geometry, exact, 0);
        assertEquals(partition, CLASSIC.locate(buffer, element.length, geometry, padded, 2));
        assertArrayEquals(exact, Arrays.copyOfRange(padded, 2, 7));
    }

    @Test
    void roundsPartitionsUpToWholeBytes() {
        assertEquals(8, CLASSIC.roundPartitionBits(1));
        assertEquals(8, CLASSIC.roundPartitionBits(8));
        assertEquals(16, CLASSIC.roundPartitionBits(9));
    }

    @Test
    void estimatesTheElementsThatMakeTheExpectedFill() {
        double bits = 1_000_000;
        double fill = -Math.expm1(-4 * 50_000 / bits);
        assertEquals(50_000, CLASSIC.estimateElements(fill, bits, 4), 1);
        assertEquals(0, CLASSIC.estimateElements(0, bits, 4));
        assertTrue(Double.isFinite(CLASSIC.estimateElements(1 - 1e-9, bits, 4)));
    }

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
