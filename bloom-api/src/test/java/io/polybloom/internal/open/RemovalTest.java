package io.polybloom.internal.open;

import static io.polybloom.TestFilters.TEXT;
import static io.polybloom.TestFilters.clicks;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.StoredConfig;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A removal that meets another life of the name, or the remains of one. */
class RemovalTest {

    private static final String GONE = StoredConfig.KEY + ":gone";

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private final BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
    private final String origin = filter.description().origin();

    private BloomFilter<CharSequence> makeAnew() {
        filters.open(clicks(3), TEXT).delete();
        BloomFilter<CharSequence> anew = filters.open(clicks(3), TEXT);
        anew.add("a");
        return anew;
    }

    private Map<String, String> trace() {
        return redis.hashes.get(StoredConfig.TRACE);
    }

    private void before(Verb verb, Runnable accident) {
        redis.once(MemoryRedis.beginsWith(verb), accident);
    }

    /** That deletion finishes its own life; this one has found its own life ended. */
    @Test
    void leavesAnotherLifeToTheDeletionThatHasBegunThere() {
        String[] another = {""};
        before(Verb.HSETNX, () -> {
            another[0] = makeAnew().description().origin();
            StoredConfig.fields(redis).put("generation." + another[0] + ".1", "deleted");
        });
        filter.delete();
        assertEquals(3, redis.strings.size());
        assertEquals(Set.of(another[0]), trace().keySet());
        assertTrue(StoredConfig.fields(redis).keySet().stream().noneMatch(field -> field.contains(origin)));
    }

    @Test
    void removesWhatARemovalThatHasDiedLeftInItsWay() {
        redis.hashes.put(GONE, new TreeMap<>(StoredConfig.fields(redis)));
        redis.hashes.get(GONE).put("generation." + origin + ".1", "deleted");
        redis.remove(StoredConfig.KEY);
        redis.remove(StoredConfig.TRACE);
        BloomFilter<CharSequence> next = filters.open(clicks(3), TEXT);
        assertEquals(6, redis.strings.size());
        trace().put(origin, trace().get(next.description().origin()));
        next.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void isDoneWhenAnotherRemovalHasTakenTheConfigAway() {
        before(Verb.RENAMENX, () -> redis.remove(StoredConfig.KEY));
        filter.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** The mark that the life has ended; how long the config stays that was moved away. */
    @ParameterizedTest
    @EnumSource(names = {"HSETNX", "PEXPIRE"})
    void failsWhenTheServerRefusesAWrite(Verb verb) {
        redis.refuse(verb, "READONLY no");
        BackendException refused = assertThrows(BackendException.class, filter::delete);
        assertEquals(BackendException.Reason.READ_ONLY, refused.reason());
    }

    @Test
    void givesUpWhereTheMarkIsNeverShown() {
        int[] marks = {0};
        redis.answerInstead = command -> {
            if (command.verb() != Verb.HSETNX) {
                return null;
            }
            marks[0]++;
            return new Reply.Int(1);
        };
        LostDataException lost = assertThrows(LostDataException.class, filter::delete);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(1000, marks[0]);
    }

    /** The other client makes the layer after the removal has swept it, and before the config is lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsALayerThatOnlyTheLostConfigNamed(boolean isClaimedBefore) {
        BloomFilter<CharSequence> growing = filters.open(
                FilterSpec.named("growing")
                        .capacity(1000)
                        .partitions(1)
                        .overCapacity(OverCapacity.GROW)
                        .build(),
                TEXT);
        String generation = growing.description().generation();
        String config = "bloom:{growing}";
        if (isClaimedBefore) {
            redis.hashes.get(config).put("layer." + generation + ".1", "bits=512;hashes=3;partitions=1");
        }
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            if (first.verb() == Verb.HSETNX && new String(first.arguments()[1], UTF_8).equals("deleted")) {
                redis.before = ignored -> {};
                redis.strings.put("bloom:{growing:0}:" + generation + ".1", new byte[65]);
                redis.remove(config);
            }
        };
        growing.delete();
        assertTrue(redis.snapshot().keySet().stream().noneMatch(key -> key.contains("growing")));
    }
}
