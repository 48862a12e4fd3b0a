package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The frozen formulas of {@code classic-v1}, against golden vectors and against other people's arithmetic. */
class ClassicLayoutTest {

    private static final Layout CLASSIC = Layouts.get(Layouts.CLASSIC);

    static List<String> goldenVectors() throws IOException {
        return GoldenVector.rows(Layouts.CLASSIC);
    }

    @ParameterizedTest
    @MethodSource("goldenVectors")
    void reproducesTheGoldenVectors(String row) {
        GoldenVector.parse(row).assertHolds(CLASSIC, ElementHash.murmur3());
    }

    static List<String> keyedVectors() throws IOException {
        return GoldenVector.rows(Layouts.CLASSIC + "-keyed");
    }

    @ParameterizedTest
    @MethodSource("keyedVectors")
    void reproducesTheGoldenVectorsOfAKeyedFilter(String row) {
        GoldenVector.parse(row).assertHolds(CLASSIC, GoldenVector.KEYED);
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
}
