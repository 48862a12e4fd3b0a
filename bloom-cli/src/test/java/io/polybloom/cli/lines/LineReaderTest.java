package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polybloom.PackedBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {

    private static final Runnable NOTHING = () -> {};

    @Test
    void splitsAtNewlinesOnly() throws IOException {
        assertEquals(List.of("a\r", "", "b\0c", "ü"), read("a\r\n\nb\0c\nü\n"));
    }

    @Test
    void lastLineNeedsNoNewline() throws IOException {
        assertEquals(List.of("a", "b"), read("a\nb"));
        assertEquals(List.of(""), read("\n"));
        assertEquals(List.of(), read(""));
    }

    @Test
    void keepsEveryByteOfLinesOfAnyLength() throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        List<byte[]> expected = new ArrayList<>();
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 3, 500_000, 0, 200}) {
            byte[] line = new byte[length];
            random.nextBytes(line);
            for (int i = 0; i < length; i++) {
                line[i] = line[i] == '\n' ? (byte) 'n' : line[i];
            }
            expected.add(line);
            text.writeBytes(line);
            text.write('\n');
        }
        LineReader reader = new LineReader(inPieces(text.toByteArray(), 1000), NOTHING);
        List<byte[]> read = new ArrayList<>();
        for (PackedBytes lines = reader.next(); lines != null; lines = reader.next()) {
            read.addAll(lines);
        }
        assertEquals(expected.size(), read.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), read.get(i));
        }
    }

    /** Newlines are looked for in eight bytes at a time, at any place among bytes that differ from one by one bit. */
    @Test
    void findsNewlinesAtEveryPlace() throws IOException {
        String like = "\u000b\u0008\u000e\u0002\u001a\u002a\u004a\0";
        for (int before = 0; before < 20; before++) {
            for (int between = 0; between < 20; between++) {
                String first = like.repeat(3).substring(0, before);
                String second = like.repeat(3).substring(3, 3 + between);
                assertEquals(List.of(first, second, like), read(first + "\n" + second + "\n" + like));
            }
        }
    }

    @Test
    void handsOutWholeLinesThatCameTogether() throws IOException {
        LineReader reader = new LineReader(inPieces("one\ntwo\nthr".getBytes(StandardCharsets.UTF_8), 9), NOTHING);
        assertEquals(List.of("one", "two"), text(reader.next()));
        assertEquals(List.of("thr"), text(reader.next()));
        assertNull(reader.next());
    }

    private static List<String> read(String text) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), NOTHING);
        List<String> lines = new ArrayList<>();
        for (PackedBytes some = reader.next(); some != null; some = reader.next()) {
            lines.addAll(text(some));
        }
        return lines;
    }

    private static List<String> text(List<byte[]> lines) {
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }

    /** As a pipe does, it gives less than it is asked for. */
    private static InputStream inPieces(byte[] bytes, int size) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(length, size));
            }
        };
    }
}
