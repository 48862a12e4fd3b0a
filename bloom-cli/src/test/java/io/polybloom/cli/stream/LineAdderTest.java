package io.polybloom.cli.stream;

import static io.polybloom.ElementOutcome.NEW;
import static io.polybloom.ElementOutcome.PRESENT;
import static io.polybloom.ElementOutcome.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.PackedBytes;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.lines.LineOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch that fails half-way, and an output that fails. */
class LineAdderTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Path unknown;

    LineAdderTest(@TempDir Path directory) {
        unknown = directory.resolve("unknown");
    }

    @Test
    void printsTheLinesThatAreKnownToBeNewBeforeItFails() throws IOException {
        LineAdder run = run(new FailingFilter(NEW, UNKNOWN, PRESENT, NEW, UNKNOWN), LineAdder.Printed.NEW);
        CommandFailure failure = assertThrows(CommandFailure.class, () -> process(run, "a", "b", "c", "d", "e"));
        assertEquals("a\nd\n", out.toString(StandardCharsets.UTF_8));
        assertEquals(
                "of lines 1 to 5, 2 lines may or may not be in the filter, and 0 lines were not added: connection cut",
                failure.getMessage());
        assertEquals(1, failure.exitCode());
        assertEquals("2\tb\n5\te\n", Files.readString(unknown));
        Summary summary = run.summary(1);
        assertEquals(2, summary.added());
        assertEquals(1, summary.present());
    }

    @Test
    void printsTheLinesThatAreKnownToBeDuplicatesBeforeItFails() throws IOException {
        LineAdder run = run(new FailingFilter(NEW, UNKNOWN, PRESENT), LineAdder.Printed.DUPLICATES);
        assertThrows(CommandFailure.class, () -> process(run, "a", "b", "c"));
        assertEquals("c\n", out.toString(StandardCharsets.UTF_8));
        assertEquals("2\tb\n", Files.readString(unknown));
    }

    @Test
    void saysThatALineWasNotAdded() throws IOException {
        FailingFilter refusing = new FailingFilter(NEW, UNKNOWN, PRESENT);
        refusing.isCertain = true;
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> process(run(refusing, LineAdder.Printed.NONE), "a", "b", "c"));
        assertEquals(
                "of lines 1 to 3, 0 lines may or may not be in the filter, and 1 line was not added: connection cut",
                failure.getMessage());
        assertEquals("", out.toString(StandardCharsets.UTF_8));
        assertEquals("", Files.readString(unknown));
    }

    @Test
    void saysWhichLinesAreMissingIfTheMemoryRunsOut() throws IOException {
        FailingFilter filter = new FailingFilter();
        filter.error = new OutOfMemoryError("Java heap space");
        LineAdder run = run(filter, LineAdder.Printed.NEW);
        CommandFailure failure = assertThrows(CommandFailure.class, () -> process(run, "a", "b"));
        assertEquals(
                "not enough memory: give the JVM a larger heap, for example with BLOOM_JAVA_OPTS=-Xmx1g; of lines 1 to"
                        + " 2, up to 2 may have been added to the filter, and were not printed",
                failure.getMessage());
        assertEquals(1, failure.exitCode());
        assertEquals("1\ta\n2\tb\n", Files.readString(unknown));
    }

    /** Each line that fits into the buffer leaves in one piece, so a killed run prints no part of it. */
    @Test
    void printsALongLineThroughTheSmallBuffer() {
        byte[] longLine = new byte[300_000];
        Arrays.fill(longLine, (byte) 'x');
        List<Integer> pieces = new ArrayList<>();
        LineOutput output = new LineOutput(new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                pieces.add(length);
                out.write(bytes, from, length);
            }
        });
        output.line("a");
        output.line(longLine);
        assertEquals(1, output.linesWaiting());
        output.line("b");
        assertEquals(2, output.linesWaiting());
        output.flush();
        assertEquals(0, output.linesWaiting());
        assertEquals("a\n" + "x".repeat(300_000) + "\nb\n", out.toString(StandardCharsets.UTF_8));
        assertEquals(List.of(2, 1 << 16, 1 << 16, 1 << 16, 1 << 16, 300_003 - 4 * (1 << 16)), pieces);
    }

    /** Lines that follow each other are copied together, and leave when the buffer is full of whole ones. */
    @Test
    void countsTheLinesThatWereNotHandedOver() {
        List<Integer> pieces = new ArrayList<>();
        LineOutput output = new LineOutput(new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (pieces.size() == 2) {
                    throw new IOException("No space left on device");
                }
                pieces.add(length);
            }
        });
        String line = "x".repeat(999);
        String[] many = new String[200];
        Arrays.fill(many, line);
        PackedBytes lines = lines(many);
        output.lines(lines, 0, 10);
        assertEquals(10, output.linesWaiting());
        assertThrows(CommandFailure.class, () -> output.lines(lines, 10, 200));
        assertEquals(List.of(65_000, 65_000), pieces);
        assertEquals(200 - 2 * 65, output.linesWaiting());
    }

    private LineAdder run(BloomFilter<byte[]> filter, LineAdder.Printed printed) {
        return run(new AddingOrder.AddThenPrint(filter), filter, printed, out);
    }

    private LineAdder run(
            AddingOrder order, BloomFilter<byte[]> filter, LineAdder.Printed printed, OutputStream output) {
        Console console = new Console(InputStream.nullInputStream(), output, System.err, 0, false, () -> 0);
        return new LineAdder(
                order,
                new CapacityGuard(filter, console, false),
                console.nanoClock(),
                UnknownLines.in(unknown),
                printed,
                new LineOutput(output));
    }

    /** A settled line is never printed again. */
    @Test
    void settlesLinesWhenTheyAreOut() {
        List<String> order = new ArrayList<>();
        OutputStream watched = new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                order.add("out "
                        + new String(bytes, from, length, StandardCharsets.UTF_8)
                                .replace("\n", " ")
                                .strip());
            }
        };
        FailingFilter filter = new FailingFilter();
        LineAdder run = run(
                new AddingOrder.ClaimThenPrint(filter, new WatchedClaims(order)),
                filter,
                LineAdder.Printed.NEW,
                watched);
        process(run, "a", "b");
        process(run, "c");
        assertEquals(List.of("add 1", "out a b", "settle 2", "add 3", "out c", "settle 3"), order);
        assertEquals(AddingOrder.MOST_REPEATED, new AddingOrder.ClaimThenPrint(filter, claims()).mostLines());
    }

    private static Claims<byte[]> claims() {
        return new WatchedClaims(new ArrayList<>());
    }

    /** Everything is new. */
    private record WatchedClaims(List<String> order) implements Claims<byte[]> {

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends byte[]> elements) {
            order.add("add " + firstDelivery);
            boolean[] answers = new boolean[elements.size()];
            Arrays.fill(answers, true);
            return answers;
        }

        @Override
        public boolean add(long delivery, byte[] element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void settle(long upTo) {
            order.add("settle " + upTo);
        }

        @Override
        public long unsettled() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void fullDiskIsAnError() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        LineOutput output = new LineOutput(full);
        output.line("a");
        CommandFailure failure = assertThrows(CommandFailure.class, output::flush);
        assertEquals("cannot write the output: No space left on device", failure.getMessage());
    }

    private static void process(LineAdder run, String... texts) {
        PackedBytes lines = lines(texts);
        run.process(lines, lines);
    }

    private static PackedBytes lines(String... lines) {
        int[] ends = new int[lines.length];
        for (int i = 0; i < lines.length; i++) {
            ends[i] = (i == 0 ? 0 : ends[i - 1] + 1) + lines[i].length();
        }
        return PackedBytes.of(String.join("\n", lines).getBytes(StandardCharsets.US_ASCII), 0, ends);
    }

    /** Gives its outcomes and nothing else. */
    private static final class FailingFilter implements BloomFilter<byte[]> {

        private final ElementOutcome[] outcomes;
        private boolean isCertain;

        private @Nullable Error error;

        FailingFilter(ElementOutcome... outcomes) {
            this.outcomes = outcomes;
        }

        @Override
        public boolean[] addAll(Collection<? extends byte[]> elements) {
            if (error != null) {
                throw error;
            }
            BitSet mayBeStored = new BitSet();
            mayBeStored.set(0, outcomes.length, !isCertain);
            throw new PartialBulkException(
                    outcomes,
                    mayBeStored,
                    new BackendException(BackendException.Reason.NO_ANSWER, true, "connection cut", null));
        }

        @Override
        public FilterDescription description() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean add(byte[] element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long load(Iterable<? extends byte[]> elements, LongConsumer progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean mightContain(byte[] element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean[] mightContainAll(Collection<? extends byte[]> elements) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Claims<byte[]> claims(String writer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FilterStats stats() {
            throw new BackendException(BackendException.Reason.AUTHENTICATION, false, "no right to look", null);
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void expire(Duration timeToLive) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void expireAt(Instant instant) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void persist() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete() {
            throw new UnsupportedOperationException();
        }
    }
}
