package io.polybloom.internal.open;

import static io.polybloom.internal.open.BirthScene.ID;
import static io.polybloom.internal.open.BirthScene.OTHER;
import static io.polybloom.internal.open.BirthScene.PARTITION;
import static io.polybloom.internal.open.BirthScene.PARTITIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A birth while another operation happens between its rounds. */
class LayerBirthTest {

    private final BirthScene scene = new BirthScene();
    private final MemoryRedis redis = scene.redis;

    @Test
    void makesAllPartitionsPermanentAndLeavesTheTrace() {
        assertTrue(scene.bear().orElseThrow().filter().ready());
        assertEquals(PARTITIONS, redis.strings.keySet());
        assertEquals(Set.of(ID), redis.hashes.get(StoredConfig.TRACE).keySet());
        assertEquals(Map.of(), redis.expiries);
    }

    @Test
    void removesOnlyWhatItHasMadeWhenOthersHaveCompletedTheLayer() {
        scene.before(Verb.SETBIT, () -> {
            PARTITIONS.forEach(key -> redis.strings.put(key, new byte[] {1}));
            scene.fields().put("ready." + ID + ".0", "1");
        });
        assertTrue(scene.bear().orElseThrow().filter().ready());
        assertEquals(PARTITIONS, redis.strings.keySet());
        assertFalse(redis.hashes.containsKey(StoredConfig.TRACE));
    }

    @ParameterizedTest
    @EnumSource(names = {"SETBIT", "PERSIST", "RENAMENX", "HSETNX"})
    void leavesNothingButTheTraceOfTheLifeWhenTheFilterWasCleared(Verb verb) {
        scene.before(verb, () -> scene.clear());
        assertEquals(OTHER, scene.bear().orElseThrow().filter().generation());
        assertEquals(Set.of(), redis.strings.keySet());
        assertEquals(Set.of("spec", "generation." + ID + ".1"), scene.fields().keySet());
        assertEquals(verb != Verb.SETBIT, redis.hashes.containsKey(StoredConfig.TRACE));
    }

    @ParameterizedTest
    @EnumSource(names = {"SETBIT", "PERSIST", "RENAMENX", "HSETNX"})
    void leavesNothingWhenTheFilterWasDeleted(Verb verb) {
        scene.before(verb, scene::delete);
        assertEquals(Optional.empty(), scene.bear());
        assertEquals(Map.of(), redis.snapshot());
    }

    /** By then the config says so, and the trace is still there. */
    @ParameterizedTest
    @EnumSource(names = {"RENAMENX", "HSETNX"})
    void leavesNoPartitionWhenTheFilterIsBeingDeleted(Verb verb) {
        scene.before(verb, () -> scene.fields().put("generation." + ID + ".1", "deleted"));
        assertEquals(Optional.empty(), scene.bear());
        assertEquals(Set.of(), redis.strings.keySet());
    }

    /** The trace tells the next client so, and a removal finds all layers by the first one. */
    @ParameterizedTest
    @EnumSource(names = {"RENAMENX", "HSETNX"})
    void leavesTraceAndPartitionsWhenTheConfigIsLost(Verb verb) {
        scene.before(verb, () -> redis.remove(StoredConfig.KEY));
        assertEquals(Optional.empty(), scene.bear());
        assertEquals(PARTITIONS, redis.strings.keySet());
        assertEquals(Set.of(StoredConfig.TRACE), redis.hashes.keySet());
        assertEquals(Set.of(ID), redis.hashes.get(StoredConfig.TRACE).keySet());
    }

