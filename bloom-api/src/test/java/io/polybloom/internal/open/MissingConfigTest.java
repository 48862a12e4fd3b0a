package io.polybloom.internal.open;

import static io.polybloom.TestFilters.TEXT;
import static io.polybloom.TestFilters.clicks;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRebuild;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The config goes missing before each of the batches of an operation on the whole filter. */
class MissingConfigTest {

    private static final String GONE = StoredConfig.KEY + ":gone";

    enum Change {
        CLEAR((filters, filter) -> filter.clear()),
        EXPIRE((filters, filter) -> filter.expire(Duration.ofHours(1))),
        EXPIRE_LATER((filters, filter) -> {
            filter.expire(Duration.ofHours(1));
            filter.expire(Duration.ofHours(2));
        }),
        PERSIST((filters, filter) -> filter.persist()),
        REBUILD((filters, filter) -> filters.run(FilterRebuild.of("clicks").from(words(10), TEXT)));

        private final BiConsumer<BlockingBloomFilters, BloomFilter<CharSequence>> call;

        Change(BiConsumer<BlockingBloomFilters, BloomFilter<CharSequence>> call) {
            this.call = call;
        }
    }

    /** An operation, and what it has thrown. */
    private record Outcome(MemoryRedis redis, @Nullable BloomFilterException thrown) {}

    private static Outcome run(Change change, int batch, Consumer<MemoryRedis> accident) {
        MemoryRedis redis = new MemoryRedis();
        BlockingBloomFilters filters = new BlockingBloomFilters(redis);
        BloomFilter<CharSequence> filter = filters.open(clicks(2), TEXT);
        filter.addAll(words(10));
        int[] left = {batch};
        redis.before = sent -> {
            if (left[0]-- == 0) {
                accident.accept(redis);
            }
        };
        try {
            change.call.accept(filters, filter);
            return new Outcome(redis, null);
        } catch (BloomFilterException thrown) {
            return new Outcome(redis, thrown);
        } finally {
            redis.before = sent -> {};
        }
    }

    /** Returns the number of batches without an accident. */
    private static int batches(Change change) {
        int[] count = {0};
        MemoryRedis[] last = {null};
        run(change, -1, redis -> {});
        for (int batch = 0; last[0] == null; batch++) {
            boolean[] happened = {false};
            Outcome outcome = run(change, batch, redis -> happened[0] = true);
            if (!happened[0]) {
                last[0] = outcome.redis();
                count[0] = batch;
            }
        }
        assertTrue(count[0] > 2, "several batches");
        return count[0];
    }

    private static void move(MemoryRedis redis, String key) {
        Map<String, String> config = redis.hashes.remove(StoredConfig.KEY);
        if (config != null) {
            redis.hashes.put(key, config);
        }
    }

    /** Nobody has deleted it, and it has not expired, so that is not what the caller is told. */
    @ParameterizedTest
    @EnumSource
    void isSaidToBeLostWhereItWasEvicted(Change change) {
        int told = 0;
        for (int batch = 0; batch < batches(change); batch++) {
            Outcome outcome = run(change, batch, redis -> redis.remove(StoredConfig.KEY));
            if (outcome.thrown() != null) {
                assertEquals(LostDataException.class, outcome.thrown().getClass(), change + " before " + batch);
                told++;
            }
        }
        assertTrue(told > 1, "the last batches need no config");
    }

    /** A late rename of the deletion of an earlier filter has moved it. */
    @ParameterizedTest
    @EnumSource
    void isBroughtBackWhereItWasMovedAway(Change change) {
        for (int batch = 0; batch < batches(change); batch++) {
            Outcome outcome = run(change, batch, redis -> move(redis, GONE));
            if (outcome.thrown() != null) {
                throw new AssertionError(change + " before " + batch, outcome.thrown());
            }
            redisHasOneConfig(outcome.redis());
        }
    }

    private static void redisHasOneConfig(MemoryRedis redis) {
        new BlockingBloomFilters(redis).open(clicks(2), TEXT);
        assertEquals(0, redis.hashes.keySet().stream().filter(GONE::equals).count());
    }

    /** Another client deletes the filter on a server that has no memory for the mark of the deletion. */
    @ParameterizedTest
    @EnumSource
    void isSaidToBeGoneWhereItWasDeletedWithoutAMark(Change change) {
        for (int batch = 0; batch < batches(change); batch++) {
            Outcome outcome = run(change, batch, redis -> {
                String origin = redis.hashes.get(StoredConfig.TRACE).keySet().iterator().next();
                move(redis, GONE + ":" + origin);
            });
            if (outcome.thrown() != null) {
                assertEquals(FilterGoneException.class, outcome.thrown().getClass(), change + " before " + batch);
            }
        }
    }

    /** What another client has written into a config that was moved away is in the way until that client withdraws it. */
    @ParameterizedTest
    @EnumSource
    void isBroughtBackBehindWhatAnotherClientHasWrittenInItsPlace(Change change) {
        for (int batch = 0; batch < batches(change); batch++) {
            int[] rounds = {0};
            Outcome outcome = run(change, batch, redis -> {
                move(redis, GONE);
                redis.hashes.put(StoredConfig.KEY, Map.of("generation.another.1", "written"));
                redis.answerInstead = command -> {
                    if (command.verb() == Verb.RENAMENX && ++rounds[0] == 3) {
                        redis.hashes.get(StoredConfig.KEY).remove("generation.another.1");
                    }
                    return null;
                };
            });
            if (outcome.thrown() != null) {
                throw new AssertionError(change + " before " + batch, outcome.thrown());
            }
        }
    }
}
