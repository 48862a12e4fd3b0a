package io.polybloom.internal.filter;

import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.testing.TimedFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client that uses a filter reads its register again, by a clock that the tests set. */
class ConfigTouchTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter filter = new TimedFilter(redis, clicks(3));

    @Test
    void everyOperationOnElementsTakesTheReadingAlongOnceAMinute() {
        List<Function<FilterOperations<CharSequence>, Step<?>>> operations = List.of(
                it -> it.add("a"),
                it -> it.addAll(words(10)),
                it -> it.mightContain("a"),
                it -> it.mightContainAll(words(10)),
                it -> it.load(words(10), taken -> {}));
        for (Function<FilterOperations<CharSequence>, Step<?>> operation : operations) {
            int usual = configReads(operation);
            filter.pass(MINUTE.minusMillis(1));
            assertEquals(usual, configReads(operation));
            filter.pass(Duration.ofMillis(1));
            assertEquals(usual + 1, configReads(operation));
            assertEquals(usual, configReads(operation));
        }
    }

    @Test
    void thePeriodIsTheCallers() {
        TimedFilter patient =
                new TimedFilter(redis, clicks(3), FilterOptions.defaults().configCheckedEvery(Duration.ofHours(1)));
        patient.pass(MINUTE.multipliedBy(59));
        patient.add("a");
        redis.batches.clear();
        patient.pass(MINUTE);
        patient.add("b");
        assertEquals(2, redis.batches.size(), "the add and the register");
    }

    @Test
    void theReadingIsInFlightTogetherWithTheOperation() {
        List<String> events = new ArrayList<>();
        Transport<InFlight> transport = new Transport<>() {
            @Override
            public InFlight send(Batch batch) {
                events.add("send");
                List<Reply> replies = redis.send(batch).await();
                return () -> {
                    events.add("await");
                    return replies;
                };
            }

            @Override
            public int window() {
                return 16;
            }
        };
        TimedFilter watched = new TimedFilter(transport, clicks(3));
        watched.pass(MINUTE);
        events.clear();
        assertTrue(watched.add("a"));
        assertEquals(List.of("send", "send", "await", "await"), events);
    }

    @Test
    void timeThatPassesWithoutOperationsCostsOneReading() {
        filter.pass(MINUTE.multipliedBy(1000));
        assertEquals(1, configReads(it -> it.add("a")));
        assertEquals(0, configReads(it -> it.add("a")));
    }

    @Test
    void aFilterOfAnotherSystemHasNoConfigToTouch() {
        TimedFilter plain = new TimedFilter(
                redis,
                FilterSpec.named("plain").layout("plain").bits(1000).hashes(3).build());
        plain.pass(MINUTE);
        redis.batches.clear();
        plain.add("a");
        assertEquals(1, redis.batches.size());
    }

    @Test
    void whatOthersHaveDoneToTheSameFilterIsTakenUp() {
        filter.add("a");
        other().expire(Duration.ofDays(1));
        assertTrue(filter.description().expireAt().isEmpty());
        filter.pass(MINUTE);
        assertTrue(filter.mightContain("a"));
        assertEquals(
                StoredConfig.expireAt(redis),
                filter.description().expireAt().orElseThrow().toEpochMilli());
        other().clear();
        filter.pass(MINUTE);
        assertFalse(filter.mightContain("a"));
        assertEquals(other().description(), filter.description());
    }

    @Test
    void whatItsCallerHasNotHeardIsSaidAgain() {
        filter.add("a");
        putAnotherInItsPlace();
        LostDataException unheard = assertThrows(LostDataException.class, () -> filter.mightContain("b"));
        filter.run(it -> {
            it.unheard(unheard);
            return it.stats();
        });
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> filter.run(it -> it.addAll(List.of("c"))));
        assertEquals(List.of(ElementOutcome.UNKNOWN), partial.outcomes());
        filter.run(it -> {
            it.unheard(partial);
            return it.stats();
        });
        assertThrows(LostDataException.class, () -> filter.mightContain("a"));
        assertFalse(filter.mightContain("a"));
        filter.run(it -> {
            it.unheard(unheard);
            return it.stats();
        });
        assertFalse(filter.mightContain("a"), "that has been said since");
    }

    private void putAnotherInItsPlace() {
        StoredConfig.lose(redis);
        other().add("b");
        filter.pass(MINUTE);
    }

    @Test
    void otherParametersAreSaidAlways() {
        StoredConfig.lose(redis);
        TestFilters.open(redis, FilterSpec.named("clicks").capacity(77));
        filter.pass(MINUTE);
        assertThrows(SpecMismatchException.class, () -> filter.mightContain("b"));
        assertThrows(SpecMismatchException.class, () -> filter.add("b"));
    }

    @Test
    void aBulkAddThatNoticesTheLossSaysWhatItHasAdded() {
        filter.add("a");
        StoredConfig.lose(redis);
        filter.pass(MINUTE);
        PartialBulkException partial =
                assertThrows(PartialBulkException.class, () -> filter.run(it -> it.addAll(List.of("a", "b"))));
        assertEquals(List.of(ElementOutcome.PRESENT, ElementOutcome.NEW), partial.outcomes());
        assertEquals(
                FilterGoneException.class,
                Objects.requireNonNull(partial.getCause()).getClass());
    }

    /** The name is free for others, whose filter would lack what is added here. */
    @Test
    void aFilterWhoseRegisterAndCopyAreLostIsOver() {
        filter.add("a");
        StoredConfig.lose(redis);
        filter.pass(MINUTE);
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {StoredConfig.KEY, StoredConfig.COPY})
    void oneOfRegisterAndCopyIsWrittenAgain(String lost) {
        filter.add("a");
        other().clear();
        filter.pass(MINUTE);
        filter.add("b");
        redis.remove(lost);
        filter.pass(MINUTE);
        assertFalse(filter.mightContain("a"));
        assertEquals(StoredConfig.text(redis), redis.hashes.get(lost).get(Long.toString(StoredConfig.number(redis))));
        assertFalse(redis.expiries.containsKey(lost));
    }

    @ParameterizedTest
    @ValueSource(strings = {StoredConfig.KEY, StoredConfig.COPY})
    void whatIsWrittenAgainExpiresADayAfterTheFilter(String lost) {
        filter.run(it -> it.expire(Duration.ofDays(1)));
        redis.remove(lost);
        filter.pass(MINUTE);
        filter.add("a");
        assertEquals(StoredConfig.endOfRegister(StoredConfig.expireAt(redis)), redis.expiries.get(lost));
    }

    @Test
    void aReadingThatFailsChangesNoAnswerAndIsRepeated() {
        filter.pass(MINUTE);
        redis.refuse(Verb.HGETALL, "LOADING wait");
        assertTrue(filter.add("a"));
        assertFalse(filter.add("a"));
        redis.answerInstead = command -> null;
        assertEquals(1, configReads(it -> it.mightContain("a")));
        assertEquals(0, configReads(it -> it.mightContain("a")));
    }

    @Test
    void anOperationThatFailsLeavesTheReadingToTheNextOne() {
        filter.pass(MINUTE);
        redis.refuse(Verb.BITFIELD, "LOADING wait");
        assertThrows(BackendException.class, () -> filter.add("a"));
        redis.answerInstead = command -> null;
        assertEquals(1, configReads(it -> it.add("a")));
    }

    @Test
    void refusesAPeriodOutOfItsRange() {
        for (Duration wrong : List.of(
                Duration.ZERO, Duration.ofNanos(999_999), Duration.ofDays(1).plusNanos(1))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> FilterOptions.defaults().configCheckedEvery(wrong));
        }
    }

    private BloomFilter<CharSequence> other() {
        return TestFilters.open(redis, clicks(3));
    }

    /** Runs an operation; how often it has read register and copy in one batch. */
    private int configReads(Function<FilterOperations<CharSequence>, Step<?>> operation) {
        redis.batches.clear();
        filter.run(it -> operation.apply(it).map(value -> "done"));
        return (int) redis.batches.stream()
                .filter(batch -> batch.commands().stream()
                        .map(Command::verb)
                        .toList()
                        .equals(List.of(Verb.HGETALL, Verb.HGETALL, Verb.PTTL, Verb.PTTL)))
                .count();
    }
}
