package io.polybloom.internal.lifecycle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.testing.TimedFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A clear or a change of the expiry that meets what another client does between two of its batches. */
class LifecycleRaceTest {

    private static final long LATER = 4_000_000_000_000L;
    /** The command that writes the expiry into the config. */
    private static final Predicate<Batch> PUBLISHES = MemoryRedis.beginsWith(Verb.HSETNX)
            .and(batch ->
                    new String(batch.commands().get(0).arguments()[0], StandardCharsets.UTF_8).startsWith("expireAt."));

    private final MemoryRedis redis = new MemoryRedis();
    private final TimedFilter filter = new TimedFilter(redis, TestFilters.clicks(3));
    private final TimedFilter other = new TimedFilter(redis, TestFilters.clicks(3));
    private final String origin = filter.description().origin();
    private final Instant instant = filter.now().plus(Duration.ofHours(1));

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

    private Map<String, String> fields() {
        return StoredConfig.fields(redis);
    }

    /** Returns the expiries of all partitions; 0 stands for none. */
    private Set<Long> expiriesOfPartitions() {
        Set<Long> expiries = new TreeSet<>();
        redis.strings.keySet().forEach(key -> expiries.add(redis.expiries.getOrDefault(key, 0L)));
        return expiries;
    }

    private void clear() {
        filter.run(FilterOperations::clear);
    }

    /** The deletion has met the new generation and stands on its field, so the clear must not take it back. */
    @Test
    void leavesTheConfigReadableForADeletionThatDies() {
        boolean[] isPublished = {false};
        redis.answerInstead = command -> {
            boolean isAsked = isPublished[0] && command.verb() == Verb.HGETALL;
            isPublished[0] = command.verb() == Verb.HSETNX;
            if (isAsked) {
                redis.refuse(Verb.RENAMENX, "OOM no");
                assertThrows(BackendException.class, this::deleteByTheOther);
            }
            return null;
        };
        assertThrows(FilterGoneException.class, this::clear);
        assertTrue(fields().containsKey("generation." + origin + ".1"));
        redis.answerInstead = command -> null;
        assertTrue(new TimedFilter(redis, TestFilters.clicks(3)).add("a"));
    }