    @Test
    void makesTheTraceAnewWhenWhatWasToBecomeItIsLost() {
        scene.before(Verb.SETBIT, () -> redis.remove(StoredConfig.unbornTrace(ID)));
        assertTrue(scene.bear().orElseThrow().filter().ready());
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.TRACE), redis.hashes.keySet());
        assertEquals(Map.of(), redis.expiries);
    }

    @Test
    void givesUpWhenTheTraceIsLostForTheThirdTime() {
        redis.before = batch -> redis.remove(StoredConfig.unbornTrace(ID));
        LostDataException lost = assertThrows(LostDataException.class, scene::bear);
        assertTrue(lost.getMessage().contains(StoredConfig.TRACE + " was lost as soon as"), lost.getMessage());
        assertEquals(redis.strings.keySet(), redis.expiries.keySet());
    }

    @Test
    void makesNothingPermanentWithoutATrace() {
        redis.answerInstead = command -> command.verb() == Verb.RENAMENX
                        && new String(command.arguments()[0], StandardCharsets.UTF_8).equals(StoredConfig.TRACE)
                ? Reply.Failure.ofServer("OOM no", null)
                : null;
        BackendException refused = assertThrows(BackendException.class, scene::bear);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        assertEquals(redis.strings.keySet(), redis.expiries.keySet());
    }

    @Test
    void saysOfForeignDataWhatItIs() {
        redis.answerInstead =
                command -> command.verb() == Verb.SETBIT ? Reply.Failure.ofServer("WRONGTYPE no", null) : null;
        assertThrows(ForeignDataException.class, scene::bear);
    }

    @Test
    void leavesNothingWhenAnotherFilterHasTheName() {
        FilterDescription other = Descriptions.planned(TestFilters.clicks(1), 1, OTHER, ElementHash.murmur3());
        scene.before(Verb.RENAMENX, () -> {
            scene.fields().put("spec", SpecCodec.encode(other));
            redis.hashes.put(StoredConfig.TRACE, new TreeMap<>(Map.of(OTHER, "spec")));
        });
        assertEquals(OTHER, scene.bear().orElseThrow().filter().origin());
        assertEquals(Set.of(), redis.strings.keySet());
        assertEquals(Set.of(OTHER), redis.hashes.get(StoredConfig.TRACE).keySet());
    }

    @Test
    void saysThatTheConfigIsLostBesideTheTraceOfAnotherLife() {
        redis.hashes.put(StoredConfig.TRACE, new TreeMap<>(Map.of(OTHER, "spec")));
        LostDataException lost = assertThrows(LostDataException.class, scene::bear);
        assertTrue(lost.getMessage().contains("the config of the filter 'clicks' was lost"), lost.getMessage());
        assertEquals(Set.of(OTHER), redis.hashes.get(StoredConfig.TRACE).keySet());
    }

    @Test
    void beginsAnewWhenAPartitionIsLostBeforeItHasItsName() {
        scene.before(Verb.RENAMENX, () -> scene.loseUnborn());
        assertTrue(scene.bear().orElseThrow().filter().ready());
        assertEquals(PARTITIONS, redis.strings.keySet());
        assertEquals(Map.of(), redis.expiries);
    }

    @Test
    void givesUpAtTheThirdLoss() {
        redis.before = batch -> scene.loseUnborn();
        LostDataException lost = assertThrows(LostDataException.class, scene::bear);
        assertTrue(lost.getMessage().contains(PARTITION + " was lost as soon as it was made"), lost.getMessage());
        assertEquals(3 * 2, scene.rounds(Verb.SETBIT));
        assertFalse(StoredConfig.isReady(redis, ID));
    }

    @Test
    void doesNotBeginAnewWhenTheFilterWasClearedMeanwhile() {
        scene.before(Verb.RENAMENX, () -> {
            scene.loseUnborn();
            scene.clear();
        });
        assertEquals(OTHER, scene.bear().orElseThrow().filter().generation());
        assertEquals(Set.of(), redis.strings.keySet());
        assertEquals(2, scene.rounds(Verb.SETBIT));
    }

    @Test
    void doesNotBeginAnewWhenOthersHaveCompletedTheLayer() {
        scene.before(Verb.RENAMENX, () -> {
            scene.loseUnborn();
            scene.fields().put("ready." + ID + ".0", "1");
        });
        assertTrue(scene.bear().orElseThrow().filter().ready());
        assertEquals(2, scene.rounds(Verb.SETBIT));
        assertEquals(0, scene.rounds(Verb.HDEL));
    }

    @Test
    void saysWhatIsLeftWhenTheServerRefusesAPartition() {
        redis.answerInstead = command -> command.verb() == Verb.SETBIT ? refusal() : null;
        BackendException refused = assertThrows(BackendException.class, scene::bear);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        assertTrue(
                refused.getMessage().contains("Not all partitions of the filter 'clicks' could be created"),
                refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(names = {"HSETNX", "HDEL"})
    void failsWhenAWriteToTheConfigIsRefused(Verb verb) {
        if (verb == Verb.HDEL) {
            scene.before(Verb.RENAMENX, () -> scene.clear());
        }
        redis.answerInstead = command -> command.verb() == verb ? refusal() : null;
        assertEquals(
                BackendException.Reason.OUT_OF_MEMORY,
                assertThrows(BackendException.class, scene::bear).reason());
    }

    @Test
    void failsWhenTheMarkIsRefused() {
        redis.answerInstead = command -> command.verb() == Verb.HSETNX
                        && new String(command.arguments()[0], StandardCharsets.UTF_8).startsWith("ready.")
                ? refusal()
                : null;
        assertThrows(BackendException.class, scene::bear);
    }

    private static Reply refusal() {
        return Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null);
    }
}
