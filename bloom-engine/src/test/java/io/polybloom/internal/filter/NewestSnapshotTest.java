package io.polybloom.internal.filter;

import static io.polybloom.testing.TestFilters.clicks;
import static io.polybloom.testing.TestFilters.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer about the config that comes late shows an older state, which a filter object never goes back to. */
class NewestSnapshotTest {

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void anEarlierGenerationIsNotTakenUp() {
        BloomFilter<CharSequence> mine = open(clicks(3));
        Reply old = readConfig();
        open(clicks(3)).clear();

        answerOnce(old, () -> assertFalse(mine.mightContain("a")));
        assertEquals(3, mine.load(words(3), taken -> {}));
        assertTrue(open(clicks(3)).mightContain(words(3).get(0)));
    }

    @Test
    void fewerLayersAreNotTakenUp() {
        FilterSpec spec = FilterSpec.named("clicks")
                .capacity(100)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> mine = open(spec);
        Reply old = readConfig();

        answerOnce(old, () -> mine.addAll(words(150)));
        assertEquals(2, mine.stats().layers().size());
    }

    private BloomFilter<CharSequence> open(FilterSpec spec) {
        return new BlockingBloomFilters(redis).open(spec, TestFilters.TEXT);
    }

    private Reply readConfig() {
        Command read = new Command(Verb.HGETALL, StoredConfig.KEY.getBytes(UTF_8));
        return redis.send(new Batch(0, 0, List.of(read))).await().get(0);
    }

    /** Answers the next reading of the config with an old reply, after the filter object has learnt a newer state. */
    private void answerOnce(Reply late, Runnable meanwhile) {
        redis.answerInstead = command -> {
            boolean isRead =
                    command.verb() == Verb.HGETALL && new String(command.key(), UTF_8).equals(StoredConfig.KEY);
            if (!isRead) {
                return null;
            }
            redis.answerInstead = other -> null;
            meanwhile.run();
            return late;
        };
    }
}
