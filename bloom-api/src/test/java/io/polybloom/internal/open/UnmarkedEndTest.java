package io.polybloom.internal.open;

import static io.polybloom.TestFilters.TEXT;
import static io.polybloom.TestFilters.clicks;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Removals for whose mark the server has no memory. */
class UnmarkedEndTest {

    private static final String GONE = StoredConfig.KEY + ":gone";

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);
    private final BloomFilter<CharSequence> filter = filters.open(clicks(3), TEXT);
    private final String origin = filter.description().origin();
    private final String ended = GONE + ":" + origin;

    @BeforeEach
    void fill() {
        redis.answerInstead = command ->
                isMark(command) ? Reply.Failure.ofServer("OOM command not allowed when used memory", null) : null;
    }

    private static boolean isMark(Command command) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[1]).equals("deleted");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** Lets something happen before the first command that renames one key to another. */
    private void beforeRenaming(String key, String newKey, Runnable accident) {
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            if (first.verb() == Verb.RENAMENX
                    && text(first.key()).matches(key)
                    && text(first.arguments()[0]).equals(newKey)) {
                redis.before = ignored -> {};
                accident.run();
            }
        };
    }

    private void move(String key, String newKey) {
        redis.hashes.put(newKey, redis.hashes.remove(key));
        redis.expiries.remove(key);
    }

    /** Only the specification is there: the client that has claimed the name has died. */
    @Test
    void leavesNothingOfAClaim() {
        redis.strings.clear();
        redis.remove(StoredConfig.TRACE);
        StoredConfig.forgetReady(redis);
        assertTrue(filters.run(FilterRemoval.of("clicks")));
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void givesTheConfigOfALaterFilterBack() {
        BloomFilter<CharSequence> old = filters.open(clicks(3), TEXT);
        BloomFilter<?>[] later = new BloomFilter<?>[1];
        beforeRenaming(Pattern.quote(StoredConfig.KEY), GONE, () -> {
            old.delete();
            BloomFilter<CharSequence> made = filters.open(clicks(3), TEXT);
            made.add("a");
            later[0] = made;
        });
        filter.delete();
        BloomFilter<CharSequence> now = filters.openExisting("clicks", TEXT);
        assertEquals(later[0].description().origin(), now.description().origin());
        assertTrue(now.mightContain("a"));
        redis.answerInstead = command -> null;
        now.delete();
        assertEquals(Map.of(), redis.snapshot());
    }

    /** A config in the way belongs to a filter whose removal has died, marked or not. */
    @Test
    void removesWhatStandsInItsWay() {
        for (String mark : new String[] {"generation.", "none."}) {
            BloomFilter<CharSequence> made = filters.open(clicks(3), TEXT);
            String earlier = "0123456789abcdef";
            Map<String, String> left = new TreeMap<>();
            String spec = StoredConfig.fields(redis).get("spec");
            left.put("spec", spec.replace(made.description().origin(), earlier));
            left.put(mark + earlier + ".1", "deleted");
            redis.hashes.put(GONE, left);
            made.delete();
            assertEquals(Map.of(), redis.snapshot(), mark);
        }
    }

    /** The removal may have passed already where another client makes its partition. */
    @Test
    void aLayerThatIsBeingMadeGoesWithItsLife() {
        redis.answerInstead = command -> null;
        FilterSpec spec = FilterSpec.named("growing")
                .capacity(16)
                .partitions(1)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> growing = filters.open(spec, TEXT);
        String made = "bloom:{growing:0}:" + growing.description().generation() + ".1";
        String config = "bloom:{growing}";
        beforeRenaming(
                Pattern.quote(made) + ":.*:new",
                made,
                () -> move(config, config + ":gone:" + growing.description().origin()));
        assertThrows(BloomFilterException.class, () -> growing.addAll(TestFilters.words(40)));
        assertFalse(redis.strings.containsKey(made), redis.strings.keySet()::toString);
    }

    /** The next removal finds the keys that the config named, even the partitions of a generation after a clear. */
    @Test
    void isFinishedByTheNextRemovalIfItsClientDies() {
        filter.clear();
        int[] renamings = {0};
        redis.answerInstead = command -> {
            if (isMark(command)) {
                return Reply.Failure.ofServer("OOM no", null);
            }
            renamings[0] += command.verb() == Verb.RENAMENX ? 1 : 0;
            return command.verb() == Verb.UNLINK && renamings[0] == 2
                    ? Reply.Failure.notSent(new RuntimeException("died"))
                    : null;
        };
        assertThrows(BackendException.class, filter::delete);
        assertTrue(redis.hashes.containsKey(ended), redis.hashes::toString);
        assertTrue(redis.expiries.containsKey(ended));
        redis.strings.put("bloom:{clicks:0}:" + filter.description().generation() + ".0", new byte[65]);
        redis.answerInstead = command -> null;
        assertTrue(filters.run(FilterRemoval.of("clicks")));
        assertEquals(Map.of(), redis.snapshot());
    }
}
