package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.polybloom.layout.Geometry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuavaFormatTest {

    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @CsvSource({
        "guava-64, 64, 1, 010100000001",
        "guava-32, 128, 5, 000500000002",
        "guava-64, 4294967296, 255, 01ff04000000"
    })
    void hasAHeader(String layout, long bits, int hashes, String header) throws IOException {
        GuavaFormat format = GuavaFormat.of(layout, new Geometry(bits, hashes, 1));
        assertEquals(header, HEX.formatHex(format.header()));
        InputStream file = new ByteArrayInputStream(HEX.parseHex(header + "77"));
        assertEquals(format, GuavaFormat.readHeader(file));
        assertEquals(0x77, file.read());
        assertEquals(bits / 8, format.bodyBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "020500000001, strategy 2",
        "ff0500000001, strategy -1",
        "010000000001, not 0",
        "010500000000, not 0",
        "0105ffffffff, not -64",
        "010504000001, not 4294967360"
    })
    void refusesOtherHeaders(String header, String reason) {
        IOException refused = assertThrows(
                IOException.class, () -> GuavaFormat.readHeader(new ByteArrayInputStream(HEX.parseHex(header))));
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void refusesWhatIsNotGuavas() {
        assertThrows(EOFException.class, () -> GuavaFormat.readHeader(new ByteArrayInputStream(new byte[5])));
        assertThrows(IllegalArgumentException.class, () -> new GuavaFormat("redisson", 64, 1));
        assertThrows(IllegalArgumentException.class, () -> new GuavaFormat("guava-64", 65, 1));
        assertThrows(IllegalArgumentException.class, () -> new GuavaFormat("guava-64", 64, 256));
        assertThrows(IllegalArgumentException.class, () -> GuavaFormat.convert(new byte[16], 9));
    }

    @Test
    void movesEachBitToItsPlace() {
        for (int bit = 0; bit < 128; bit++) {
            byte[] redis = new byte[16];
            redis[bit / 8] = (byte) (128 >> bit % 8);
            byte[] guava = new byte[16];
            // Big-endian: the lowest byte of a long comes last.
            guava[bit / 64 * 8 + 7 - bit % 64 / 8] = (byte) (1 << bit % 8);
            byte[] converted = redis.clone();
            GuavaFormat.convert(converted, 16);
            assertArrayEquals(guava, converted);
            GuavaFormat.convert(converted, 16);
            assertArrayEquals(redis, converted);
        }
    }

    @Test
    void convertsNoMoreThanTheLength() {
        byte[] piece = new byte[16];
        Arrays.fill(piece, (byte) 1);
        GuavaFormat.convert(piece, 8);
        assertEquals("80".repeat(8) + "01".repeat(8), HEX.formatHex(piece));
    }

    /** Lengths around a piece of the streams, and strings that end early as Redis keeps them. */
    @ParameterizedTest
    @ValueSource(ints = {8, 65528, 65536, 65544, 131072, 200000})
    void convertsBothWaysInPieces(int bytes) throws IOException {
        GuavaFormat format = new GuavaFormat("guava-64", bytes * 8L, 3);
        Random random = new Random(bytes);
        byte[] whole = new byte[bytes];
        random.nextBytes(whole);
        for (int length : new int[] {0, 1, bytes / 2, bytes - 1, bytes}) {
            byte[] string = Arrays.copyOf(whole, length);
            byte[] file = GuavaBytes.file(format, string);
            byte[] filled = Arrays.copyOf(string, bytes);
            GuavaFormat.convert(filled, bytes);
            assertArrayEquals(format.header(), Arrays.copyOf(file, 6));
            assertArrayEquals(filled, Arrays.copyOfRange(file, 6, file.length));
            GuavaFileSource source = GuavaFileSource.open(new ByteArrayInputStream(file));
            assertEquals(format, source.format());
            assertEquals(bytes, source.bytes());
            byte[] back = new byte[bytes];
            for (int at = 0; at < bytes; ) {
                byte[] piece = source.read(Math.min(1 + random.nextInt(20000), bytes - at));
                System.arraycopy(piece, 0, back, at, piece.length);
                at += piece.length;
            }
            assertArrayEquals(Arrays.copyOf(string, bytes), back);
        }
    }

    @Test
    void refusesStringsAndFilesOfAnotherLength() throws IOException {
        GuavaFormat format = new GuavaFormat("guava-64", 64, 3);
        assertThrows(IOException.class, () -> GuavaBytes.file(format, new byte[9]));
        byte[] file = GuavaBytes.file(format, new byte[8]);
        for (int length : new int[] {6, 13, 15}) {
            GuavaFileSource source = GuavaFileSource.open(new ByteArrayInputStream(Arrays.copyOf(file, length)));
            assertThrows(IOException.class, () -> source.read(8));
        }
        GuavaFileSource exact = GuavaFileSource.open(new ByteArrayInputStream(file));
        assertEquals(8, exact.read(8).length);
        assertThrows(EOFException.class, () -> exact.read(1));
    }

    @Test
    void takesEachOfSeveralFiltersInOneStream() throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<byte[]> files = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            BloomFilter<byte[]> filter = BloomFilter.create(Funnels.byteArrayFunnel(), 100 * i);
            filter.put(new byte[i]);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            filter.writeTo(file);
            files.add(file.toByteArray());
            filter.writeTo(stream);
        }
        GuavaFileSource whole = GuavaFileSource.open(new ByteArrayInputStream(stream.toByteArray()));
        IOException refused = assertThrows(IOException.class, () -> whole.read((int) whole.bytes()));
        assertTrue(
                refused.getMessage()
                        .endsWith("if it has several filters, let Guava's readFrom read each, for GuavaFileSource.of"),
                refused.getMessage());
        ByteArrayInputStream in = new ByteArrayInputStream(stream.toByteArray());
        for (byte[] file : files) {
            GuavaFileSource alone = GuavaFileSource.open(new ByteArrayInputStream(file));
            GuavaFileSource next = GuavaFileSource.of(BloomFilter.readFrom(in, Funnels.byteArrayFunnel()));
            assertEquals(alone.format(), next.format());
            assertArrayEquals(alone.read((int) alone.bytes()), next.read((int) next.bytes()));
        }
    }

    @Test
    void hasNoFilterBeforeTheEnd() throws IOException {
        GuavaFilterSink<byte[]> sink = new GuavaFilterSink<>("guava-64", Funnels.byteArrayFunnel());
        assertThrows(IllegalStateException.class, sink::filter);
        sink.begin(new Geometry(64, 3, 1), 8);
        sink.write(new byte[8]);
        assertThrows(IllegalStateException.class, sink::filter);
        sink.end();
        assertEquals(0, sink.filter().approximateElementCount());
    }
}
