package io.polybloom.internal.transfer;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterCopy;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.SpecMismatchException;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters that a copy accepts, and those that it refuses before it has written anything. */
class CopyLimitsTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpec old(String layout) {
        return FilterSpec.named("old").layout(layout).capacity(50).build();
    }

    private void copy(FilterSpec spec) {
        filters.run(FilterCopy.of(spec).named("new"));
    }

    private void assertRefusedUntouched(Class<? extends RuntimeException> type, FilterSpec spec) {
        Map<String, String> before = redis.snapshot();
        redis.batches.clear();
        assertThrows(type, () -> copy(spec));
        assertEquals(before, redis.snapshot());
        assertTrue(redis.commands().noneMatch(command -> command.verb() == Verb.SET));
    }

    @Test
    void completesASourceThatItsCreatorHasLeftHalfMade() {
        BloomFilter<CharSequence> source = TestFilters.open(redis, TestFilters.clicks(3));
        String generation = source.description().generation();
        StoredConfig.forgetReady(redis);
        redis.remove("bloom:{clicks:2}:" + generation + ".0");
        copy(TestFilters.clicks(3));
        assertTrue(StoredConfig.isReady(redis, generation));
        assertEquals(6, redis.strings.size());
    }

    @Test
    void refusesASourceOfOtherParameters() {
        TestFilters.open(redis, TestFilters.clicks(3));
        assertRefusedUntouched(
                SpecMismatchException.class,
                FilterSpec.named("clicks").capacity(1001).build());
    }

    @Test
    void givesACopyOfOneLayerTheFieldsOfOneLayer() {
        TestFilters.open(redis, TestFilters.clicks(3));
        copy(TestFilters.clicks(3));
        String generation = TestFilters.open(redis, FilterSpec.existing("new"))
                .description()
                .generation();
        assertEquals(
                Set.of("spec", "ready." + generation + ".0"),
                redis.hashes.get("bloom:{new}").keySet());
    }

    @Test
    void takesNoNameWithoutBitsForAFilter() {
        assertRefusedUntouched(FilterGoneException.class, old("plain"));
    }

    @Test
    void takesParametersWithoutBitsForAnEmptyFilter() {
        TestFilters.open(redis, old("recorded"));
        copy(old("recorded"));
        assertEquals(Set.of("old:parameters", "new:parameters"), redis.hashes.keySet());
        assertTrue(redis.strings.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"plain, new.0, false", "recorded, new.0, false", "recorded, new:parameters, true"})
    void refusesAKeyThatExists(String layout, String key, boolean isHash) {
        TestFilters.open(redis, old(layout)).addAll(words(50));
        if (isHash) {
            redis.hashes.put(key, new TreeMap<>(Map.of("a", "b")));
        } else {
            redis.strings.put(key, new byte[1]);
        }
        assertRefusedUntouched(SpecMismatchException.class, old(layout));
    }

    @ParameterizedTest
    @CsvSource({"1, true", "0, false", "-1, false"})
    void givesTheCopyTheRestOfTheTime(long millisLeft, boolean expires) {
        TestFilters.open(redis, old("plain")).addAll(words(50));
        redis.answerInstead = command ->
                command.verb() == Verb.PTTL && command.toString().contains("old.0") ? new Reply.Int(millisLeft) : null;
        copy(old("plain"));
        assertEquals(expires, redis.expiries.containsKey("new.0"));
    }

    @ParameterizedTest
    @CsvSource({"classic-v1, HSETNX", "plain, RENAMENX"})
    void saysThatItCouldNotCleanUpWhatWasNotPublished(String layout, Verb published) {
        TestFilters.open(redis, old(layout)).addAll(words(50));
        boolean[] isDown = {false};
        redis.answerInstead = command -> {
            isDown[0] |= command.verb() == published;
            return isDown[0] ? Reply.Failure.ofServer("OOM " + command.verb(), null) : null;
        };
        BackendException failure = assertThrows(BackendException.class, () -> copy(old(layout)));
        assertTrue(failure.getMessage().contains(published.name()), failure.getMessage());
        assertEquals(1, failure.getSuppressed().length);
        assertFalse(failure.getSuppressed()[0].getMessage().contains(published.name()));
    }
}
