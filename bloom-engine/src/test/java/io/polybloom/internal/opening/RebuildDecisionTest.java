package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.DyingRebuild;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a generation whose replacement is decided, by a client that finds the decision. */
class RebuildDecisionTest {

    private static final int ELEMENTS = 100;
    private static final long EXPIRY = 1_900_000_000_000L;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingDriver driver = new BlockingDriver(redis);
    private final BloomFilter<CharSequence> other = TestFilters.open(redis, TestFilters.clicks(2));
    private FilterDescription due;
    private FilterDescription next;

    @BeforeEach
    void decide() {
        other.addAll(words(ELEMENTS));
        DyingRebuild.dieDecided(redis, words(ELEMENTS));
        due = read().orElseThrow().filter();
        next = due.rebuild().orElseThrow().next();
    }

    private Optional<ConfigRecord> read() {
        return driver.run(
                new LifeConfig(new ConfigKey("clicks"), other.description().origin()).read());
    }

    private Optional<ConfigRecord> retire() {
        return driver.run(new RebuildDecision(due, due.rebuild().orElseThrow()).carryOut(() -> "00000000000000cc"));
    }

    private Optional<ConfigRecord> abandon() {
        return driver.run(new RebuildDecision(due, due.rebuild().orElseThrow()).abandon());
    }

    /**
     * A late rename has moved the config away while this client gave the rebuild up. Others have brought it back, and
     * have made the next generation the current one.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void keepsWhatOthersUseWhereTheConfigIsBack(int reads) {
        redis.once(
                batch -> batch.commands().stream().anyMatch(command -> begins(command, Verb.HSETNX, "decision.")),
                () -> StoredConfig.hide(redis, reads, () -> other.addAll(words(ELEMENTS))));
        abandon();
        retire();
        other.addAll(words(ELEMENTS));
        assertEquals(next.generation(), read().orElseThrow().filter().generation());
    }

    /** Runs something before the batch that publishes the next generation, once. */
    private void beforePublishing(Runnable act) {
        redis.once(this::publishes, act);
    }

    private boolean publishes(Batch batch) {
        return batch.commands().stream().anyMatch(command -> begins(command, Verb.HSETNX, "generation."));
    }

    private static boolean begins(Command command, Verb verb, String argument) {
        return command.verb() == verb
                && new String(command.arguments()[0], StandardCharsets.UTF_8).startsWith(argument);
    }

    @Test
    void doesNothingWhenAnotherClientWasFaster() {
        retire();
        other.add("later");
        Map<String, String> before = redis.snapshot();
        redis.batches.clear();
        assertEquals(next.generation(), retire().orElseThrow().filter().generation());
        assertEquals(before, redis.snapshot());
        assertEquals(1, redis.batches.size(), "it reads the config");
    }

    @Test
    void appliesTheExpiryThatIsStoredMeanwhile() {
        beforePublishing(() -> StoredConfig.expireAt(redis, due.origin(), EXPIRY));
        retire();
        for (String key : redis.strings.keySet()) {
            assertEquals(EXPIRY, redis.expiries.get(key), key);
        }
        assertEquals(2, redis.strings.size());
    }

    /** A late write has made a partition again, and the empty string that has taken its place expires soon. */
    @Test
    void keepsNothingForEverThatStandsInThePlaceOfALostPartition() {
        String lost = "bloom:{clicks:0}:" + next.generation() + ".0";
        redis.strings.put(lost, new byte[0]);
        redis.expiries.put(lost, 100L);
        retire();
        assertFalse(redis.strings.containsKey(lost), "it would stay for ever");
    }

    @Test
    void leavesNothingOfAFilterThatIsDeletedMeanwhile() {
        beforePublishing(other::delete);
        assertEquals(Optional.empty(), retire());
        assertEquals(Map.of(), redis.snapshot());
    }

    /** The partitions may be in use by others, and a filter without a config says so. */
    @Test
    void keepsThePartitionsOfAFilterThatHasLostItsConfig() {
        beforePublishing(() -> redis.remove(StoredConfig.KEY));
        assertEquals(Optional.empty(), retire());
        assertEquals(2, redis.strings.size());
        assertEquals(Set.of(StoredConfig.TRACE), redis.hashes.keySet());
    }

    /** Nobody may decide that a generation takes the place of the current one while its keys are being removed. */
    @Test
    void removesNothingBeforeTheAbandonmentIsDecided() {
        String decision = "decision." + due.generation() + ".1";
        Map<String, String> config = redis.hashes.remove(StoredConfig.KEY);
        config.remove(decision);
        redis.hashes.put(StoredConfig.KEY + ":gone", config);
        redis.once(
                batch -> batch.commands().stream()
                        .anyMatch(command -> begins(command, Verb.UNLINK, "")
                                && new String(command.key(), StandardCharsets.UTF_8).contains(next.generation())),
                () -> assertEquals("abandon", StoredConfig.fields(redis).get(decision)));
        assertEquals(due.generation(), abandon().orElseThrow().filter().generation());
        assertEquals("abandon", StoredConfig.fields(redis).get(decision));
        assertEquals(2, redis.strings.size());
        assertTrue(other.mightContain(words(ELEMENTS).get(0)));
    }

    /** A late removal by one of two clients that have met there would hit what the other one decides next. */
    @Test
    void leavesTheDecisionOfAnotherClientWhereThereIsNoConfigToThatClient() {
        String decision = "decision." + due.generation() + ".1";
        StoredConfig.fields(redis).remove(decision);
        moveAndWrite(decision, "switch");
        redis.batches.clear();
        assertEquals(due.generation(), abandon().orElseThrow().filter().generation());
        assertEquals("abandon", StoredConfig.fields(redis).get(decision));
        assertFalse(redis.commands().anyMatch(command -> begins(command, Verb.HDEL, decision)));
    }

    @Test
    void leavesTheMarkOfAnotherClientWhereThereIsNoConfigToThatClient() {
        String ready = "ready." + next.generation() + ".0";
        beforePublishing(() -> {
            StoredConfig.fields(redis).remove(ready);
            moveAndWrite(ready, "1");
        });
        redis.batches.clear();
        assertEquals(next.generation(), retire().orElseThrow().filter().generation());
        assertFalse(redis.commands().anyMatch(command -> begins(command, Verb.HDEL, ready)));
    }

    /** The other client withdraws the field later. */
    private void moveAndWrite(String field, String value) {
        redis.hashes.put(StoredConfig.KEY + ":gone", redis.hashes.remove(StoredConfig.KEY));
        redis.hashes.put(StoredConfig.KEY, Map.of(field, value));
        int[] renames = {0};
        redis.answerInstead = command -> {
            if (command.verb() == Verb.RENAMENX && ++renames[0] == 3) {
                StoredConfig.fields(redis).remove(field);
            }
            return null;
        };
    }

    /** Other clients use the next generation by now, and nothing else says that it is the current one. */
    @Test
    void abandonsNothingOfAFilterThatHasLostItsConfigBehindTheSwitch() {
        retire();
        assertTrue(other.mightContain(words(ELEMENTS).get(0)));
        redis.remove(StoredConfig.KEY);
        assertEquals(Optional.empty(), abandon());
        assertEquals(2, redis.strings.size());
        assertTrue(other.mightContain(words(ELEMENTS).get(0)));
    }
}
