package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {

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
        LineReader reader = new LineReader(inPieces(text.toByteArray(), 1000));
        for (byte[] line : expected) {
            assertArrayEquals(line, reader.next());
        }
        assertNull(reader.next());
    }

    @Test
    void isReadyOnlyForWholeLines() throws IOException {
        PipedInputStream in = new PipedInputStream();
        try (PipedOutputStream producer = new PipedOutputStream(in)) {
            LineReader reader = new LineReader(in);
            assertFalse(reader.isReady());
            producer.write("one\ntw".getBytes(StandardCharsets.UTF_8));
            assertTrue(reader.isReady());
            assertEquals("one", text(reader.next()));
            assertFalse(reader.isReady(), "the second line has no end yet");
            producer.write("o\n".getBytes(StandardCharsets.UTF_8));
            assertTrue(reader.isReady());
            assertEquals("two", text(reader.next()));
        }
    }

    private static List<String> read(String text) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        List<String> lines = new ArrayList<>();
        for (byte[] line = reader.next(); line != null; line = reader.next()) {
            lines.add(text(line));
        }
        return lines;
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
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
