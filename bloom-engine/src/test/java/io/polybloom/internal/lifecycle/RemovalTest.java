package io.polybloom.internal.lifecycle;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.DyingRebuild;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a filter: what is left of it, and what others do meanwhile. */
class RemovalTest {

    private static final FilterRemoval REMOVAL = FilterRemoval.of("clicks");
    private static final FilterSpec GROWING = TestFilters.growing(100, 2).build();
    private static final long DAY = 86_400_000;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static void assertOnlyTombstone(MemoryRedis redis, String when) {
        assertEquals(Set.of(), redis.strings.keySet(), when);
        assertEquals(Set.of(), redis.sets.keySet(), when);
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), redis.hashes.keySet(), when);
        assertEquals("deleted", StoredConfig.phase(redis), when);
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), redis.expiries.keySet(), when);
    }

    /** Whatever it was made of: layers, claims, a rebuild whose client has died. */
    @Test
    void leavesATombstoneForADay() {
        BloomFilter<CharSequence> filter = filters.open(GROWING, TEXT);
        words(1000).forEach(filter::add);
        filter.claims("orders-0").add(7, "claimed");
        DyingRebuild.dieUndecided(redis, words(10));
        filter.delete();
        assertOnlyTombstone(redis, "after a deletion");
        assertThrows(FilterGoneException.class, () -> filter.add("a"));
        assertThrows(FilterGoneException.class, () -> filters.openExisting("clicks", TEXT));
        assertFalse(filters.run(REMOVAL));
        assertEquals(
                List.of(DAY, DAY),
                redis.commands()
                        .filter(command -> command.verb() == Verb.PEXPIRE && StoredConfig.isOfRegister(command))
                        .map(command -> Long.valueOf(new String(command.arguments()[0])))
                        .toList());
    }

    @Test
    void isMadeAnewOverItsTombstone() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        filter.add("a");
        String origin = filter.description().origin();
        filter.delete();
        long number = StoredConfig.number(redis);
        BloomFilter<CharSequence> anew = filters.open(clicks(3), TEXT);
        assertNotEquals(origin, anew.description().origin());
        assertFalse(anew.mightContain("a"));
        assertTrue(StoredConfig.number(redis) > number, "a late version of the old filter has a number that is taken");
        assertEquals(Map.of(), redis.expiries, "no tombstone any more");
    }

    /** A client that deletes dies at each of its commands; the next removal finds all that is left. */
    @Test
    void isFinishedByTheNextOneWhereverItsClientDies() {
        int deaths = 0;
        for (boolean isOver = false; !isOver; deaths++) {
            MemoryRedis fresh = new MemoryRedis();
            BlockingBloomFilters own = new BlockingBloomFilters(fresh);
            BloomFilter<CharSequence> filter = own.open(GROWING, TEXT);
            filter.addAll(words(400));
            filter.claims("orders-0").add(7, "claimed");
            int[] left = {deaths};
            fresh.answerInstead = command -> left[0]-- <= 0 ? Reply.Failure.noAnswer(null) : null;
            isOver = TestFilters.survives(filter::delete);
            fresh.answerInstead = command -> null;
            own.run(REMOVAL);
            assertOnlyTombstone(fresh, "died at " + deaths);
        }
        assertTrue(deaths > 10, "commands: " + deaths);
    }

    /** A client that opens the filter finishes the deletion that has begun, and makes another filter. */
    @Test
    void isFinishedByTheNextClientThatOpensTheFilter() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        filter.add("a");
        boolean[] isDead = {false};
        redis.answerInstead = command -> {
            boolean wasDead = isDead[0];
            isDead[0] |= StoredConfig.writes(command, ";phase=deleting;");
            return wasDead ? Reply.Failure.noAnswer(null) : null;
        };
        assertThrows(BackendException.class, filter::delete);
        redis.answerInstead = command -> null;
        BloomFilter<CharSequence> anew = filters.open(clicks(3), TEXT);
        assertFalse(anew.mightContain("a"));
        assertEquals(3, redis.strings.size());
    }

    /** Another client clears the filter, lets it grow or rebuilds it between two commands of the deletion. */
    @ParameterizedTest
    @ValueSource(strings = {"clear", "grow", "rebuild", "expire", "claim"})
    void removesWhatOthersMakeMeanwhile(String act) {
        int batches = 0;
        for (boolean isOver = false; !isOver; batches++) {
            MemoryRedis fresh = new MemoryRedis();
            BlockingBloomFilters own = new BlockingBloomFilters(fresh);
            BloomFilter<CharSequence> filter = own.open(GROWING, TEXT);
            BloomFilter<CharSequence> other = own.open(GROWING, TEXT);
            other.addAll(words(20));
            int[] left = {batches};
            boolean[] isMet = {false};
            fresh.before = batch -> {
                if (left[0]-- == 0) {
                    fresh.before = later -> {};
                    isMet[0] = true;
                    attempt(act, own, other);
                }
            };
            filter.delete();
            fresh.before = batch -> {};
            isOver = !isMet[0];
            assertOnlyTombstone(fresh, act + " before batch " + batches);
        }
        assertTrue(batches > 5, "batches: " + batches);
    }

    private static void attempt(String act, BlockingBloomFilters filters, BloomFilter<CharSequence> other) {
        try {
            switch (act) {
                case "clear" -> other.clear();
                case "grow" -> other.addAll(words(400));
                case "rebuild" -> filters.run(FilterRebuild.of("clicks").from(words(20), TEXT));
                case "expire" -> other.expire(java.time.Duration.ofHours(1));
                default -> other.claims("orders-0").add(7, "claimed");
            }
        } catch (BloomFilterException told) {
            assertTrue(told.getMessage().contains("clicks"), told.getMessage());
        }
    }

    /** The memory of the server is full: what is removed first makes room for what says so. */
    @Test
    void removesTheKeysFirstWhereTheServerIsFull() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        redis.answerInstead = command -> command.verb() == Verb.HSETNX && !redis.strings.isEmpty() ? oom() : null;
        filter.delete();
        assertOnlyTombstone(redis, "on a full server");
    }

    @Test
    void aClearRemovesTheKeysFirstWhereTheServerIsFull() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        filter.add("a");
        Set<String> old = Set.copyOf(redis.strings.keySet());
        redis.answerInstead = command ->
                command.verb() == Verb.HSETNX && redis.strings.keySet().containsAll(old) ? oom() : null;
        filter.clear();
        assertFalse(filter.mightContain("a"));
        assertEquals(3, redis.strings.size());
    }

    /** The copy is refused, and the register is not. */
    @Test
    void takesAVersionThatCannotBeCopiedAsItIs() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        filter.add("a");
        redis.answerInstead = command -> isOfCopy(command) ? oom() : null;
        filter.clear();
        assertFalse(filter.mightContain("a"));
        assertTrue(filter.add("b"));
        redis.answerInstead = command -> null;
        assertTrue(filters.open(clicks(3), TEXT).mightContain("b"));
    }

    private static boolean isOfCopy(Command command) {
        return command.verb() == Verb.HSETNX && new String(command.key()).equals(StoredConfig.COPY);
    }

    private static Reply oom() {
        return Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null);
    }

    @Test
    void failsWhenTheServerRefusesAWrite() {
        BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
        redis.refuse(Verb.HSETNX, "READONLY no");
        BackendException refused = assertThrows(BackendException.class, filter::delete);
        assertEquals(BackendException.Reason.READ_ONLY, refused.reason());
        redis.answerInstead = command -> null;
        assertTrue(filter.add("a"));
    }

    @Test
    void aFilterOnAnotherNumberOfServersIsNotTouched() {
        MemoryRedis two = new MemoryRedis(2);
        new BlockingBloomFilters(two).open(clicks(3), TEXT);
        BlockingBloomFilters one = new BlockingBloomFilters(two::send);
        Map<String, String> before = two.snapshot();
        assertThrows(SpecMismatchException.class, () -> one.run(REMOVAL));
        assertEquals(before, two.snapshot());
    }

    @Test
    void thereIsNothingToRemoveWhereNothingIsStored() {
        assertFalse(filters.run(REMOVAL));
        assertEquals(Map.of(), redis.snapshot());
        filters.open(clicks(3), TEXT);
        assertTrue(filters.run(REMOVAL));
    }
}
