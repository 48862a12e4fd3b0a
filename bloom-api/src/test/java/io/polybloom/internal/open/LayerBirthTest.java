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
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
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

    @Test
    void givesUpWhenTheTraceIsLostForTheThirdTime() {
        redis.before = batch -> redis.remove(StoredConfig.unbornTrace(ID));
        LostDataException lost = assertThrows(LostDataException.class, scene::bear);
        assertTrue(lost.getMessage().contains(StoredConfig.TRACE + " was lost as soon as"), lost.getMessage());
        assertEquals(redis.strings.keySet(), redis.expiries.keySet());
    }

    @Test
    void saysOfForeignDataWhatItIs() {
        redis.refuse(Verb.SETBIT, "WRONGTYPE no");
        assertThrows(ForeignDataException.class, scene::bear);
    }

    @Test
    void saysThatTheConfigIsLostBesideTheTraceOfAnotherLife() {
        redis.hashes.put(StoredConfig.TRACE, new TreeMap<>(Map.of(OTHER, "spec")));
        LostDataException lost = assertThrows(LostDataException.class, scene::bear);
        assertTrue(lost.getMessage().contains("the config of the filter 'clicks' was lost"), lost.getMessage());
        assertEquals(Set.of(OTHER), redis.hashes.get(StoredConfig.TRACE).keySet());
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
    void saysWhatIsLeftWhenTheServerRefusesAPartition() {
        redis.answerInstead = command -> command.verb() == Verb.SETBIT ? refusal() : null;
        BackendException refused = assertThrows(BackendException.class, scene::bear);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        assertTrue(
                refused.getMessage().contains("Not all partitions of the filter 'clicks' could be created"),
                refused.getMessage());
    }

    private static Reply refusal() {
        return Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null);
    }
}
