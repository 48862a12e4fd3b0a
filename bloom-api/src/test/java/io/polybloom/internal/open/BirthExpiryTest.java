package io.polybloom.internal.open;

import static io.polybloom.internal.open.BirthScene.ID;
import static io.polybloom.internal.open.BirthScene.PARTITIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.FilterDescription;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A birth gives its keys the expiry that was stored last. */
class BirthExpiryTest {

    private static final long EXPIRY = 4_000_000_000_000L;

    private final BirthScene scene = new BirthScene();
    private final MemoryRedis redis = scene.redis;

    @Test
    void appliesAnExpiryThatWasSetMeanwhile() {
        scene.before(Verb.RENAMENX, () -> StoredConfig.expireAt(redis, ID, EXPIRY));
        assertEquals(
                EXPIRY,
                scene.bear().orElseThrow().filter().expireAt().orElseThrow().toEpochMilli());
        Map<String, Long> expected = new TreeMap<>();
        PARTITIONS.forEach(key -> expected.put(key, EXPIRY));
        expected.put(StoredConfig.KEY, StoredConfig.endOfConfig(EXPIRY));
        expected.put(StoredConfig.TRACE, StoredConfig.endOfTrace(EXPIRY));
        assertEquals(expected, redis.expiries);
    }

    @Test
    void touchesNeitherTraceNorExpiryOfTheConfigForALaterLayer() {
        scene.fields().put("ready." + ID + ".0", "1");
        scene.fields().put("layer." + ID + ".1", SpecCodec.encodeLayer(scene.claimed.geometry()));
        StoredConfig.expireAt(redis, ID, EXPIRY);
        scene.before(Verb.RENAMENX, () -> StoredConfig.expireAt(redis, ID, EXPIRY + 5));
        FilterDescription later = Descriptions.withLayer(scene.claimed, scene.claimed.geometry());
        assertEquals(2, scene.bear(later).orElseThrow().filter().layers().size());
        assertFalse(redis.hashes.containsKey(StoredConfig.TRACE));
        redis.expiries.remove(StoredConfig.unbornTrace(ID));
        assertEquals(
                Map.of("bloom:{clicks:0}:" + ID + ".1", EXPIRY + 5, "bloom:{clicks:1}:" + ID + ".1", EXPIRY + 5),
                redis.expiries);
    }
}
