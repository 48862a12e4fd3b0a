package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.BorrowedConnection;
import io.polybloom.spi.Command;
import io.polybloom.spi.ConnectionTransport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockingDriverTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("clicks").capacity(20_000).partitions(4).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final List<String> log = new ArrayList<>();
    private boolean sendThrows;
    private boolean awaitThrows;

    private final Transport<InFlight> transport = new Transport<>() {
        @Override
        public InFlight send(Batch batch) {
            log.add("send");
            if (sendThrows) {
                throw new IllegalStateException("no connection");
            }
            InFlight inFlight = redis.send(batch);
            return () -> {
                log.add("await");
                if (awaitThrows) {
                    throw new IllegalStateException("cut");
                }
                return inFlight.await();
            };
        }

        @Override
        public int window() {
            return 3;
        }
    };

    private final BloomFilter<CharSequence> filter = new BlockingBloomFilters(transport).open(SPEC, TestFilters.TEXT);

    @Test
    void overlapsPartitionsUpToTheWindow() {
        log.clear();
        filter.addAll(TestFilters.words(800));
        assertEquals(List.of("send", "send", "send", "await"), log.subList(0, 4));
        assertEquals(4, log.stream().filter("await"::equals).count());
    }

    @Test
    void awaitsEverythingThatItHasSentWhenSomethingFails() {
        log.clear();
        awaitThrows = true;
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> filter.addAll(TestFilters.words(1000)));
        assertTrue(((BackendException) partial.getCause()).mayHaveBeenApplied());
        assertEquals(List.of("send", "send", "send", "await", "await", "await"), log);
    }

    @Test
    void sendsEachStepAlongOneLineAndLetsGoOfItNowAndThen() {
        int[] lent = {0};
        int[] writes = {0};
        Transport<InFlight> pool = new Transport<>() {
            @Override
            public InFlight send(Batch batch) {
                return forOneStep().send(batch);
            }

            @Override
            public Transport<InFlight> forOneStep() {
                return new ConnectionTransport(() -> {
                    lent[0]++;
                    return new MemoryWire(writes);
                });
            }
        };
        BloomFilter<CharSequence> opened = new BlockingBloomFilters(pool).open(SPEC, TestFilters.TEXT);
        lent[0] = 0;
        writes[0] = 0;
        opened.add("one");
        assertEquals(1, lent[0]);
        assertEquals(1, writes[0]);
        lent[0] = 0;
        writes[0] = 0;
        opened.addAll(TestFilters.words(50_000));
        assertTrue(writes[0] > 90, "writes " + writes[0]);
        assertEquals((writes[0] + 31) / 32, lent[0]);
    }

    /** An Error while elements are encoded, and another one while the answers that are on their way are awaited. */
    @Test
    void awaitsEverythingEvenIfThatBreaks() {
        List<String> awaited = new ArrayList<>();
        Transport<InFlight> breaking = new Transport<>() {
            @Override
            public InFlight send(Batch batch) {
                if (batch.commands().get(0).verb() != Verb.BITFIELD) {
                    return redis.send(batch);
                }
                return () -> {
                    awaited.add("ordering key " + batch.orderingKey());
                    throw new OutOfMemoryError("while it is awaited");
                };
            }

            @Override
            public int window() {
                return 3;
            }
        };
        BloomFilter<CharSequence> opened = new BlockingBloomFilters(breaking).open(SPEC, TestFilters.TEXT);
        OutOfMemoryError error = assertThrows(OutOfMemoryError.class, () -> opened.addAll(TestFilters.words(20_000)));
        assertEquals(3, awaited.size());
        assertEquals(2, error.getSuppressed().length);
    }

    @Test
    void treatsAnExceptionOfTheTransportAsAnUnknownEffect() {
        sendThrows = true;
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertTrue(failure.mayHaveBeenApplied());
        assertEquals("no connection", failure.getCause().getMessage());
    }

    private final class MemoryWire implements BorrowedConnection {

        private final int[] writes;
        private final Deque<Reply> replies = new ArrayDeque<>();

        MemoryWire(int[] writes) {
            this.writes = writes;
        }

        @Override
        public void write(List<Command> commands) {
            writes[0]++;
            replies.addAll(redis.send(new Batch(0, 0, commands)).await());
        }

        @Override
        public Reply read() {
            return replies.remove();
        }

        @Override
        public Duration timeout() {
            return Duration.ZERO;
        }

        @Override
        public void giveBack(boolean broken) {
            assertTrue(replies.isEmpty());
        }
    }

    @Test
    void sendsNothingWhenTheFunnelBreaks() {
        BloomFilter<CharSequence> breaking = new BlockingBloomFilters(transport).open(SPEC, (text, into) -> {
            if (text.toString().equals("word-2200")) {
                throw new StackOverflowError();
            }
            TestFilters.TEXT.funnel(text, into);
        });
        log.clear();
        assertThrows(StackOverflowError.class, () -> breaking.addAll(TestFilters.words(4000)));
        assertEquals(List.of(), log);
    }

    /** A batch in flight holds a connection until it has been awaited, even if the engine itself fails. */
    @Test
    void awaitsWhatIsInFlightWhenAStepBreaks() {
        Iterator<Batch> batches = new Iterator<>() {
            private int sent;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Batch next() {
                if (sent == 1) {
                    throw new StackOverflowError();
                }
                return new Batch(0, sent++, List.of(new Command(Verb.HGETALL, new byte[] {1})));
            }
        };
        log.clear();
        Step<Void> breaking = new Step.Send<>(batches, 4, (batch, replies) -> true, () -> new Step.Done<>(null));
        assertThrows(StackOverflowError.class, () -> new BlockingDriver(transport).run(breaking));
        assertTrue(log.contains("send"));
        assertEquals(Collections.frequency(log, "send"), Collections.frequency(log, "await"));
    }
}
