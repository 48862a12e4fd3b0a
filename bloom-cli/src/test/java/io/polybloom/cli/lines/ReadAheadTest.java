package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ReadAheadTest {

    private static final int MOST_WAITING = 5 << 17;
    private static final int MOST_READ_AT_ONCE = 1 << 18;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Hands out the pieces that the test gives it; {@code asked} counts the reads that found none. */
    private static class Pieces extends InputStream {
        final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        final Semaphore asked = new Semaphore(0);

        @Nullable
        Throwable thrown;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            asked.release();
            byte[] piece;
            try {
                piece = pieces.take().getBytes(StandardCharsets.UTF_8);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            System.arraycopy(piece, 0, buffer, offset, piece.length);
            return piece.length == 0 ? -1 : piece.length;
        }
    }

    @Test
    void handsOutALineAtOnceAndTogetherWhatHasArrivedMeanwhile() {
        Pieces input = new Pieces();
        try (ReadAhead ahead = ReadAhead.of(source(input))) {
            input.pieces.add("a\n");
            assertEquals(List.of("a"), text(ahead.next(Integer.MAX_VALUE)));
            input.pieces.add("b\nc");
            input.pieces.add("c\nd\n");
            input.asked.acquireUninterruptibly(4);
            assertEquals(List.of("b", "cc", "d"), text(ahead.next(Integer.MAX_VALUE)));
            input.pieces.add("");
            assertEquals(List.of(), text(ahead.next(Integer.MAX_VALUE)));
            assertEquals(List.of(), text(ahead.next(Integer.MAX_VALUE)));
            assertFalse(ahead.hasFailed());
        }
    }

    /** Otherwise a slow reading thread would make many small batches of a file. */
    @Test
    void waitsForWhatCanBeReadAtOnce() {
        Thread taking = Thread.currentThread();
        Pieces input = new Pieces() {
            @Override
            public int available() {
                return pieces.size();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                // The thread that takes the lines has taken "a" alone by now, or waits for more.
                while (pieces.size() == 1 && taking.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                return super.read(buffer, offset, length);
            }
        };
        input.pieces.add("a\n");
        input.pieces.add("b\nc");
        try (ReadAhead ahead = ReadAhead.of(source(input))) {
            List<String> lines = text(ahead.next(Integer.MAX_VALUE));
            input.pieces.add("");
            assertEquals(List.of("a", "b"), lines);
            assertEquals(List.of("c"), text(ahead.next(Integer.MAX_VALUE)));
        }
    }

    @Test
    void readsNoFurtherThanItMay() {
        int count = 2_000_000;
        byte[] all = IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
        List<String> read = new ArrayList<>();
        try (ReadAhead ahead = ReadAhead.of(source(new ByteArrayInputStream(all)))) {
            ReadAhead.Batch batch = ahead.next(Integer.MAX_VALUE);
            long bytes = 0;
            while (!batch.lines().isEmpty()) {
                assertTrue(batch.lines().size() < MOST_WAITING + MOST_READ_AT_ONCE, "a batch of too many lines");
                assertTrue(batch.bytesRead() >= bytes, "bytes that were read before");
                bytes = batch.bytesRead();
                read.addAll(text(batch));
                batch = ahead.next(Integer.MAX_VALUE);
            }
            assertEquals(all.length, batch.bytesRead());
        }
        assertEquals(IntStream.range(0, count).mapToObj(Integer::toString).toList(), read);
    }

    /** Lines of several megabytes come one by one, and are not read before there is room for them. */
    @Test
    void takesNoMoreBytesThanItMay() {
        String longLine = "x".repeat(9 << 20);
        byte[] all = (longLine + "\na\n").repeat(5).getBytes(StandardCharsets.UTF_8);
        List<Integer> sizes = new ArrayList<>();
        try (ReadAhead ahead = ReadAhead.of(source(new ByteArrayInputStream(all)))) {
            ReadAhead.Batch batch = ahead.next(Integer.MAX_VALUE);
            while (!batch.lines().isEmpty()) {
                long bytes =
                        batch.lines().stream().mapToLong(line -> line.length).sum();
                assertTrue(bytes <= 11 << 20, "too many bytes at once: " + bytes);
                batch.lines().forEach(line -> sizes.add(line.length));
                batch = ahead.next(Integer.MAX_VALUE);
            }
        }
        assertEquals(
                IntStream.range(0, 10).mapToObj(i -> i % 2 == 0 ? 9 << 20 : 1).toList(), sizes);
    }

    @Test
    void throwsWhatTheReadingThreadHasThrownBehindTheLinesBeforeIt() {
        Pieces input = new Pieces();
        try (ReadAhead ahead = ReadAhead.of(source(input))) {
            input.pieces.add("a\n");
            input.asked.acquireUninterruptibly(2);
            input.thrown = new OutOfMemoryError("a line of 2 GiB");
            input.pieces.add("b\n");
            assertEquals(List.of("a"), text(ahead.next(Integer.MAX_VALUE)));
            assertEquals(
                    "a line of 2 GiB",
                    assertThrows(OutOfMemoryError.class, () -> ahead.next(1)).getMessage());
        }
    }

    @Test
    void tellsThatAFileCouldNotBeRead() {
        Console console = console(InputStream.nullInputStream());
        try (ReadAhead ahead = ReadAhead.of(new LineSource(console, List.of("no such file", "-")))) {
            assertEquals(List.of(), text(ahead.next(Integer.MAX_VALUE)));
            assertTrue(ahead.hasFailed());
        }
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("bloom: no such file: "), err::toString);
    }

    @Test
    void anInterruptEndsTheWaitingAndStays() {
        try (ReadAhead ahead = ReadAhead.of(source(new Pieces()))) {
            Thread.currentThread().interrupt();
            assertThrows(IllegalStateException.class, () -> ahead.next(1));
            assertTrue(Thread.interrupted(), "the interrupt is forgotten");
        }
    }

    private LineSource source(InputStream in) {
        return new LineSource(console(in), List.of());
    }

    private Console console(InputStream in) {
        return new Console(
                in,
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                0,
                false,
                System::nanoTime);
    }

    private static List<String> text(ReadAhead.Batch batch) {
        return batch.lines().stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }
}
