package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterCopy;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Other clients use the name of a copy before it is finished. */
class CopyRaceTest {

    private static final FilterSpec EXISTING = FilterSpec.existing("new").build();
    private static final FilterSpec TARGET =
            FilterSpec.named("new").capacity(1000).partitions(3).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private BloomFilter<CharSequence> source;

    @BeforeEach
    void fill() {
        source = TestFilters.open(redis, clicks(3));
        source.add("copied");
    }

    private void copy() {
        filters.run(FilterCopy.of(clicks(3)).named("new"));
    }

    private void before(Predicate<Batch> which, Runnable event) {
        redis.once(which, event);
    }

    private static boolean publishes(Batch batch) {
        return batch.commands().stream().anyMatch(command -> StoredConfig.writes(command, "new", ";phase=ready;"));
    }

    private static boolean settles(Batch batch) {
        return batch.commands().stream()
                .anyMatch(command -> StoredConfig.writes(command, "new", "^(?!.*;settle=1).*;phase=ready;"));
    }

    /** Nobody sees the copy before it is whole, and nobody sees it without its expiry. */
    @Test
    void givesWayToAFilterThatWasCreatedMeanwhile() {
        source.expire(Duration.ofMinutes(5));
        before(CopyRaceTest::publishes, () -> TestFilters.open(redis, TARGET).add("added"));
        assertThrows(SpecMismatchException.class, this::copy);
        BloomFilter<CharSequence> other = TestFilters.open(redis, EXISTING);
        assertTrue(other.mightContain("added"));
        assertFalse(other.mightContain("copied"));
        assertEquals(6, redis.strings.size(), "the copy has removed its own keys");
        assertTrue(other.description().expireAt().isEmpty());
    }

    @Test
    void isUsedByOthersAsSoonAsItIsPublished() {
        source.expire(Duration.ofMinutes(5));
        before(CopyRaceTest::settles, () -> {
            BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
            assertTrue(copy.mightContain("copied"));
            assertTrue(copy.add("added"));
        });
        copy();
        BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
        assertTrue(copy.mightContain("added"));
        assertEquals(source.description().expireAt(), copy.description().expireAt());
        long end = copy.description().expireAt().orElseThrow().toEpochMilli();
        redis.strings.keySet().stream()
                .filter(key -> key.contains("{new:"))
                .forEach(key -> assertEquals(end, redis.expiries.get(key), key));
    }

    /** Its client dies between the version that publishes the copy and the one that says that all have their expiry. */
    @Test
    void isSettledByTheNextClientThatUsesIt() {
        boolean[] isDead = {false};
        redis.answerInstead = command -> {
            boolean wasDead = isDead[0];
            isDead[0] |= StoredConfig.writes(command, "new", ";settle=1");
            return wasDead ? Reply.Failure.noAnswer(null) : null;
        };
        assertThrows(BackendException.class, this::copy);
        redis.answerInstead = command -> null;
        assertTrue(TestFilters.open(redis, TARGET).mightContain("copied"));
        assertNull(StoredConfig.value(redis, "new", "settle"));
        redis.strings.keySet().forEach(key -> assertFalse(redis.expiries.containsKey(key), key));
    }

    /** The deletion and the creation of another filter come before the copy knows that it was published. */
    @Test
    void leavesAFilterAloneThatTookItsNameWhenItWasDeletedAgain() {
        before(CopyRaceTest::settles, () -> {
            TestFilters.open(redis, EXISTING).delete();
            TestFilters.open(redis, TARGET).add("added");
        });
        try {
            copy();
        } catch (BloomFilterException told) {
            assertTrue(told.getMessage().contains("new"), told.getMessage());
        }
        BloomFilter<CharSequence> other = TestFilters.open(redis, EXISTING);
        assertTrue(other.mightContain("added"));
        assertFalse(other.mightContain("copied"));
        assertEquals(6, redis.strings.size());
    }

    @Test
    void takesTheNameOfAFilterWhoseDeletionHasDied() {
        TestFilters.open(redis, TARGET).add("added");
        boolean[] isDead = {false};
        redis.answerInstead = command -> {
            boolean wasDead = isDead[0];
            isDead[0] |= StoredConfig.writes(command, "new", ";phase=deleting;");
            return wasDead ? Reply.Failure.noAnswer(null) : null;
        };
        BloomFilter<CharSequence> ended = TestFilters.open(redis, EXISTING);
        assertThrows(BackendException.class, ended::delete);
        redis.answerInstead = command -> null;
        copy();
        BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
        assertTrue(copy.mightContain("copied"));
        assertFalse(copy.mightContain("added"));
        assertEquals(6, redis.strings.size());
    }

    @Test
    void takesTheNameOfAFilterThatHasExpired() {
        BloomFilter<CharSequence> old = TestFilters.open(redis, TARGET);
        old.add("added");
        old.expire(Duration.ofMinutes(5));
        redis.millis += Duration.ofMinutes(6).toMillis();
        copy();
        BloomFilter<CharSequence> copy = TestFilters.open(redis, EXISTING);
        assertTrue(copy.mightContain("copied"));
        assertFalse(copy.mightContain("added"));
        assertEquals(6, redis.strings.size());
        assertEquals(Map.of(), redis.expiries);
    }
}
