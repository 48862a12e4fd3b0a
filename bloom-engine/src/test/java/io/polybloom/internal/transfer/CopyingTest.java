package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterCopy;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyingTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private FilterCopy.Report copy(FilterCopy copy) {
        return new BlockingBloomFilters(redis).run(copy);
    }

    private static FilterCopy copyOf(String name) {
        return FilterCopy.of(FilterSpec.existing(name).build());
    }

    private BloomFilter<CharSequence> existing(String name) {
        return TestFilters.open(redis, FilterSpec.existing(name));
    }

    @Test
    void copiesANativeFilterWithEveryLayerAndItsExpiry() {
        BloomFilter<CharSequence> source =
                TestFilters.open(redis, FilterSpec.named("clicks").capacity(100).overCapacity(OverCapacity.GROW));
        source.addAll(words(1000));
        source.expire(Duration.ofMinutes(5));
        Map<String, String> before = redis.snapshot();

        FilterCopy.Report report = copy(copyOf("clicks").named("copy"));

        assertTrue(redis.snapshot().entrySet().containsAll(before.entrySet()));
        BloomFilter<CharSequence> copy = existing("copy");
        assertEquals(report.description(), copy.description());
        assertNotEquals(source.description().generation(), copy.description().generation());
        assertEquals(source.description().layers(), copy.description().layers());
        assertEquals(
                existing("clicks").description().expireAt(), copy.description().expireAt());
        assertAllPresent(copy, words(1000));
        assertEquals(2 * before.size(), redis.snapshot().size());
        assertEquals(source.stats().layers(), copy.stats().layers());
        assertEquals(source.description().memoryBytes(), report.bytes());
    }

    @Test
    void streamsLargeStringsInPiecesOfOneMebibyte() {
        BloomFilter<CharSequence> source = TestFilters.open(
                redis, FilterSpec.named("large").bits(20_000_000).hashes(3).partitions(1));
        source.addAll(words(1000));
        List<Long> steps = new ArrayList<>();
        redis.batches.clear();
        copy(copyOf("large").named("copy").reportingTo((done, total) -> steps.add(done)));
        assertTrue(redis.commands()
                .flatMap(command -> Arrays.stream(command.arguments()))
                .allMatch(argument -> argument.length <= 1 << 20));
        assertEquals(6, steps.size());
        assertEquals(2_500_001, steps.get(5));
    }

    @Test
    void copiesToOtherServers() {
        MemoryRedis from = new MemoryRedis(2);
        MemoryRedis to = new MemoryRedis(2);
        BloomFilter<CharSequence> source = TestFilters.open(from, TestFilters.clicks(4));
        source.addAll(words(500));
        List<Integer> servers = new ArrayList<>();
        MemoryRedis both = new MemoryRedis(4);
        both.strings.putAll(from.strings);
        both.hashes.putAll(from.hashes);
        both.before = batch -> servers.add(batch.server());
        new BlockingBloomFilters(both).run(copyOf("clicks").named("copy").toServersFrom(2));
        assertTrue(servers.containsAll(List.of(0, 1, 2, 3)));
        to.strings.putAll(both.strings);
        to.hashes.putAll(both.hashes);
        assertArrayEquals(
                source.mightContainAll(words(900)),
                TestFilters.open(to, FilterSpec.existing("copy")).mightContainAll(words(900)));
    }

    @Test
    void refusesATargetThatExistsAndASourceThatDoesNot() {
        TestFilters.open(redis, TestFilters.clicks(1)).add("a");
        TestFilters.open(redis, FilterSpec.named("other").capacity(5));
        Map<String, String> before = redis.snapshot();
        assertThrows(SpecMismatchException.class, () -> copy(copyOf("clicks").named("other")));
        assertThrows(FilterGoneException.class, () -> copy(copyOf("nothing").named("new")));
        assertThrows(IllegalArgumentException.class, () -> copy(copyOf("clicks")));
        assertThrows(IllegalArgumentException.class, () -> copy(copyOf("clicks").toServersFrom(1)));
        assertEquals(before, redis.snapshot());
        redis.strings.put("new.0", new byte[1]);
        FilterSpec plain = FilterSpec.named("old").layout("plain").capacity(5).build();
        TestFilters.open(redis, plain).add("a");
        assertThrows(
                SpecMismatchException.class, () -> copy(FilterCopy.of(plain).named("new")));
    }

    /**
     * Whatever command fails, there is no filter at the target until the end, and a repeated copy makes one and leaves
     * no rest. A few commands may fail: what they have not done, the next client does.
     */
    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "plain", "recorded"})
    void canBeRepeatedAfterAFailureAtEveryCommand(String layout) {
        int failures = 0;
        int commands = 0;
        for (Attempt attempt = Attempt.FAILED; attempt != Attempt.UNDISTURBED; commands++) {
            attempt = attempt(commands, layout);
            failures += attempt == Attempt.FAILED ? 1 : 0;
        }
        assertTrue(failures > 10, failures + " of " + commands + " commands");
        assertTrue(commands - failures < 8, failures + " of " + commands + " commands");
    }

    private enum Attempt {
        UNDISTURBED,
        FAILED,
        DONE
    }

    private static Attempt attempt(int failing, String layout) {
        MemoryRedis fresh = new MemoryRedis();
        FilterSpec spec = FilterSpec.named("old").layout(layout).capacity(50).build();
        TestFilters.open(fresh, spec).addAll(words(50));
        FilterCopy copy = FilterCopy.of(spec).named("new");
        int[] left = {failing};
        fresh.answerInstead = command -> left[0]-- == 0 ? Reply.Failure.ofServer("ERR no", null) : null;
        try {
            new BlockingBloomFilters(fresh).run(copy);
            fresh.answerInstead = command -> null;
            FilterSpec target =
                    FilterSpec.named("new").layout(layout).capacity(50).build();
            assertAllPresent(TestFilters.open(fresh, target), words(50));
            return left[0] >= 0 ? Attempt.UNDISTURBED : Attempt.DONE;
        } catch (BloomFilterException expected) {
            fresh.answerInstead = command -> null;
        }
        if (!layout.equals("plain")) {
            FilterSpec target = FilterSpec.existing("new").layout(layout).build();
            try {
                TestFilters.open(fresh, target);
            } catch (FilterGoneException expected) {
                repeat(fresh, copy, layout + " " + failing);
            }
        }
        return Attempt.FAILED;
    }

    private static void repeat(MemoryRedis redis, FilterCopy copy, String when) {
        redis.strings.keySet().removeIf(key -> key.equals("new.0"));
        new BlockingBloomFilters(redis).run(copy);
        assertEquals(2, redis.strings.size(), when);
        assertEquals(when.startsWith("classic-v1") ? 4 : 2, redis.hashes.size(), when);
    }

    /** Its strings grow with the bits that are set, and only the length that was measured is read. */
    @ParameterizedTest
    @CsvSource({"plain, 1", "recorded, 0"})
    void failsWhenAStringOfAnotherSystemGrowsMeanwhile(String layout, int bytes) {
        TestFilters.open(redis, old(layout));
        if (bytes > 0) {
            redis.strings.put("old.0", new byte[bytes]);
        }
        redis.once(
                batch -> batch.commands().toString().contains(" new"),
                () -> TestFilters.open(redis, old(layout)).addAll(words(50)));
        assertThrows(LostDataException.class, () -> copy(old(layout)));
        assertEquals(Set.of("old.0"), redis.strings.keySet());
        copy(old(layout));
        assertArrayEquals(redis.strings.get("old.0"), redis.strings.get("new.0"));
    }

    @Test
    void hasTheExpiryThatTheSourceHasAtTheEnd() {
        BloomFilter<CharSequence> source = TestFilters.open(redis, TestFilters.clicks(1));
        source.expire(Duration.ofMinutes(5));
        redis.once(
                batch -> batch.commands().stream().anyMatch(command -> command.verb() == Verb.SET),
                () -> source.persist());
        FilterCopy.Report report = copy(copyOf("clicks").named("copy"));
        assertTrue(report.description().expireAt().isEmpty());
        assertTrue(redis.expiries.isEmpty());
    }

    /** The keys of a copy live for an hour unless it is published. */
    @Test
    void mayTakeHours() {
        TestFilters.open(redis, TestFilters.clicks(40)).addAll(words(50));
        AtomicLong ids = new AtomicLong();
        Environment environment = new Environment(
                1,
                WholePartitions.TO_READ,
                () -> Instant.ofEpochMilli(redis.millis),
                () -> 0L,
                () -> "%016x".formatted(ids.incrementAndGet()));
        redis.letTimePass(Duration.ofMinutes(2), Verb.GETRANGE);
        new BlockingBloomFilters(new FilterEngine(environment), redis)
                .run(copyOf("clicks").named("copy"));
        assertAllPresent(existing("copy"), words(50));
        assertTrue(redis.expiries.isEmpty());
    }

    @Test
    void takesTheNameOfAFilterWhoseDeletionHasDied() {
        TestFilters.open(redis, TestFilters.clicks(1)).addAll(words(50));
        BloomFilter<CharSequence> old =
                TestFilters.open(redis, FilterSpec.named("copy").capacity(77));
        boolean[] isMarked = {false};
        redis.answerInstead = command -> {
            Reply reply = isMarked[0] ? Reply.Failure.noAnswer(null) : null;
            isMarked[0] |= StoredConfig.writes(command, "copy", ";phase=deleting;");
            return reply;
        };
        assertThrows(BackendException.class, old::delete);
        redis.answerInstead = command -> null;
        copy(copyOf("clicks").named("copy"));
        assertAllPresent(existing("copy"), words(50));
    }

    @Test
    void leavesAFilterInPlaceThatWasCreatedMeanwhile() {
        TestFilters.open(redis, TestFilters.clicks(1)).addAll(words(50));
        FilterSpec other = FilterSpec.named("copy").capacity(77).build();
        redis.once(
                batch -> batch.commands().stream()
                        .anyMatch(command -> StoredConfig.writes(command, "copy", ";phase=ready;")),
                () -> TestFilters.open(redis, other).add("theirs"));
        assertThrows(SpecMismatchException.class, () -> copy(copyOf("clicks").named("copy")));
        BloomFilter<CharSequence> theirs = existing("copy");
        assertEquals(77, theirs.description().capacity());
        assertTrue(theirs.mightContain("theirs"));
        assertTrue(theirs.description().ready());
        assertEquals(2, redis.strings.size());
    }

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
        StoredConfig.rollBack(redis, 1);
        redis.remove(StoredConfig.partition(source.description(), 0, 2));
        copy(TestFilters.clicks(3));
        assertTrue(StoredConfig.isReady(redis));
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
    void isPublishedByOneVersionAndSettled() {
        TestFilters.open(redis, TestFilters.clicks(3));
        copy(TestFilters.clicks(3));
        assertEquals(2, StoredConfig.number(redis, "new"));
        assertEquals("ready", StoredConfig.value(redis, "new", "phase"));
        assertNull(StoredConfig.value(redis, "new", "settle"));
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

    /** If the copy succeeded, it would live for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "recorded"})
    void isNotMadeOfAFilterThatHasExpiredMeanwhile(String layout) {
        TestFilters.open(redis, old(layout)).addAll(words(50));
        redis.once(MemoryRedis.beginsWith(Verb.PTTL).and(batch -> batch.size() == 2), () -> redis.remove("old.0"));
        assertThrows(FilterGoneException.class, () -> copy(old(layout)));
        assertTrue(redis.strings.isEmpty(), redis.strings.toString());
    }

    @ParameterizedTest
    @CsvSource({"1, true", "0, true", "-1, false"})
    void givesTheCopyTheRestOfTheTime(long millisLeft, boolean expires) {
        TestFilters.open(redis, old("plain")).addAll(words(50));
        redis.answerInstead = command ->
                command.verb() == Verb.PTTL && command.toString().contains("old.0") ? new Reply.Int(millisLeft) : null;
        copy(old("plain"));
        assertEquals(expires ? redis.millis + millisLeft : null, redis.expiries.get("new.0"));
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
        assertTrue(failure.mayHaveBeenApplied(), "the pieces were written");
        assertEquals(1, failure.getSuppressed().length);
        assertFalse(failure.getSuppressed()[0].getMessage().contains(published.name()));
    }
}
