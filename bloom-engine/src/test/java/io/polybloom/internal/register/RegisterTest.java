package io.polybloom.internal.register;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.register.Register.Written;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.StateText;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading and writing the versions of the filter {@code clicks}, which has two of them. */
class RegisterTest {

    private static final Instant LATER = Instant.ofEpochMilli(4_000_000_000_000L);

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingDriver driver = new BlockingDriver(redis);
    private long nanos;
    private int ids;
    private final Register register = new Register(
            "clicks",
            new Environment(
                    1, WholePartitions.TO_READ, Instant::now, () -> nanos, () -> "%016x".formatted(0xcc00 + ++ids)));

    RegisterTest() {
        TestFilters.open(redis, TestFilters.clicks(2));
        redis.batches.clear();
    }

    private FilterState read() {
        return driver.run(register.read()).orElseThrow();
    }

    private Written change(FilterState current, Instant instant) {
        return driver.run(register.compareAndSet(current, current.expiring(Lifetime.until(instant))));
    }

    private Map<String, String> copied() {
        return redis.hashes.getOrDefault(StoredConfig.COPY, Map.of());
    }

    private Map<String, String> stored() {
        return redis.hashes.getOrDefault(StoredConfig.KEY, Map.of());
    }

    private List<String> sent() {
        return redis.commands()
                .map(command -> command.verb() + " " + new String(command.key(), UTF_8))
                .toList();
    }

    @Test
    void isReadByOneBatchThatWritesNothing() {
        assertEquals(2, read().version().number());
        assertEquals(List.of("HGETALL bloom:{clicks}", "HGETALL bloom:{clicks}:copy"), sent());
        assertEquals(1, redis.batches.size());
    }

    @Test
    void hasNoVersionWhereNothingIsStored() {
        StoredConfig.lose(redis);
        assertEquals(Optional.empty(), driver.run(register.read()));
        assertEquals(Map.of(), redis.hashes);
    }

    @Test
    void writesTheNextVersionIntoBothHashes() {
        FilterState before = read();
        redis.batches.clear();
        Written written = change(before, LATER);
        assertTrue(written.isOurs());
        assertEquals(3, written.current().orElseThrow().version().number());
        assertEquals(before.version().by(), StoredConfig.value(redis, "after"));
        assertEquals(stored(), copied());
        assertEquals(
                List.of(
                        "HSETNX bloom:{clicks}",
                        "HGETALL bloom:{clicks}",
                        "HSETNX bloom:{clicks}:copy",
                        "HGETALL bloom:{clicks}:copy"),
                sent());
        assertEquals(2, redis.batches.size());
    }

    @Test
    void keepsTheNewestEightVersions() {
        FilterState current = read();
        for (int i = 0; i < 20; i++) {
            current = change(current, LATER.plusMillis(i)).current().orElseThrow();
        }
        Set<String> newest =
                LongStream.rangeClosed(15, 22).mapToObj(Long::toString).collect(Collectors.toSet());
        assertEquals(newest, Set.copyOf(stored().keySet()));
        assertEquals(newest, Set.copyOf(copied().keySet()));
    }

    @Test
    void leavesTheVersionOfTheClientThatWasFaster() {
        FilterState before = read();
        Instant theirs = LATER.plusSeconds(1);
        redis.once(
                MemoryRedis.beginsWith(Verb.HSETNX),
                () -> assertTrue(change(before, theirs).isOurs()));
        Written late = change(before, LATER);
        assertFalse(late.isOurs());
        assertEquals(Optional.of(theirs), late.current().orElseThrow().filter().expireAt());
        assertEquals(3, StoredConfig.number(redis));
    }

