package io.polybloom.internal.register;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.LostDataException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The making of the first layer of a filter by one client, while another one comes by. */
class MakingTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private BloomFilter<CharSequence> open() {
        return filters.open(clicks(3), TEXT);
    }

    private static boolean has(Batch batch, Verb verb) {
        return batch.commands().stream().anyMatch(command -> command.verb() == verb);
    }

    private static boolean copiesReady(Batch batch) {
        return batch.commands().stream()
                .anyMatch(command -> command.verb() == Verb.HSETNX
                        && new String(command.key()).equals(StoredConfig.COPY)
                        && new String(command.arguments()[1]).contains(";phase=ready;"));
    }

    /** Rule 1: no command that could bring a partition to life is under way when the layer is published. */
    @Test
    void publishesALayerWhenEveryCommandForItIsAnswered() {
        int[] made = {0};
        redis.before = batch -> {
            made[0] += has(batch, Verb.SETBIT) ? 1 : 0;
            if (StoredConfig.writes(batch, ";phase=ready;")) {
                assertEquals(3, made[0]);
                assertEquals(3, redis.strings.size());
                assertEquals(Map.of(), redis.expiries, "and nothing of it expires");
            }
        };
        open();
        assertEquals(3, made[0]);
    }

    /** It has published the layer, and sleeps; others write versions until its own is not stored any more. */
    @Test
    void keepsALayerThatOthersUseForLong() {
        redis.once(MakingTest::copiesReady, () -> {
            BloomFilter<CharSequence> other = open();
            assertTrue(other.add("a"));
            for (int i = 0; i < 6; i++) {
                other.expire(Duration.ofHours(1));
                other.persist();
            }
        });
        assertTrue(open().mightContain("a"));
        assertEquals(3, redis.strings.size());
    }

    /** Another client takes over; what the slower one has made is gone, and what the faster one has made is used. */
    @ParameterizedTest
    @ValueSource(strings = {"SETBIT", "PERSIST", "HSETNX"})
    void removesItsOwnLayerIfAnotherClientHasTakenOver(String before) {
        redis.once(
                batch -> before.equals("HSETNX")
                        ? StoredConfig.writes(batch, ";phase=ready;")
                        : has(batch, Verb.valueOf(before)),
                () -> assertTrue(open().add("a")));
        BloomFilter<CharSequence> slower = open();
        assertTrue(slower.mightContain("a"));
        assertEquals(3, redis.strings.size());
        assertEquals(Map.of(), redis.expiries);
    }

    /** It is given time for that: several clients that make a layer at once would need several times its memory. */
    @Test
    void waitsForAnotherClientAFewLooks() {
        int[] looks = {0};
        redis.once(batch -> has(batch, Verb.SETBIT), () -> {
            redis.before = batch -> {
                looks[0] += has(batch, Verb.HGETALL) && !batch.isWrite() ? 1 : 0;
                if (has(batch, Verb.HSETNX)) {
                    redis.before = later -> {};
                }
            };
            open();
        });
        open();
        assertEquals(1 + 3, looks[0], "it reads the register, and looks three times");
    }

    @Test
    void makesAnotherLayerIfAKeyWasLostAtOnceButNotForEver() {
        int[] losses = {0};
        redis.before = batch -> {
            if (has(batch, Verb.PERSIST) && losses[0]++ == 0) {
                redis.strings.clear();
            }
        };
        assertTrue(open().add("a"));
        assertEquals(3, redis.strings.size());
        open().delete();
        redis.before = batch -> {
            if (has(batch, Verb.PERSIST)) {
                redis.strings.clear();
            }
        };
        LostDataException lost = assertThrows(LostDataException.class, this::open);
        assertTrue(lost.getMessage().contains("was lost as soon as it was made"), lost.getMessage());
        redis.before = batch -> {};
        assertTrue(open().add("a"));
        assertEquals(3, redis.strings.size());
    }

    @Test
    void saysWhatIsLeftWhenTheServerRefusesAPartition() {
        redis.refuse(Verb.SETBIT, "OOM command not allowed when used memory > 'maxmemory'.");
        BackendException refused = assertThrows(BackendException.class, this::open);
        assertEquals(BackendException.Reason.OUT_OF_MEMORY, refused.reason());
        assertTrue(refused.mayHaveBeenApplied());
        assertTrue(
                refused.getMessage().contains("Not all partitions of the filter 'clicks' could be created"),
                refused.getMessage());
        redis.answerInstead = command -> null;
        assertFalse(open().mightContain("a"));
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), redis.hashes.keySet());
        assertEquals(3, redis.strings.size());
    }

    /** The version that says that the layer is there was written, and nobody knows that its client has died. */
    @Test
    void isUsedByOthersThoughItsMakerNeverKnew() {
        redis.answerInstead =
                command -> command.verb() == Verb.HSETNX && new String(command.arguments()[1]).contains(";phase=ready;")
                        ? executed(new Batch(0, 0, java.util.List.of(command)))
                        : null;
        assertThrows(BackendException.class, this::open);
        redis.answerInstead = command -> null;
        assertEquals("ready", StoredConfig.phase(redis));
        assertTrue(open().add("a"));
        assertTrue(open().mightContain("a"));
        assertEquals(3, redis.strings.size());
    }

    private Reply executed(Batch batch) {
        redis.answerInstead = command -> null;
        redis.send(batch);
        return Reply.Failure.noAnswer(null);
    }
}
