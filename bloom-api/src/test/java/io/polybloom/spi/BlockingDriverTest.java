package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.PartialBulkException;
import io.polybloom.TestFilters;
import java.util.ArrayList;
import java.util.Collections;
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
        filter.addAll(TestFilters.words(1000));
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
    void treatsAnExceptionOfTheTransportAsAnUnknownEffect() {
        sendThrows = true;
        BackendException failure = assertThrows(BackendException.class, () -> filter.add("a"));
        assertTrue(failure.mayHaveBeenApplied());
        assertEquals("no connection", failure.getCause().getMessage());
    }

    @Test
    void awaitsWhatIsInFlightWhenTheFunnelBreaks() {
        List<String> words = TestFilters.words(4000);
        BloomFilter<CharSequence> breaking = new BlockingBloomFilters(transport).open(SPEC, (text, into) -> {
            if (text.toString().equals("word-2200")) {
                throw new StackOverflowError();
            }
            into.putUnencodedChars(text);
        });
        log.clear();
        assertThrows(StackOverflowError.class, () -> breaking.addAll(words));
        assertTrue(log.contains("send"));
        assertEquals(Collections.frequency(log, "send"), Collections.frequency(log, "await"));
    }
}
