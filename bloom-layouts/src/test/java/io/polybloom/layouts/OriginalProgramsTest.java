package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.netty.buffer.Unpooled;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.misc.Hash;

/** Random elements of every length, in the real programs and here. */
class OriginalProgramsTest {

    private static final int LENGTHS = 301;

    private final Random random = new Random(2026);

    @ParameterizedTest
    @CsvSource({
        "guava-64, 64, 1",
        "guava-64, 64, 255",
        "guava-64, 4096, 7",
        "guava-64, 1000000, 20",
        "guava-64, 40000000, 3",
        "guava-32, 64, 1",
        "guava-32, 64, 255",
        "guava-32, 4096, 7",
        "guava-32, 1000000, 20",
        "guava-32, 40000000, 3"
    })
    void guavaAddsAndFindsTheSame(String id, long bits, int hashes) throws IOException {
        ForeignLayout layout = id.equals(Guava64Layout.ID) ? new Guava64Layout() : new Guava32Layout();
        Geometry geometry = layout.geometry(new BitBudget(bits, hashes), 1);
        GuavaFormat format = GuavaFormat.of(id, geometry);
        BloomFilter<byte[]> guava = GuavaBytes.filter(format, new byte[0]);
        MemoryFilter ours = new MemoryFilter(layout, geometry);
        for (int length = 0; length < LENGTHS; length++) {
            byte[] element = element(length);
            assertEquals(guava.put(element), ours.add(element));
        }
        for (int length = 0; length < LENGTHS; length++) {
            byte[] other = element(length);
            assertEquals(guava.mightContain(other), ours.mightContain(other));
        }
        assertEquals(format, GuavaFileSource.of(guava).format());
        byte[] expected = GuavaBytes.redisString(guava);
        assertEquals(geometry.partitionBits() / 8, expected.length);
        assertArrayEquals(expected, Arrays.copyOf(ours.string(), expected.length));
        assertEquals(guava, GuavaBytes.filter(format, ours.string()));
    }

    @Test
    void redissonHashesTheSame() {
        for (int length = 0; length < LENGTHS; length++) {
            for (int round = 0; round < 10; round++) {
                byte[] element = element(length);
                long[] expected = Hash.hash128(Unpooled.wrappedBuffer(element));
                HashValue128 hash = RedissonLayout.hash(element, length);
                assertEquals(expected[0], hash.getLeastSignificantBits());
                assertEquals(expected[1], hash.getMostSignificantBits());
                byte[] longer = Arrays.copyOf(element, length + 1 + random.nextInt(40));
                Arrays.fill(longer, length, longer.length, (byte) 0x5a);
                assertEquals(hash, RedissonLayout.hash(longer, length), "only the given length counts");
            }
        }
    }

    @Test
    void guavaFilesFromTheProgramItselfAreReadBack() throws IOException {
        BloomFilter<byte[]> guava = BloomFilter.create(Funnels.byteArrayFunnel(), 100_000, 1e-4);
        for (int i = 0; i < 100_000; i++) {
            guava.put(element(i % LENGTHS));
        }
        GuavaFormat format = GuavaFileSource.of(guava).format();
        assertEquals(Guava64Layout.ID, format.layout());
        assertTrue(format.bodyBytes() > 1 << 17, "more than one piece");
        byte[] redisString = GuavaBytes.redisString(guava);
        assertEquals(guava, GuavaBytes.filter(format, redisString));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        guava.writeTo(file);
        assertArrayEquals(file.toByteArray(), GuavaBytes.file(format, redisString));
    }

    private byte[] element(int length) {
        byte[] element = new byte[length];
        random.nextBytes(element);
        return element;
    }
}