    /** Others have written nine versions meanwhile, so the number is free again; and the register was evicted. */
    @Test
    void doesNotTakeANumberThatIsForgottenForItsSuccess() {
        FilterState before = read();
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> {
            FilterState current = before;
            for (int i = 0; i < 9; i++) {
                current = change(current, LATER.plusSeconds(1 + i)).current().orElseThrow();
            }
            redis.hashes.remove(StoredConfig.KEY);
        });
        Written late = change(before, LATER);
        assertFalse(late.isOurs());
        assertEquals(
                Optional.of(LATER.plusSeconds(9)),
                late.current().orElseThrow().filter().expireAt());
    }

    /** Another client knows the version that had the number before: no failover has undone that. */
    @Test
    void tellsNobodyOfAFailoverWhoKnowsANumberThatIsForgotten() {
        FilterState before = read();
        FilterState known = change(before, LATER).current().orElseThrow();
        FilterState current = known;
        for (int i = 0; i < 9; i++) {
            current = change(current, LATER.plusSeconds(1 + i)).current().orElseThrow();
        }
        assertFalse(change(before, LATER.plusSeconds(20)).isOurs());
        assertTrue(stored().containsKey("3"), "it has come late, and is still there");
        assertFalse(read().generation().lacksPartOf(known.generation()));
        change(read(), LATER);
        assertEquals(8, stored().size(), "the next version removes it");
        assertEquals(8, copied().size());
    }

    /** Its client has given up; others have written that version and later ones since. */
    @Test
    void takesNoNoticeOfACommandThatComesLate() {
        FilterState before = read();
        String text = StateText.encode(
                before.expiring(Lifetime.until(LATER)).following(Optional.of(before), "00000000000000dd"));
        FilterState current = before;
        for (int i = 1; i < 4; i++) {
            current = change(current, LATER.plusSeconds(i)).current().orElseThrow();
        }
        Map<String, String> stored = new TreeMap<>(stored());
        redis.send(new Batch(
                0,
                0,
                List.of(new Command(
                        Verb.HSETNX, StoredConfig.KEY.getBytes(UTF_8), "3".getBytes(UTF_8), text.getBytes(UTF_8)))));
        assertEquals(stored, stored());
        assertEquals(current.version().by(), read().version().by());
    }

    /** Nobody has changed anything since: then it is what its client meant. */
    @Test
    void takesTheNextVersionFromACommandThatComesLate() {
        FilterState before = read();
        String text = StateText.encode(
                before.expiring(Lifetime.until(LATER)).following(Optional.of(before), "00000000000000dd"));
        redis.hashes.get(StoredConfig.KEY).put("3", text);
        assertEquals(Optional.of(LATER), read().filter().expireAt());
        assertEquals(stored(), copied());
    }

    @ParameterizedTest
    @ValueSource(strings = {StoredConfig.KEY, StoredConfig.COPY})
    void writesAHashAgainThatWasEvicted(String lost) {
        FilterState before = change(read(), LATER).current().orElseThrow();
        redis.remove(lost);
        assertEquals(before.version().by(), read().version().by());
        assertEquals(StoredConfig.text(redis), redis.hashes.get(lost).get("3"));
        assertEquals(LATER.toEpochMilli() + 86_400_000, redis.expiries.get(lost));
        redis.batches.clear();
        read();
        assertEquals(1, redis.batches.size(), "nothing is left to be done");
    }

    /** One after the other: each is written again before the other one is lost. */
    @Test
    void survivesTheEvictionOfEachHashAsOftenAsItLikes() {
        String by = change(read(), LATER).current().orElseThrow().version().by();
        for (int i = 0; i < 6; i++) {
            redis.remove(i % 2 == 0 ? StoredConfig.KEY : StoredConfig.COPY);
            FilterState state = read();
            assertEquals(by, state.version().by(), "eviction " + i);
            assertEquals(Phase.READY, state.phase(), "eviction " + i);
        }
        assertTrue(change(read(), LATER.plusSeconds(1)).isOurs());
    }

    /** A first version that comes late, after the server has lost everything, would begin the filter anew. */
    @ParameterizedTest
    @ValueSource(strings = {StoredConfig.KEY, StoredConfig.COPY})
    void writesTheSecondVersionOnceMoreAndNotTheFirst(String lost) {
        FilterState second = read();
        redis.remove(lost);
        FilterState third = read();
        assertEquals(3, third.version().number());
        assertEquals(second.filter().layerIds(), third.filter().layerIds());
        assertEquals(Set.of("2", "3"), redis.hashes.get(lost).keySet());
        assertEquals(third.version().by(), read().version().by());
    }

    @Test
    void takesTheSecondVersionAsItIsIfItMayNotWrite() {
        FilterState second = read();
        redis.hashes.get(StoredConfig.COPY).remove("1");
        redis.answerInstead =
                command -> command.verb() == Verb.HSETNX ? Reply.Failure.ofServer("NOPERM no", null) : null;
        assertEquals(second.version().by(), read().version().by());
    }

    /** Another client had made it by then, for a filter of this name that does not expire. */
    @Test
    void givesAHashTheExpiryOfAVersionThatDoesNotFollowTheOneBefore() {
        FilterState before = change(read(), LATER).current().orElseThrow();
        String foreign =
                StateText.encode(before.expiring(Lifetime.FOR_EVER).following(Optional.empty(), "00000000000000dd"));
        redis.hashes.get(StoredConfig.KEY).put("1", foreign);
        redis.hashes.get(StoredConfig.COPY).put("1", foreign);
        redis.hashes.get(StoredConfig.COPY).remove("3");
        redis.expiries.clear();
        read();
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), redis.expiries.keySet());
    }

    /** A version counts when it is in the copy: a client has lost the race for it after an eviction. */
    @Test
    void writesTheTextOfTheCopyOnceMoreWhereTheTwoDiffer() {
        FilterState before = read();
        FilterState counting = change(before, LATER).current().orElseThrow();
        FilterState other = before.cleared("00000000000000ee", "00000000000000ef")
                .following(Optional.of(before), "00000000000000dd");
        redis.hashes.get(StoredConfig.KEY).put("3", StateText.encode(other));
        FilterState now = read();
        assertEquals(4, now.version().number());
        assertEquals(counting.version().by(), now.after());
        assertEquals(Optional.of(LATER), now.filter().expireAt());
        assertEquals(Phase.READY, now.phase());
        assertEquals(stored().get("4"), copied().get("4"));
    }

    /** A failover has undone the version that it was written on. */
    @Test
    void writesTheStateBeforeAVersionThatDoesNotDescendFromIt() {
        FilterState before = read();
        FilterState undone = before.expiring(Lifetime.until(LATER)).following(Optional.of(before), "00000000000000d1");
        String stray = StateText.encode(undone.cleared("00000000000000ee", "00000000000000ef")
                .following(Optional.of(undone), "00000000000000d2"));
        FilterState theirs = change(before, LATER.plusSeconds(1)).current().orElseThrow();
        redis.hashes.get(StoredConfig.KEY).put("4", stray);
        FilterState now = read();
        assertEquals(5, now.version().number());
        assertEquals("00000000000000d2", now.after());
        assertEquals(theirs.filter().expireAt(), now.filter().expireAt());
        assertEquals(theirs.filter().layerIds(), now.filter().layerIds());
        assertTrue(now.generation().lacksPartOf(undone.read(Map.of(), 0).generation()));
    }

    /** Rule 2: no layer is used before those that the version before has ended are removed. */
    @Test
    void removesWhatHasEndedBeforeItWritesTheNextVersion() {
        FilterState before = read();
        FilterState clearing = driver.run(
                        register.compareAndSet(before, before.cleared("00000000000000ee", "00000000000000ef")))
                .current()
                .orElseThrow();
        assertEquals(2, redis.strings.size(), "they are still there when the version is written");
        boolean[] areGone = {false};
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> areGone[0] = redis.strings.isEmpty());
        assertTrue(driver.run(register.compareAndSet(clearing, clearing.published()))
                .isOurs());
        assertTrue(areGone[0]);
        assertNull(StoredConfig.value(redis, "ended"));
    }

    /** A tombstone lives for a day; numbers begin anew after it. */
    @Test
    void writesNothingOnAReadThatIsAnHourOld() {
        FilterState before = read();
        nanos += Duration.ofHours(1).toNanos() + 1;
        Map<String, String> all = redis.snapshot();
        assertFalse(change(before, LATER).isOurs());
        assertEquals(all, redis.snapshot());
        assertTrue(change(read(), LATER).isOurs());
    }

    /** The memory of the server is full, or this client may not write. */
    @ParameterizedTest
    @ValueSource(strings = {"OOM no", "NOPERM no"})
    void takesAVersionThatCannotBeCopiedAsItIs(String refusal) {
        FilterState before = change(read(), LATER).current().orElseThrow();
        redis.remove(StoredConfig.COPY);
        redis.answerInstead = command -> command.verb() == Verb.HSETNX ? Reply.Failure.ofServer(refusal, null) : null;
        assertEquals(before.version().by(), read().version().by());
        redis.answerInstead = command -> null;
        redis.remove(StoredConfig.KEY);
        redis.hashes.put(StoredConfig.COPY, new TreeMap<>(Map.of("3", StateText.encode(before))));
    }

    @Test
    void endsAFilterOfWhichNothingButTheVersionIsLeftThatItWrites() {
        FilterState before = read();
        StoredConfig.lose(redis);
        assertFalse(change(before, LATER).isOurs());
        assertTrue(read().isOver());
    }

    /** Its writer is late; a reader must not build on it before the writer notices. */
    @Test
    void endsAFilterOfWhichAReaderFindsNothingButOneLaterVersion() {
        change(read(), LATER);
        Map<String, String> newest = Map.of("3", stored().get("3"));
        StoredConfig.lose(redis);
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(newest));
        assertTrue(read().isOver());
        assertEquals(4, StoredConfig.number(redis));
    }

    /** Rule 2 holds for the version that ends it, too. */
    @Test
    void removesWhatTheOneLaterVersionHasEnded() {
        FilterState before = read();
        driver.run(register.compareAndSet(before, before.cleared("00000000000000ee", "00000000000000ef")));
        Map<String, String> newest = Map.of("3", stored().get("3"));
        redis.remove(StoredConfig.KEY);
        redis.remove(StoredConfig.COPY);
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(newest));
        assertTrue(read().isOver());
        assertEquals(Set.of(), redis.strings.keySet());
    }

    @Test
    void copiesTheVersionBeforeToAHashThatWasMadeAnew() {
        FilterState before = read();
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> redis.remove(StoredConfig.KEY));
        assertTrue(change(before, LATER).isOurs());
        redis.remove(StoredConfig.COPY);
        assertFalse(read().isOver());
        assertEquals(Set.of("2", "3"), copied().keySet());
        assertEquals(copied(), stored());
    }

    @Test
    void givesBothHashesTheirExpiryBackInATouch() {
        change(read(), LATER);
        driver.run(register.compareAndSet(read(), read().settled()));
        redis.expiries.put(StoredConfig.KEY, 7L);
        redis.expiries.remove(StoredConfig.COPY);
        driver.run(register.touch(Instant.ofEpochMilli(redis.millis)));
        for (String key : List.of(StoredConfig.KEY, StoredConfig.COPY)) {
            assertEquals(LATER.toEpochMilli() + 86_400_000, redis.expiries.get(key), key);
        }
    }

    @Test
    void isNotDisturbedByAFieldThatSomebodyHasAdded() {
        redis.hashes.get(StoredConfig.KEY).put("note", "by hand");
        assertEquals(2, read().version().number());
        assertTrue(change(read(), LATER).isOurs());
        assertEquals("by hand", stored().get("note"));
    }
}
