package io.polybloom.internal.lifecycle;

import static io.polybloom.internal.lifecycle.RaceScene.beginsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.driver.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change of the expiry that meets another client's change, clear, deletion or creation. */
class ExpiryRaceTest {

    private static final long LATER = 4_000_000_000_000L;

    /** The command that writes the expiry into the config. */
    private static final Predicate<Batch> PUBLISHES = beginsWith(Verb.HSETNX)
            .and(batch ->
                    new String(batch.commands().get(0).arguments()[0], StandardCharsets.UTF_8).startsWith("expireAt."));

    private final RaceScene scene = new RaceScene();
    private final MemoryRedis redis = scene.redis;
    private final Instant instant = scene.filter.now().plus(Duration.ofHours(1));

    private void expire() {
        scene.filter.run(it -> it.expireAt(instant));
    }

    private void assertAllExpireAt(long millis) {
        assertEquals(3, redis.strings.size());
        assertEquals(Set.of(millis), scene.expiriesOfPartitions());
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
                StoredConfig.expireAt(redis, scene.origin, LATER);
            }
            hasWritten[0] |= PUBLISHES.test(batch);
        };
        expire();
        assertAllExpireAt(LATER);
    }

    /** Lets something happen once, between the sweep of the partitions and the reading that confirms it. */
    private void beforeItIsConfirmed(Runnable accident) {
        boolean[] hasWritten = {false};
        scene.before(
                batch -> {
                    boolean isConfirmed = hasWritten[0] && reads(1).test(batch);
                    hasWritten[0] |= beginsWith(Verb.HSET).test(batch);
                    return isConfirmed;
                },
                accident);
    }

    /** A client that makes partitions by a config that it read before the change gives them no expiry. */
    @Test
    void reachesAGenerationThatWasMadeByAnOlderConfig() {
        beforeItIsConfirmed(() -> {
            scene.clearByTheOther();
            redis.expiries.keySet().removeAll(redis.strings.keySet());
        });
        expire();
        assertAllExpireAt(instant.toEpochMilli());
    }

    @Test
    void reachesALayerThatWasOpenedByAnOlderConfig() {
        String generation = scene.filter.description().generation();
        String partition = "bloom:{clicks:0}:" + generation + ".1";
        beforeItIsConfirmed(() -> {
            scene.fields().put("layer." + generation + ".1", "bits=64;hashes=4;partitions=1");
            scene.fields().put("ready." + generation + ".1", "1");
            redis.strings.put(partition, aliveOf64Bits());
        });
        expire();
        assertEquals(instant.toEpochMilli(), redis.expiries.get(partition));
        assertEquals(2, scene.filter.description().layers().size());
    }

    /** Its opener marks it as ready by a command that is on its way. */
    @Test
    void reachesALayerThatIsBeingOpened() {
        String generation = scene.filter.description().generation();
        String partition = "bloom:{clicks:0}:" + generation + ".1";
        scene.fields().put("layer." + generation + ".1", "bits=64;hashes=4;partitions=1");
        redis.strings.put(partition, aliveOf64Bits());
        expire();
        assertEquals(instant.toEpochMilli(), redis.expiries.get(partition));
        assertEquals(1, scene.filter.description().layers().size());
    }

    @Test
    void givesUpWhereTheConfigNeverShowsWhatTheSweepHasGiven() {
        long[] changes = {0};
        redis.before = batch -> {
            if (reads(1).test(batch) && redis.expiries.size() >= 3) {
                StoredConfig.expireAt(redis, scene.origin, LATER + ++changes[0]);
            }
        };
        LostDataException lost = assertThrows(LostDataException.class, this::expire);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(999, changes[0]);
    }

    @Test
    void leavesNothingWhenTheFilterWasDeletedMeanwhile() {
        scene.before(PUBLISHES, scene::deleteByTheOther);
        assertThrows(FilterGoneException.class, this::expire);
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void persistsBesideAFilterThatTookTheNameMeanwhile() {
        expire();
        scene.before(PUBLISHES, () -> scene.makeAnew(TestFilters.clicks(3)));
        assertThrows(FilterGoneException.class, () -> scene.filter.run(FilterOperations::persist));
        assertEquals(Map.of(), redis.expiries);
    }

    /** The partitions that are left have the later expiry by then. */
    @Test
    void letsNothingOutliveTheConfigWhenAPartitionIsLost() {
        redis.millis = scene.filter.now().toEpochMilli();
        scene.before(PUBLISHES, () -> {
            scene.other.run(it -> it.expireAt(instant.minusSeconds(60)));
            redis.remove(redis.strings.keySet().iterator().next());
        });
        assertThrows(LostDataException.class, this::expire);
        assertEquals(Set.of(instant.toEpochMilli()), scene.expiriesOfPartitions());
        assertEquals(StoredConfig.endOfConfig(instant.toEpochMilli()), redis.expiries.get(StoredConfig.KEY));
        assertEquals(StoredConfig.endOfTrace(instant.toEpochMilli()), redis.expiries.get(StoredConfig.TRACE));
    }

    @Test
    void isContentWithPartitionsThatHaveExpiredMeanwhile() {
        scene.before(PUBLISHES, () -> {
            redis.strings.keySet().stream().toList().forEach(redis::remove);
            scene.filter.pass(Duration.ofHours(1));
        });
        expire();
        assertEquals(instant.toEpochMilli(), StoredConfig.expireAt(redis));
        assertEquals(Set.of(), redis.strings.keySet());
    }
}
