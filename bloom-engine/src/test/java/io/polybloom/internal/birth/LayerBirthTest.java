package io.polybloom.internal.birth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The birth of a layer of the filter {@code clicks}, while another operation happens between its rounds. */
class LayerBirthTest {

    private static final String ID = "00000000000000aa";
    private static final String OTHER = "00000000000000bb";
    private static final String PARTITION = "bloom:{clicks:0}:" + ID + ".0";
    private static final long EXPIRY = 4_000_000_000_000L;

    private final MemoryRedis redis = new MemoryRedis();
    private final FilterDescription claimed = Descriptions.planned(TestFilters.clicks(2), 1, ID, ElementHash.murmur3());
    private int makers;

    @BeforeEach
    void claimsTheNameAndNothingElse() {
        redis.hashes.put(StoredConfig.unbornTrace(ID), new TreeMap<>(Map.of(ID, SpecCodec.encode(claimed))));
        redis.expiries.put(StoredConfig.unbornTrace(ID), 4_000_000_000_000L);
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of("spec", SpecCodec.encode(claimed))));
    }

    private Optional<ConfigRecord> bear() {
        return bear(claimed);
    }

    private Optional<ConfigRecord> bear(FilterDescription filter) {
        return new BlockingDriver(redis).run(new LayerBirth(new ConfigKey("clicks"), filter, this::maker).start());
    }

    private String maker() {
        return "%016x".formatted(++makers);
    }

    /** Lets something happen once, before the first batch that begins with this verb; HSETNX stands for the mark. */
    private void before(Verb verb, Runnable accident) {
        redis.once(
                batch -> {
                    Command first = batch.commands().get(0);
                    boolean isEntry =
                            first.verb() == Verb.HSETNX && new String(first.arguments()[1], US_ASCII).contains("=");
                    return first.verb() == verb && !isEntry;
                },
                accident);
    }

    /** Removes what was made of the first partition before it has its name. */
    private void loseUnborn() {
        Set.copyOf(redis.strings.keySet()).stream()
                .filter(key -> key.startsWith(PARTITION + ":") && key.endsWith(":new"))
                .forEach(redis::remove);
    }

    private Map<String, String> fields() {
        return StoredConfig.fields(redis);
    }

    /** Returns how many batches began with this verb. */
    private long rounds(Verb verb) {
        return redis.batches.stream()
                .filter(batch -> batch.commands().get(0).verb() == verb)
                .count();
    }

    @Test
    void givesUpWhenTheTraceIsLostForTheThirdTime() {
        redis.before = batch -> redis.remove(StoredConfig.unbornTrace(ID));
        LostDataException lost = assertThrows(LostDataException.class, this::bear);
        assertTrue(lost.getMessage().contains(StoredConfig.TRACE + " was lost as soon as"), lost.getMessage());
        assertEquals(redis.strings.keySet(), redis.expiries.keySet());
    }

    @Test
    void saysOfForeignDataWhatItIs() {
        redis.refuse(Verb.SETBIT, "WRONGTYPE no");
        assertThrows(ForeignDataException.class, this::bear);
    }

    @Test
    void saysThatTheConfigIsLostBesideTheTraceOfAnotherLife() {
        redis.hashes.put(StoredConfig.TRACE, new TreeMap<>(Map.of(OTHER, "spec")));
        LostDataException lost = assertThrows(LostDataException.class, this::bear);
        assertTrue(lost.getMessage().contains("the config of the filter 'clicks' was lost"), lost.getMessage());
        assertEquals(Set.of(OTHER), redis.hashes.get(StoredConfig.TRACE).keySet());
    }

    @Test
    void givesUpAtTheThirdLoss() {
        redis.before = batch -> loseUnborn();
        LostDataException lost = assertThrows(LostDataException.class, this::bear);
        assertTrue(lost.getMessage().contains(PARTITION + " was lost as soon as it was made"), lost.getMessage());
        assertEquals(3 * 2, rounds(Verb.SETBIT));
        assertFalse(StoredConfig.isReady(redis, ID));
    }

    /** A write had made the key again after a failover, and the empty string that replaced it expires soon. */
    @Test
    void leavesItsExpiryToWhatStandsInThePlaceOfAPartition() {
        before(Verb.RENAMENX, () -> {
            redis.strings.put(PARTITION, new byte[0]);
            redis.expiries.put(PARTITION, 100L);
        });
        assertThrows(LostDataException.class, this::bear);
        assertEquals(100L, redis.expiries.get(PARTITION));
        redis.remove(PARTITION);
        assertTrue(bear().orElseThrow().filter().ready());
    }

    @Test
    void saysWhatIsLeftWhenTheServerRefusesAPartition() {
        redis.answerInstead = command -> command.verb() == Verb.SETBIT ? refusal() : null;
        BackendException refused = assertThrows(BackendException.class, this::bear);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        assertTrue(
                refused.getMessage().contains("Not all partitions of the filter 'clicks' could be created"),
                refused.getMessage());
    }

    private static Reply refusal() {
        return Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null);
    }

    /** The expiry is removed after the birth, after a partition was lost and a late write has made its key again. */
    @Test
    void keepsNothingForEverThatStandsInThePlaceOfALostPartition() {
        StoredConfig.expireAt(redis, ID, EXPIRY);
        before(Verb.HSETNX, () -> {
            fields().put("expireAt." + ID + ".2", "never");
            redis.strings.put(PARTITION, new byte[0]);
            redis.expiries.put(PARTITION, 100L);
        });
        bear();
        assertFalse(redis.strings.containsKey(PARTITION), "it would stay for ever");
    }

    /** Another client may be about to give a partition of its own this name: COPY would replace it. */
    @Test
    void leavesThePlaceOfWhatItCouldNotMakeFree() {
        StoredConfig.expireAt(redis, ID, EXPIRY);
        redis.before = batch -> {
            loseUnborn();
            if (rounds(Verb.SETBIT) == 3 * 2
                    && MemoryRedis.beginsWith(Verb.HGETALL).test(batch)) {
                fields().put("expireAt." + ID + ".2", "never");
            }
        };
        assertThrows(LostDataException.class, this::bear);
        assertTrue(redis.batches.stream()
                .flatMap(batch -> batch.commands().stream())
                .noneMatch(command -> command.verb() == Verb.COPY));
        assertEquals("never", fields().get("expireAt." + ID + ".2"));
    }

    @Test
    void touchesNeitherTraceNorExpiryOfTheConfigForALaterLayer() {
        fields().put("ready." + ID + ".0", "1");
        fields().put("layer." + ID + ".1", SpecCodec.encodeLayer(claimed.geometry()));
        StoredConfig.expireAt(redis, ID, EXPIRY);
        before(Verb.RENAMENX, () -> StoredConfig.expireAt(redis, ID, EXPIRY + 5));
        FilterDescription later = Descriptions.withLayer(claimed, claimed.geometry());
        assertEquals(2, bear(later).orElseThrow().filter().layers().size());
        assertFalse(redis.hashes.containsKey(StoredConfig.TRACE));
        redis.expiries.remove(StoredConfig.unbornTrace(ID));
        assertEquals(
                Map.of("bloom:{clicks:0}:" + ID + ".1", EXPIRY + 5, "bloom:{clicks:1}:" + ID + ".1", EXPIRY + 5),
                redis.expiries);
    }
}
