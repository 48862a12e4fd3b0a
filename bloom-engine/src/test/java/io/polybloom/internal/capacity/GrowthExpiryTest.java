package io.polybloom.internal.capacity;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every layer of a filter with an expiry expires, no matter which client opens it, and when. */
class GrowthExpiryTest {
    private static final FilterSpec SPEC = TestFilters.growing(300, 2).build();

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, SPEC);
    private final BloomFilter<CharSequence> other = TestFilters.open(redis, SPEC);

    /** The expiry is set in front of each command of a growth in turn, for the first time or put off. */
    @ParameterizedTest
    @CsvSource({"0,false", "1,false", "2,false", "3,false", "0,true", "1,true", "2,true", "3,true"})
    void missesNoLayerThatIsOpenedWhileTheExpiryIsSet(int command, boolean putOff) {
        if (putOff) {
            filter.expire(Duration.ofMinutes(1));
        }
        filter.addAll(words(200));
        int[] left = {command};
        redis.before = batch -> {
            boolean grows =
                    batch.commands().get(0).verb() == Verb.SETBIT || batch.orderingKey() == Batch.CONFIG_ORDERING_KEY;
            if (grows && left[0]-- == 0) {
                other.expire(Duration.ofMinutes(5));
            }
        };
        filter.addAll(words(500));
        assertOneExpiry(4);
    }

    /** A layer is opened in front of each command that sets the expiry. */
    @ParameterizedTest
    @CsvSource({"0,false", "1,false", "2,false", "3,false", "0,true", "1,true", "2,true", "3,true"})
    void setsTheExpiryOfALayerThatIsOpenedMeanwhile(int command, boolean putOff) {
        if (putOff) {
            filter.expire(Duration.ofMinutes(1));
        }
        other.addAll(words(200));
        int[] left = {command};
        redis.before = batch -> {
            if (left[0]-- == 0) {
                other.addAll(words(500));
            }
        };
        filter.expire(Duration.ofMinutes(5));
        assertOneExpiry(4);
    }

    private void assertOneExpiry(int partitions) {
        long instant = StoredConfig.expireAt(redis);
        assertEquals(partitions, redis.strings.size());
        for (String key : redis.strings.keySet()) {
            assertEquals(instant, redis.expiries.get(key), key);
        }
    }
}
