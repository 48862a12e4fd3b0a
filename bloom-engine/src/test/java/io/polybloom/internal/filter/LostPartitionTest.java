package io.polybloom.internal.filter;

import static io.polybloom.testing.TestFilters.clicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first law, for partitions that are not the ones that were made. */
class LostPartitionTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(1));

    static Stream<Consumer<BloomFilter<CharSequence>>> operations() {
        return Stream.of(
                filter -> filter.add("a"),
                filter -> filter.mightContain("a"),
                filter -> filter.addAll(List.of("a", "b")),
                filter -> filter.mightContainAll(List.of("a", "b")),
                BloomFilter::stats,
                filter -> filter.expire(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void raisesLostDataUntilTheFilterIsCleared(Consumer<BloomFilter<CharSequence>> operation) {
        redis.strings.clear();
        assertInstanceOf(LostDataException.class, failure(operation));
        assertInstanceOf(LostDataException.class, failure(operation), "what a write has made again is not alive");
        filter.clear();
        operation.accept(filter);
        assertEquals(1, redis.strings.size());
    }

    /** The layer of a write that comes late is not in use any more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesNoKeyThatAWriteHasMadeAgain(boolean isDeleted) {
        BloomFilter<CharSequence> other = TestFilters.open(redis, clicks(1));
        filter.add("a");
        if (isDeleted) {
            other.delete();
            assertThrows(FilterGoneException.class, () -> filter.add("b"));
            assertEquals(Map.of(), redis.strings);
        } else {
            other.clear();
            assertTrue(filter.add("b"));
            assertEquals(1, redis.strings.size());
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void raisesFilterGoneAfterTheExpiry(Consumer<BloomFilter<CharSequence>> operation) {
        StoredConfig.write(
                redis,
                state -> state.expiring(Lifetime.until(Instant.ofEpochMilli(1))).settled());
        redis.strings.clear();
        BloomFilterException failure = failure(operation);
        assertInstanceOf(FilterGoneException.class, failure);
        assertTrue(failure.getMessage().contains("has expired"), failure.getMessage());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void saysThatTheServerMayHaveLostItsData(Consumer<BloomFilter<CharSequence>> operation) {
        redis.strings.clear();
        redis.hashes.clear();
        BloomFilterException failure = failure(operation);
        assertInstanceOf(FilterGoneException.class, failure);
        assertEquals(
                "the filter 'clicks' is gone: it was deleted, it has expired, or the server has lost its data, as by"
                        + " FLUSHALL or by a restart without persistence. To create it, empty, open it with a"
                        + " specification",
                failure.getMessage());
    }

    @Test
    void givesUpWhenTheFilterChangesTwiceDuringOneCall() {
        BloomFilter<CharSequence> restless = TestFilters.open(redis, clicks(1));
        redis.before = batch -> {
            if (batch.orderingKey() != Batch.CONFIG_ORDERING_KEY) {
                Consumer<Batch> hook = redis.before;
                redis.before = ignored -> {};
                restless.clear();
                redis.before = hook;
            }
        };
        LostDataException failure = assertThrows(LostDataException.class, () -> filter.mightContain("a"));
        assertTrue(failure.getMessage().contains("again and again"), failure.getMessage());
    }

    /** The register says whether the key may be removed. */
    @Test
    void takesNoAnswerFromAKeyThatItHasMadeAgainWhenTheRegisterCannotBeRead() {
        redis.strings.clear();
        redis.refuse(Verb.HGETALL, "NOPERM no permission");
        assertThrows(BackendException.class, () -> filter.add("a"));
        assertThrows(BackendException.class, () -> filter.add("a"));
        redis.answerInstead = command -> null;
        assertThrows(LostDataException.class, () -> filter.mightContain("a"));
    }

    /** The server that said so had come back empty, and the client was led to the one that took over. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void removesNothingFromAServerThatHasThePartition(int batchesToTheOtherServer) {
        MemoryRedis empty = new MemoryRedis();
        int[] left = {0};
        BloomFilter<CharSequence> misled = new BlockingBloomFilters(
                        batch -> (left[0]-- > 0 ? empty : redis).send(batch))
                .open(clicks(1), TestFilters.TEXT);
        misled.add("x");
        left[0] = batchesToTheOtherServer;
        assertThrows(BloomFilterException.class, () -> misled.add("y"));
        assertTrue(filter.mightContain("x"));
    }

    /** Others have written versions since, whose numbers are those that the failover has undone, and higher. */
    @ParameterizedTest
    @MethodSource("operations")
    void saysOnceThatAFailoverHasUndoneWhatItKnows(Consumer<BloomFilter<CharSequence>> operation) {
        long number = StoredConfig.number(redis);
        filter.clear();
        filter.add("known");
        StoredConfig.rollBack(redis, number);
        TestFilters.open(redis, clicks(1));
        BloomFilter<CharSequence> other = TestFilters.open(redis, clicks(1));
        other.clear();
        other.clear();
        redis.remove(StoredConfig.partition(filter.description(), 0, 0));
        BloomFilterException undone = failure(operation);
        assertInstanceOf(LostDataException.class, undone);
        assertTrue(undone.getMessage().contains("a failover has undone"), undone.getMessage());
        operation.accept(filter);
        assertEquals(other.description().generation(), filter.description().generation());
        assertEquals(1, redis.strings.size());
    }

    @Test
    void describesADeletedFilterAsAbsent() {
        filter.delete();
        assertTrue(new BlockingBloomFilters(redis).describe("clicks").isEmpty());
    }

    private BloomFilterException failure(Consumer<BloomFilter<CharSequence>> operation) {
        BloomFilterException failure = assertThrows(BloomFilterException.class, () -> operation.accept(filter));
        if (failure instanceof PartialBulkException partial) {
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
            return (BloomFilterException) partial.getCause();
        }
        return failure;
    }
}
