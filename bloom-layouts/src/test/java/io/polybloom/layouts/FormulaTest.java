package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import com.google.common.primitives.Bytes;
import io.netty.buffer.Unpooled;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.misc.Hash;

/**
 * The index formulas in exact arithmetic, on the hashes of Guava and of Redisson, over sizes from one bit to the
 * largest, where the real programs would need half a gigabyte each.
 */
class FormulaTest {

    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger INT = BigInteger.ONE.shiftLeft(32);

    @ParameterizedTest
    @CsvSource({
        "redisson, 1, 1",
        "redisson, 1, 1074",
        "redisson, 63, 8",
        "redisson, 4294967293, 1074",
        "redisson, 4294967294, 30",
        "guava-64, 64, 255",
        "guava-64, 4294967232, 255",
        "guava-64, 4294967296, 30",
        "guava-32, 64, 255",
        "guava-32, 2147483648, 255",
        "guava-32, 4294967296, 30",
        "guava-helper, 1, 1",
        "guava-helper, 1, 1074",
        "guava-helper, 63, 8",
        "guava-helper, 2147483646, 1074",
        "guava-helper, 2147483647, 30",
        "go-zero, 1, 14",
        "go-zero, 63, 14",
        "go-zero, 4294967295, 14",
        "go-zero, 4294967296, 14"
    })
    void holdsForEveryLength(String id, long bits, int hashes) {
        ForeignLayout layout = LayoutsOfOthers.get(id);
        Geometry geometry = layout.geometry(new BitBudget(bits, hashes), 1).requireAllowedBy(layout);
        assertEquals(bits, geometry.partitionBits());
        long end = layout.place("x", geometry, 1, 0).bits();
        Random random = new Random(bits);
        long highest = 0;
        for (int length = 0; length <= 300; length++) {
            byte[] element = new byte[length];
            random.nextBytes(element);
            long[] offsets = new long[hashes + 2];
            Arrays.fill(offsets, -1);
            byte[] longer = Arrays.copyOf(element, length + 3);
            assertEquals(0, layout.locate(longer, length, geometry, offsets, 1));
            assertEquals(-1, offsets[0]);
            assertEquals(-1, offsets[hashes + 1]);
            long[] located = Arrays.copyOfRange(offsets, 1, hashes + 1);
            assertArrayEquals(expected(id, element, bits, hashes), located);
            highest = Math.max(highest, Arrays.stream(located).max().orElseThrow());
        }
        assertTrue(highest < end, "beyond what the place says");
        assertTrue(highest >= end - 1 - end / 8, "far from what the place says");
    }

    private static long[] expected(String id, byte[] element, long bits, int hashes) {
        BigInteger modulus = BigInteger.valueOf(bits);
        long[] offsets = new long[hashes];
        BigInteger value = BigInteger.ZERO;
        for (int i = 0; i < hashes; i++) {
            BigInteger number = switch (id) {
                case "redisson" -> {
                    BigInteger[] words = redisson(element);
                    value = i == 0 ? words[0] : value.add(words[i % 2]).mod(WORD);
                    yield value.mod(BigInteger.ONE.shiftLeft(63));
                }
                case "guava-64" -> {
                    BigInteger[] words = murmur3(element);
                    yield words[0].add(words[1].multiply(BigInteger.valueOf(i))).mod(BigInteger.ONE.shiftLeft(63));
                }
                case "guava-32", "guava-helper" -> {
                    BigInteger[] halves = murmur3(element)[0].divideAndRemainder(INT);
                    BigInteger sum = halves[1]
                            .add(halves[0].multiply(BigInteger.valueOf(i + 1)))
                            .mod(INT);
                    // ~x of a negative x is 2^32 - 1 - x of the unsigned one.
                    yield sum.bitLength() < 32
                            ? sum
                            : INT.subtract(BigInteger.ONE).subtract(sum);
                }
                case "go-zero" -> murmur3(Bytes.concat(element, new byte[] {(byte) i}))[0];
                default -> throw new IllegalArgumentException(id);
            };
            offsets[i] = number.mod(modulus).longValueExact();
        }
        return offsets;
    }

    private static BigInteger[] redisson(byte[] element) {
        long[] words = Hash.hash128(Unpooled.wrappedBuffer(element));
        return new BigInteger[] {unsigned(words[0]), unsigned(words[1])};
    }

    private static BigInteger[] murmur3(byte[] element) {
        ByteBuffer words = ByteBuffer.wrap(
                        Hashing.murmur3_128().hashBytes(element).asBytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        return new BigInteger[] {unsigned(words.getLong()), unsigned(words.getLong())};
    }

    private static BigInteger unsigned(long word) {
        return BigInteger.valueOf(word).mod(WORD);
    }
}
