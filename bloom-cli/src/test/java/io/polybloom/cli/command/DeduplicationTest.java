package io.polybloom.cli.command;

import static io.polybloom.ElementOutcome.NEW;
import static io.polybloom.ElementOutcome.PRESENT;
import static io.polybloom.ElementOutcome.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.LineOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** What becomes of a batch that fails half-way, and of an output that fails. */
class DeduplicationTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void printsTheLinesThatAreKnownToBeNewBeforeItFails() {
        Deduplication run = new Deduplication(
                new FailingFilter(NEW, UNKNOWN, PRESENT, NEW, UNKNOWN), null, null, false, new LineOutput(out));
        CommandFailure failure = assertThrows(CommandFailure.class, () -> run.process(lines("a", "b", "c", "d", "e")));
        assertEquals("a\nd\n", out.toString(StandardCharsets.UTF_8));
        assertTrue(failure.getMessage().startsWith("2 lines in an unknown state"), failure.getMessage());
        assertTrue(failure.getMessage().endsWith("connection cut"), failure.getMessage());
        assertEquals(2, run.unique());
        assertEquals(1, run.duplicates());
    }

    @Test
    void printsTheLinesThatAreKnownToBeDuplicatesBeforeItFails() {
        Deduplication run =
                new Deduplication(new FailingFilter(NEW, UNKNOWN, PRESENT), null, null, true, new LineOutput(out));
        CommandFailure failure = assertThrows(CommandFailure.class, () -> run.process(lines("a", "b", "c")));
        assertEquals("c\n", out.toString(StandardCharsets.UTF_8));
        assertTrue(failure.getMessage().startsWith("1 line in an unknown state"), failure.getMessage());
    }

    /** What is settled is never printed again. */
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
        Deduplication run =
                new Deduplication(new FailingFilter(), new WatchedClaims(order), null, false, new LineOutput(watched));
        run.process(lines("a", "b"));
        run.process(lines("c"));
        assertEquals(List.of("add 1", "out a b", "settle 2", "add 3", "out c", "settle 3"), order);
        order.clear();
        List<byte[]> many = Collections.nCopies(Deduplication.MOST_CLAIMED + 1, new byte[0]);
        run.process(many);
        order.removeIf(step -> step.startsWith("out"));
        assertEquals(List.of("add 4", "settle 8195", "add 8196", "settle 8196"), order);
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

    private static List<byte[]> lines(String... lines) {
        return Arrays.stream(lines)
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Gives its outcomes and nothing else. */
    private static final class FailingFilter implements BloomFilter<byte[]> {

        private final ElementOutcome[] outcomes;

        FailingFilter(ElementOutcome... outcomes) {
            this.outcomes = outcomes;
        }

        @Override
        public boolean[] addAll(Collection<? extends byte[]> elements) {
            throw new PartialBulkException(
                    outcomes, new BackendException(BackendException.Reason.NO_ANSWER, true, "connection cut", null));
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
            throw new UnsupportedOperationException();
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