    @Test
    void givesUpWhereTheConfigNeverShowsTheClear() {
        AtomicInteger clears = redis.pretend(Verb.HSETNX);
        LostDataException lost = assertThrows(LostDataException.class, this::clear);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(1000, clears.get());
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
        fields().computeIfPresent("spec", (field, text) -> text.replace(stored, changed));
        Map<String, String> before = redis.snapshot();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, this::clear);
        assertTrue(refused.getMessage().contains(complaint), refused.getMessage());
        assertEquals(before, redis.snapshot());
    }

    @Test
    void leavesNothingInAFilterThatTookTheNameMeanwhile() {
        List<TimedFilter> anew = new ArrayList<>();
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> anew.add(makeAnew(TestFilters.clicks(3))));
        assertIsToldOfTheOther(this::clear);
        assertTrue(anew.get(0).mightContain("a"));
        String ready = "ready." + anew.get(0).description().generation() + ".0";
        assertEquals(Set.of("spec", ready, ready + ".1", ready + ".2"), fields().keySet());
    }

    /** Only the client that has published a field withdraws it. */
    @Test
    void takesBackOnlyWhatItHasPublished() {
        redis.once(MemoryRedis.beginsWith(Verb.HSETNX), () -> {
            makeAnew(TestFilters.clicks(3));
            fields().put("generation." + origin + ".1", "00000000000000bb");
        });
        assertIsToldOfTheOther(this::clear);
        assertTrue(fields().containsKey("generation." + origin + ".1"));
    }

    /** Only once: the object has the other filter from then on. */
    private void assertIsToldOfTheOther(Executable change) {
        LostDataException told = assertThrows(LostDataException.class, change);
        assertTrue(told.getMessage().contains("another client has created it anew"), told.getMessage());
        assertFalse(filter.mightContain("other"));
    }

    /** Its maker would continue with it, alongside the next generation. */
    @Test
    void leavesNoLifeInAGenerationThatAnotherClientMakesMeanwhile() {
        String unready = "00000000000000bb";
        fields().put("generation." + origin + ".1", unready);
        redis.once(LifecycleRaceTest::publishes, () -> {
            new TimedFilter(redis, TestFilters.clicks(3));
            redis.refuse(Verb.UNLINK, "OOM no");
        });
        assertThrows(BackendException.class, this::clear);
        assertTrue(fields().containsKey("generation." + origin + ".2"));
        assertTrue(redis.strings.keySet().stream().noneMatch(key -> key.contains(unready)));
    }

    /** A copy that has died may have left it; 61 is not a size that classic-v1 gives a partition. */
    @Test
    void leavesAloneWhatIsOfAnotherLayout() {
        fields().put("layer.00000000000000cc.1", "bits=61;hashes=3;partitions=2");
        clear();
        assertTrue(fields().keySet().stream().noneMatch(field -> field.startsWith("layer.")));
        assertEquals(3, redis.strings.size());
    }

    private static boolean publishes(Batch batch) {
        Command first = batch.commands().get(0);
        return first.verb() == Verb.HSETNX
                && new String(first.arguments()[0], StandardCharsets.UTF_8).startsWith("generation.");
    }

    private void expire() {
        filter.run(it -> it.expireAt(instant));
    }

    private void assertAllExpireAt(long millis) {
        assertEquals(3, redis.strings.size());
        assertEquals(Set.of(millis), expiriesOfPartitions());
        assertEquals(millis, StoredConfig.expireAt(redis));
        assertEquals(StoredConfig.endOfConfig(millis), redis.expiries.get(StoredConfig.KEY));
        assertEquals(StoredConfig.endOfTrace(millis), redis.expiries.get(StoredConfig.TRACE));
    }

    private static byte[] aliveOf64Bits() {
        byte[] bytes = new byte[9];
        bytes[8] = (byte) 0x80;
        return bytes;
    }

    /** The reads after the sweep over the partitions, and after that over the keys of the whole filter. */
    private static Predicate<Batch> reads(int batchSize) {
        return batch -> batch.orderingKey() == Batch.CONFIG_ORDERING_KEY
                && batch.size() == batchSize
                && !PUBLISHES.test(batch)
                && batch.commands().get(batchSize - 1).verb() == Verb.HGETALL;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void givesWayToALaterChange(int batchSize) {
        boolean[] hasWritten = {false};
        boolean[] done = {false};
        redis.before = batch -> {
            if (hasWritten[0] && !done[0] && reads(batchSize).test(batch)) {
                done[0] = true;
                StoredConfig.expireAt(redis, origin, LATER);
            }
            hasWritten[0] |= PUBLISHES.test(batch);
        };
        expire();
        assertAllExpireAt(LATER);
    }

    /** Lets something happen once, between the sweep of the partitions and the reading that confirms it. */
    private void beforeItIsConfirmed(Runnable accident) {
        boolean[] hasWritten = {false};
        redis.once(
                batch -> {
                    boolean isConfirmed = hasWritten[0] && reads(1).test(batch);
                    hasWritten[0] |= MemoryRedis.beginsWith(Verb.HSET).test(batch);
                    return isConfirmed;
                },
                accident);
    }

    /** A client that makes partitions by a config that it read before the change gives them no expiry. */
    @Test
    void reachesAGenerationThatWasMadeByAnOlderConfig() {
        beforeItIsConfirmed(() -> {
            clearByTheOther();
            redis.expiries.keySet().removeAll(redis.strings.keySet());
        });
        expire();
        assertAllExpireAt(instant.toEpochMilli());
    }

    @Test
    void reachesALayerThatWasOpenedByAnOlderConfig() {
        String generation = filter.description().generation();
        String partition = "bloom:{clicks:0}:" + generation + ".1";
        beforeItIsConfirmed(() -> {
            fields().put("layer." + generation + ".1", "bits=64;hashes=4;partitions=1");
            fields().put("ready." + generation + ".1", "1");
            redis.strings.put(partition, aliveOf64Bits());
        });
        expire();
        assertEquals(instant.toEpochMilli(), redis.expiries.get(partition));
        assertEquals(2, filter.description().layers().size());
    }

    /** Lets another client begin to open the next layer; returns the key of its partition. */
    private String claimNextLayer() {
        String generation = filter.description().generation();
        fields().put("layer." + generation + ".1", "bits=64;hashes=4;partitions=1");
        return "bloom:{clicks:0}:" + generation + ".1";
    }

    /** Its opener marks it as ready by a command that is on its way. */
    @Test
    void reachesALayerThatIsBeingOpened() {
        String partition = claimNextLayer();
        redis.strings.put(partition, aliveOf64Bits());
        expire();
        assertEquals(instant.toEpochMilli(), redis.expiries.get(partition));
        assertEquals(1, filter.description().layers().size());
    }

    /** The place is free again in a moment, and a partition that is being made needs it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesItsExpiryToWhatStandsInThePlaceOfALayerThatIsBeingOpened(boolean expires) {
        String partition = claimNextLayer();
        redis.strings.put(partition, new byte[0]);
        redis.expiries.put(partition, 100L);
        filter.run(it -> expires ? it.expireAt(instant) : it.persist());
        assertEquals(100L, redis.expiries.get(partition));
    }

    /**
     * The partition is lost when its expiry is removed. Then its maker makes it once more, and marks the layer as
     * ready.
     */
    @Test
    void leavesAPartitionThatItsMakerMakesOnceMore() {
        String partition = claimNextLayer();
        redis.strings.put(partition, aliveOf64Bits());
        redis.once(MemoryRedis.beginsWith(Verb.PERSIST).and(batch -> isAbout(batch, partition)), () -> {
            redis.remove(partition);
            redis.once(
                    batch -> has(batch, Verb.COPY) || has(batch, Verb.HGETALL),
                    () -> redis.strings.put(partition, aliveOf64Bits()));
        });
        filter.run(FilterOperations::persist);
        assertArrayEquals(aliveOf64Bits(), redis.strings.get(partition));
    }

    private static boolean isAbout(Batch batch, String key) {
        return new String(batch.commands().get(0).key(), StandardCharsets.UTF_8).equals(key);
    }

    private static boolean has(Batch batch, Verb verb) {
        return batch.commands().stream().anyMatch(command -> command.verb() == verb);
    }

    @Test
    void givesUpWhereTheConfigNeverShowsWhatTheSweepHasGiven() {
        long[] changes = {0};
        redis.before = batch -> {
            if (reads(1).test(batch) && redis.expiries.size() >= 3) {
                StoredConfig.expireAt(redis, origin, LATER + ++changes[0]);
            }
        };
        LostDataException lost = assertThrows(LostDataException.class, this::expire);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(999, changes[0]);
    }

    @Test
    void leavesNothingWhenTheFilterWasDeletedMeanwhile() {
        redis.once(PUBLISHES, this::deleteByTheOther);
        assertThrows(FilterGoneException.class, this::expire);
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void persistsBesideAFilterThatTookTheNameMeanwhile() {
        expire();
        redis.once(PUBLISHES, () -> makeAnew(TestFilters.clicks(3)));
        assertIsToldOfTheOther(() -> filter.run(FilterOperations::persist));
        assertEquals(Map.of(), redis.expiries);
    }

    /** The partitions that are left have the later expiry by then. */
    @Test
    void letsNothingOutliveTheConfigWhenAPartitionIsLost() {
        redis.millis = filter.now().toEpochMilli();
        redis.once(PUBLISHES, () -> {
            other.run(it -> it.expireAt(instant.minusSeconds(60)));
            redis.remove(redis.strings.keySet().iterator().next());
        });
        assertThrows(LostDataException.class, this::expire);
        assertEquals(Set.of(instant.toEpochMilli()), expiriesOfPartitions());
        assertEquals(StoredConfig.endOfConfig(instant.toEpochMilli()), redis.expiries.get(StoredConfig.KEY));
        assertEquals(StoredConfig.endOfTrace(instant.toEpochMilli()), redis.expiries.get(StoredConfig.TRACE));
    }

    @Test
    void isContentWithPartitionsThatHaveExpiredMeanwhile() {
        redis.once(PUBLISHES, () -> {
            redis.strings.keySet().stream().toList().forEach(redis::remove);
            filter.pass(Duration.ofHours(1));
        });
        expire();
        assertEquals(instant.toEpochMilli(), StoredConfig.expireAt(redis));
        assertEquals(Set.of(), redis.strings.keySet());
    }
}
