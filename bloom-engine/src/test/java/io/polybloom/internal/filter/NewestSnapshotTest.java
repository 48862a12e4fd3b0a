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

/** An answer about the register that comes late shows an older state, which a filter object never goes back to. */
class NewestSnapshotTest {

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void anEarlierGenerationIsNotTakenUp() {
        BloomFilter<CharSequence> mine = open(clicks(3));
        List<Reply> old = readRegister();
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
        List<Reply> old = readRegister();

        answerOnce(old, () -> mine.addAll(words(150)));
        assertEquals(2, mine.stats().layers().size());
    }

    private BloomFilter<CharSequence> open(FilterSpec spec) {
        return new BlockingBloomFilters(redis).open(spec, TestFilters.TEXT);
    }

    private List<Reply> readRegister() {
        return redis.send(new Batch(0, 0, List.of(read(StoredConfig.KEY), read(StoredConfig.COPY))))
                .await();
    }

    private static Command read(String key) {
        return new Command(Verb.HGETALL, key.getBytes(UTF_8));
    }

    /** Answers the next reading of the register with old replies, after the object has learnt a newer state. */
    private void answerOnce(List<Reply> late, Runnable meanwhile) {
        redis.answerInstead = command -> {
            if (command.verb() != Verb.HGETALL || !StoredConfig.isOfRegister(command)) {
                return null;
            }
            redis.answerInstead = other -> null;
            meanwhile.run();
            redis.answerInstead = other -> {
                redis.answerInstead = later -> null;
                return late.get(1);
            };
            return late.get(0);
        };
    }
}
