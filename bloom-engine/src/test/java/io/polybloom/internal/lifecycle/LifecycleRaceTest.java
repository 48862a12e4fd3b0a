package io.polybloom.internal.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.testing.TimedFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A clear or a change of the expiry that meets what another client does between two of its batches. */
class LifecycleRaceTest {

    private static final long LATER = 4_000_000_000_000L;

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter filter = new TimedFilter(redis, TestFilters.clicks(3));
    private final TimedFilter other = new TimedFilter(redis, TestFilters.clicks(3));
    private final Instant instant = filter.now().plus(Duration.ofHours(1));

    private void clear() {
        filter.run(FilterOperations::clear);
    }

    private void expire() {
        filter.run(it -> it.expireAt(instant));
    }

    private void clearByTheOther() {
        other.run(FilterOperations::clear);
    }

    private void deleteByTheOther() {
        other.run(FilterOperations::delete);
    }

    /** Deletes the filter and makes one of that name with an element in it. */
    private TimedFilter makeAnew(FilterSpec spec) {
        deleteByTheOther();
        TimedFilter anew = new TimedFilter(redis, spec);
        anew.add("a");
        return anew;
    }

    /** Returns the expiries of all partitions; 0 stands for none. */
    private Set<Long> expiriesOfPartitions() {
        Set<Long> expiries = new TreeSet<>();
        redis.strings.keySet().forEach(key -> expiries.add(redis.expiries.getOrDefault(key, 0L)));
        return expiries;
    }

    /** The client of a clear dies at each of its commands. The next client finds the filter, and finds it empty. */
    @Test
    void isFinishedByTheNextClientWhereverItsOwnDies() {
        int deaths = 0;
        for (boolean isOver = false; !isOver; deaths++) {
            MemoryRedis fresh = new MemoryRedis();
            TimedFilter dying = new TimedFilter(fresh, TestFilters.clicks(3));
            TimedFilter bystander = new TimedFilter(fresh, TestFilters.clicks(3));
            dying.add("a");
            int[] left = {deaths};
            fresh.answerInstead = command -> left[0]-- <= 0 ? Reply.Failure.noAnswer(null) : null;
            isOver = TestFilters.survives(() -> dying.run(FilterOperations::clear));
            fresh.answerInstead = command -> null;
            boolean isCleared = StoredConfig.number(fresh) > 2;
            bystander.mightContain("a");
            assertTrue(bystander.mightContain("b") || bystander.add("b"), "died at " + deaths);
            TimedFilter next = new TimedFilter(fresh, TestFilters.clicks(3));
            assertEquals(!isCleared, next.mightContain("a"), "died at " + deaths);
            next.add("c");
            assertTrue(StoredConfig.isReady(fresh));
            next.run(FilterOperations::clear);
            assertEquals(3, fresh.strings.size(), "keys are left, died at " + deaths);
        }
        assertTrue(deaths > 15, "commands: " + deaths);
    }

    private static Stream<Consumer<TimedFilter>> calls() {
        return Stream.of(
                it -> it.mightContain("a"),
                it -> it.add("b"),
                it -> it.run(filter -> filter.addAll(TestFilters.words(50))),
                it -> it.run(filter -> filter.mightContainAll(TestFilters.words(50))),
                it -> it.run(FilterOperations::stats));
    }

    /** The fourth law: a bystander is told nothing, whichever of the commands of the clear its call comes before. */
    @ParameterizedTest
    @MethodSource("calls")
    void noCallOfAnotherClientFails(Consumer<TimedFilter> call) {
        int batches = 0;
        for (boolean isOver = false; !isOver; batches++) {
            other.add("a");
            int[] left = {batches};
            boolean[] isCalled = {false};
            redis.before = batch -> {
                if (left[0]-- == 0) {
                    redis.before = later -> {};
                    isCalled[0] = true;
                    call.accept(other);
                }
            };
            clear();
            redis.before = batch -> {};
            isOver = !isCalled[0];
            assertTrue(StoredConfig.isReady(redis), "before batch " + batches);
            assertEquals(3, redis.strings.size(), "before batch " + batches);
        }
        assertTrue(batches > 6, "batches: " + batches);
    }

    @Test
    void oneClearServesTwoClients() {
        redis.once(batch -> StoredConfig.beginsClear(batch), this::clearByTheOther);
        clear();
        assertEquals(3, redis.strings.size());
        assertEquals(
                filter.description().generation(),
                new TimedFilter(redis, TestFilters.clicks(3)).description().generation());
        assertFalse(filter.mightContain("a"));
    }

    @Test
    void givesUpWhereTheRegisterNeverShowsTheClear() {
        AtomicInteger versions = redis.pretend(Verb.HSETNX);
        LostDataException lost = assertThrows(LostDataException.class, this::clear);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertTrue(versions.get() <= 1000, "versions: " + versions);
    }

    @Test
    void leavesAFilterAloneThatTookTheNameBefore() {
        TimedFilter anew = makeAnew(TestFilters.clicks(3));
        assertThrows(LostDataException.class, this::clear);
        assertTrue(anew.mightContain("a"));
        assertEquals(anew.description().generation(), filter.description().generation());
    }

