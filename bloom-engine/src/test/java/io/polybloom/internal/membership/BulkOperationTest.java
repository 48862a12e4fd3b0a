package io.polybloom.internal.membership;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BulkOperationTest {

    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .capacity(20_000)
            .falsePositiveRate(1e-9)
            .partitions(7)
            .build();

    private static final Reply CUT = Reply.Failure.noAnswer(new IllegalStateException("cut"));

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);

    @Test
    void answersLikeSingleCallsInTheOrderOfTheCall() {
        BloomFilter<CharSequence> single = TestFilters.open(new MemoryRedis(), SPEC);
        Random random = new Random(3);
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            elements.add("word-" + random.nextInt(1500));
        }
        boolean[] expected = new boolean[elements.size()];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = single.add(elements.get(i));
        }
        assertArrayEquals(expected, filter.addAll(elements));
        boolean[] all = new boolean[3000];
        Arrays.fill(all, true);
        assertArrayEquals(all, filter.mightContainAll(elements));
        assertArrayEquals(new boolean[3], filter.mightContainAll(List.of("x", "y", "z")));
    }

    @Test
    void refusesNullsBeforeItSendsAnything() {
        redis.batches.clear();
        List<String> withNull = Arrays.asList("a", null);
        NullPointerException refused = assertThrows(NullPointerException.class, () -> filter.addAll(withNull));
        assertTrue(refused.getMessage().contains("element 1"));
        assertThrows(NullPointerException.class, () -> filter.mightContainAll(withNull));
        assertThrows(NullPointerException.class, () -> filter.add(null));
        assertThrows(NullPointerException.class, () -> filter.mightContain(null));
        assertEquals(List.of(), redis.batches);
    }

    @Test
    void sendsOneCommandPerBatchOfABoundedNumberOfBits() {
        redis.batches.clear();
        filter.addAll(words(5000));
        Map<Integer, Integer> bitsOfPartition = new HashMap<>();
        for (Batch batch : redis.batches) {
            assertEquals(1, batch.commands().size());
            int bits = (batch.commands().get(0).arguments().length - 6) / 4;
            assertTrue(bits <= PartitionExchange.MOST_BITS_OF_AN_ADD, "bits " + bits);
            bitsOfPartition.merge(batch.orderingKey(), bits, Integer::sum);
        }
        int hashes = filter.description().geometry().hashes();
        assertEquals(
                5000 * hashes,
                bitsOfPartition.values().stream().mapToInt(bits -> bits).sum());
        assertEquals(7, bitsOfPartition.size());
    }

    /** A network makes each further round trip as expensive as the first. */
    @Test
    void asksAllPartitionsOfASmallCallAtOnce() {
        Transport<InFlight> joining = new Transport<>() {
            @Override
            public InFlight send(Batch batch) {
                return redis.send(batch);
            }

            @Override
            public boolean joinsSlots() {
                return true;
            }
        };
        FilterSpec wide =
                FilterSpec.named("wide").capacity(20_000).partitions(60).build();
        BloomFilter<CharSequence> ofManyPartitions = new BlockingBloomFilters(joining).open(wide, TEXT);
        redis.batches.clear();
        ofManyPartitions.addAll(words(75));
        ofManyPartitions.mightContainAll(words(75));
        List<Integer> commands = redis.batches.stream().map(Batch::size).toList();
        assertEquals(2, commands.size(), "commands of each batch " + commands);
        assertTrue(commands.get(0) > 32, "partitions " + commands.get(0));
    }

    /**
     * A funnel is the caller's code: it may use the client itself, and must not find a connection taken by this call.
     */
    @Test
    void runsTheFunnelForAllElementsBeforeItSendsAny() {
        List<Integer> funnelledWhenSent = new ArrayList<>();
        int[] funnelled = {0};
        BloomFilter<String> counting = new BlockingBloomFilters(redis).openExisting("clicks", (element, sink) -> {
            funnelled[0]++;
            TEXT.funnel(element, sink);
        });
        funnelled[0] = 0;
        redis.before = batch -> funnelledWhenSent.add(funnelled[0]);
        counting.addAll(words(5000));
        assertEquals(Collections.nCopies(funnelledWhenSent.size(), 5000), funnelledWhenSent);
        assertFalse(funnelledWhenSent.isEmpty());
    }

    /** Of the elements without an answer only those of the one command that was cut off may be in the filter. */
    @Test
    void tellsWhatMayBeStoredFromWhatWasNeverSent() {
        assertEquals(
                PartitionExchange.MOST_BITS_OF_AN_ADD
                        / filter.description().geometry().hashes(),
                mayBeStoredAfter(Reply.Failure.noAnswer(new IllegalStateException("cut"))));
    }

    /** The number of elements without an answer that may be stored if the 21st command of an add fails. */
    private long mayBeStoredAfter(Reply failure) {
        int[] sent = {0};
        redis.answerInstead = command -> command.verb() == Verb.BITFIELD && ++sent[0] > 20 ? failure : null;
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(5000)));
        redis.answerInstead = command -> null;
        filter.clear();
        return IntStream.range(0, 5000)
                .filter(i -> partial.outcomes().get(i) == ElementOutcome.UNKNOWN)
                .filter(partial::mayBeStored)
                .count();
    }

    /** At the end of a slice the time is asked for first. */
    @Test
    void reportsOutcomesWhenTheFilterCannotBeReadBeforeTheFirstElement() {
        MemoryRedis windowed = new MemoryRedis();
        Environment environment =
                new Environment(1, () -> Instant.ofEpochMilli(windowed.millis), () -> "00000000000000aa");
        BloomFilter<CharSequence> forgetting = new BlockingBloomFilters(new FilterEngine(environment), windowed)
                .open(TestFilters.clicks().window(Duration.ofSeconds(4), 4).build(), TEXT);
        Claims<CharSequence> claims = forgetting.claims("writer");
        windowed.millis += 1000;
        assertNothingStored(windowed, () -> forgetting.addAll(words(3)));
        assertNothingStored(windowed, () -> claims.addAll(7, words(3)));
        windowed.batches.clear();
        assertEquals(0, forgetting.addAll(List.of()).length);
        assertEquals(0, claims.addAll(7, List.of()).length);
        assertEquals(0, forgetting.mightContainAll(List.of()).length);
        assertEquals(List.of(), windowed.batches);
        windowed.answerInstead = command -> CUT;
        assertThrows(BackendException.class, () -> forgetting.mightContainAll(words(3)));
        assertThrows(BackendException.class, () -> forgetting.add("a"));
        assertThrows(BackendException.class, () -> claims.add(7, "a"));
        windowed.answerInstead = command -> null;
        assertArrayEquals(new boolean[] {true, true, true}, claims.addAll(7, words(3)));
    }

    private static void assertNothingStored(MemoryRedis redis, Executable operation) {
        redis.answerInstead = command -> CUT;
        PartialBulkException partial = assertThrows(PartialBulkException.class, operation);
        redis.answerInstead = command -> null;
        assertEquals(Collections.nCopies(3, ElementOutcome.UNKNOWN), partial.outcomes());
        assertFalse(IntStream.range(0, 3).anyMatch(partial::mayBeStored));
        assertEquals(BackendException.class, partial.getCause().getClass());
    }

    @Test
    void countsAnAnswerOfTheWrongLengthAsAFailure() {
        redis.answerInstead = command -> new Reply.Ints(new long[] {1, 0});
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> filter.addAll(words(3)));
        assertTrue(partial.getMessage().contains("2 integers"), partial.getMessage());
        assertThrows(BackendException.class, () -> filter.mightContain("a"));
    }
}
