package io.polybloom.internal.load;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Loads of filters that expire, or are told to in the meantime: a merge drops the expiry of its key. */
class LoadExpiryTest {

    /** Three partitions, the hash beside each that tells of the expiry, config and trace. */
    private static final int KEYS_THAT_EXPIRE = 8;

    /** Those of the partitions, of the hashes beside them, of the trace and of the config. */
    private static final int DIFFERENT_EXPIRIES = 4;

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks() {
        return TestFilters.clicks().partitions(3);
    }

    @Test
    void followsAnExpiryThatAnotherClientSetsAtAnyMoment() {
        int batches = countBatches();
        for (int moment = 0; moment < batches; moment++) {
            MemoryRedis raced = new MemoryRedis();
            BloomFilter<CharSequence> filter = TestFilters.open(raced, clicks());
            BloomFilter<CharSequence> other = TestFilters.open(raced, clicks());
            atBatch(raced, moment, () -> other.expire(Duration.ofHours(5)));
            filter.load(words(700), taken -> {});
            assertEquals(KEYS_THAT_EXPIRE, raced.expiries.size(), "at batch " + moment);
            assertEquals(DIFFERENT_EXPIRIES, new TreeSet<>(raced.expiries.values()).size(), "at batch " + moment);
        }
    }

    /** The upload of the last partition is lost, when the others have the expiry that the load gives back. */
    @Test
    void aLoadThatFailsMeetsTheRemovalOfAnExpiryAtAnyMoment() {
        for (int moment = 0; ; moment++) {
            MemoryRedis raced = new MemoryRedis();
            BloomFilter<CharSequence> filter = TestFilters.open(raced, clicks());
            BloomFilter<CharSequence> other = TestFilters.open(raced, clicks());
            other.expire(Duration.ofHours(5));
            boolean[] met = {false};
            int[] left = {moment};
            int[] merges = {0};
            raced.before = batch -> {
                if (left[0]-- == 0) {
                    met[0] = true;
                    other.persist();
                }
                if (batch.commands().get(0).verb() == Verb.BITOP && ++merges[0] == 3) {
                    raced.remove(uploaded(batch));
                }
            };
            assertThrows(BackendException.class, () -> filter.load(words(700), taken -> {}));
            if (!met[0]) {
                assertTrue(moment > 9, "batches of a load: " + moment);
                return;
            }
            assertEquals(Set.of(), raced.expiries.keySet(), "at batch " + moment);
        }
    }

    private static String uploaded(Batch merge) {
        byte[][] words = merge.commands().get(0).arguments();
        return new String(words[words.length - 1], StandardCharsets.UTF_8);
    }

    private int countBatches() {
        MemoryRedis quiet = new MemoryRedis();
        BloomFilter<CharSequence> filter = TestFilters.open(quiet, clicks());
        quiet.batches.clear();
        filter.load(words(700), taken -> {});
        return quiet.batches.size();
    }

    private static void atBatch(MemoryRedis redis, int moment, Runnable action) {
        int[] left = {moment};
        redis.before = batch -> {
            if (left[0]-- == 0) {
                action.run();
            }
        };
    }
}