    /** As only somebody else's hand can have written them: a life keeps its parameters, and its servers. */
    @ParameterizedTest
    @CsvSource({
        "capacity=1000;, capacity=1001;, 'capacity is 1001, not 1000'",
        "servers=1, servers=2, 'is spread over 2 servers, but 1 is named'"
    })
    void refusesOtherParametersOfTheSameLife(String stored, String changed, String complaint) {
        StoredConfig.tamper(redis, "clicks", text -> text.replace(stored, changed));
        Map<String, String> before = redis.snapshot();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, this::clear);
        assertTrue(refused.getMessage().contains(complaint), refused.getMessage());
        assertEquals(before, redis.snapshot());
    }

    @Test
    void leavesNothingInAFilterThatTookTheNameMeanwhile() {
        List<TimedFilter> anew = new ArrayList<>();
        redis.once(StoredConfig::beginsClear, () -> anew.add(makeAnew(TestFilters.clicks(3))));
        assertIsToldOfTheOther(this::clear);
        assertTrue(anew.get(0).mightContain("a"));
        assertEquals(3, redis.strings.size());
        assertEquals(anew.get(0).description().origin(), StoredConfig.value(redis, "life"));
    }

    /** Only once: the object has the other filter from then on. */
    private void assertIsToldOfTheOther(Executable change) {
        LostDataException told = assertThrows(LostDataException.class, change);
        assertTrue(told.getMessage().contains("another client has created it anew"), told.getMessage());
        assertFalse(filter.mightContain("other"));
    }

    private void assertAllExpireAt(long millis) {
        assertEquals(3, redis.strings.size());
        assertEquals(Set.of(millis), expiriesOfPartitions());
        assertEquals(millis, StoredConfig.expireAt(redis));
        assertTrue(StoredConfig.isReady(redis));
        for (String key : List.of(StoredConfig.KEY, StoredConfig.COPY)) {
            assertEquals(StoredConfig.endOfRegister(millis), redis.expiries.get(key));
        }
    }

    /** The version that says that all keys have their expiry. */
    private static boolean settles(Batch batch) {
        return StoredConfig.writes(batch, ";expireAt=[0-9]+$");
    }

    @Test
    void givesWayToALaterChange() {
        redis.once(LifecycleRaceTest::settles, () -> other.run(it -> it.expireAt(Instant.ofEpochMilli(LATER))));
        expire();
        assertAllExpireAt(LATER);
    }

    @Test
    void givesWayToAChangeThatIsNotSettled() {
        redis.once(
                LifecycleRaceTest::settles,
                () -> StoredConfig.write(redis, state -> state.expiring(Lifetime.until(Instant.ofEpochMilli(LATER)))));
        expire();
        other.mightContain("a");
        new TimedFilter(redis, TestFilters.clicks(3)).mightContain("a");
        assertAllExpireAt(LATER);
    }

    @Test
    void reachesAGenerationThatWasClearedMeanwhile() {
        redis.once(LifecycleRaceTest::settles, this::clearByTheOther);
        expire();
        assertAllExpireAt(instant.toEpochMilli());
    }

    /** The layer was claimed by a client that knew of no expiry, and is published after the expiry was set. */
    @Test
    void reachesALayerThatIsBeingMade() {
        redis.once(
                batch -> StoredConfig.writes(batch, ";phase=ready;.*;layers=[0-9a-f]"),
                () -> other.run(it -> it.expireAt(instant)));
        clear();
        assertAllExpireAt(instant.toEpochMilli());
    }

    @Test
    void leavesNothingWhenTheFilterWasDeletedMeanwhile() {
        redis.once(LifecycleRaceTest::settles, this::deleteByTheOther);
        expire();
        assertEquals(Map.of(), redis.strings);
        assertEquals("deleted", StoredConfig.phase(redis));
        assertThrows(FilterGoneException.class, () -> filter.mightContain("a"));
    }

    @Test
    void persistsBesideAFilterThatTookTheNameMeanwhile() {
        expire();
        redis.once(batch -> StoredConfig.writes(batch, ";settle=1"), () -> makeAnew(TestFilters.clicks(3)));
        assertIsToldOfTheOther(() -> filter.run(FilterOperations::persist));
        assertEquals(Map.of(), redis.expiries);
    }

    /** The partitions that are left have their expiry all the same. */
    @Test
    void letsNothingOutliveTheRegisterWhenAPartitionIsLost() {
        redis.millis = filter.now().toEpochMilli();
        redis.once(
                batch -> StoredConfig.writes(batch, ";settle=1"),
                () -> redis.remove(redis.strings.keySet().iterator().next()));
        assertThrows(LostDataException.class, this::expire);
        assertEquals(Set.of(instant.toEpochMilli()), expiriesOfPartitions());
        for (String key : List.of(StoredConfig.KEY, StoredConfig.COPY)) {
            assertEquals(StoredConfig.endOfRegister(instant.toEpochMilli()), redis.expiries.get(key));
        }
    }

    @Test
    void isContentWithPartitionsThatHaveExpiredMeanwhile() {
        redis.once(LifecycleRaceTest::settles, () -> {
            redis.strings.keySet().stream().toList().forEach(redis::remove);
            filter.pass(Duration.ofHours(1));
        });
        expire();
        assertEquals(instant.toEpochMilli(), StoredConfig.expireAt(redis));
        assertEquals(Set.of(), redis.strings.keySet());
    }

    @Test
    void isAnotherGenerationOfTheSameLife() {
        String before = filter.description().generation();
        clear();
        assertNotEquals(before, filter.description().generation());
        assertEquals(other.description().origin(), filter.description().origin());
    }
}
