package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.OverCapacity;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.listener.ByteProgress;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SweepProgressTest {

    private static final int PARTITIONS = 300;
    private static final FilterSpec SPEC = TestFilters.clicks(PARTITIONS);

    private enum Work {
        CLEAR(BloomFilter::clear),
        EXPIRE(filter -> filter.expire(Duration.ofHours(1))),
        PERSIST(BloomFilter::persist),
        DELETE(BloomFilter::delete);

        final Consumer<BloomFilter<?>> call;

        Work(Consumer<BloomFilter<?>> call) {
            this.call = call;
        }
    }

    /** Counts the batches that are under way. */
    private static final class CountedRedis implements Transport<InFlight> {
        final MemoryRedis redis = new MemoryRedis();
        int inFlight;

        @Override
        public InFlight send(Batch batch) {
            inFlight++;
            List<Reply> replies = redis.send(batch).await();
            return () -> {
                inFlight--;
                return replies;
            };
        }
    }

    private final CountedRedis counted = new CountedRedis();
    private final List<Long> told = new ArrayList<>();

    @Test
    void anOpeningTellsHowFarItHasCome() {
        open(SPEC, this::listen);
        assertRounds(SPEC.geometry(1).totalBits() / Byte.SIZE);
    }

    @ParameterizedTest
    @EnumSource
    void workOnAllPartitionsTellsHowFarItHasCome(Work work) {
        BloomFilter<CharSequence> filter = open(SPEC, this::listen);
        told.clear();
        work.call.accept(filter);
        assertRounds(SPEC.geometry(1).totalBits() / Byte.SIZE);
    }

    @Test
    void allLayersCount() {
        FilterSpec spec = TestFilters.clicks()
                .partitions(PARTITIONS)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> filter = open(spec, this::listen);
        filter.addAll(TestFilters.words(2000));
        assertEquals(2, filter.description().layers().size());
        told.clear();
        filter.delete();
        assertRounds(filter.description().layers().stream()
                .mapToLong(layer -> layer.totalBits() / Byte.SIZE)
                .sum());
    }

    @ParameterizedTest
    @EnumSource
    void aListenerThatThrowsCostsNothing(Work work) {
        BloomFilter<CharSequence> quiet = open(SPEC, (done, total) -> {});
        work.call.accept(quiet);
        MemoryRedis expected = counted.redis;
        SweepProgressTest other = new SweepProgressTest();
        BloomFilter<CharSequence> filter = other.open(SPEC, (done, total) -> {
            throw new IllegalStateException("the caller's own");
        });
        work.call.accept(filter);
        assertEquals(expected.strings.size(), other.counted.redis.strings.size());
        assertEquals(expected.expiries.size(), other.counted.redis.expiries.size());
        assertEquals(expected.batches.size(), other.counted.redis.batches.size());
    }

    @Test
    void nothingIsSentAfterAFailure() {
        BloomFilter<CharSequence> filter = open(SPEC, this::listen);
        counted.redis.batches.clear();
        int[] unlinked = {0};
        counted.redis.answerInstead = command -> command.verb() == Verb.UNLINK && ++unlinked[0] > 100
                ? Reply.Failure.ofServer("NOPERM no permissions", null)
                : null;
        assertThrows(BackendException.class, filter::delete);
        assertTrue(counted.redis.batches.size() < PARTITIONS, counted.redis.batches.size() + " batches");
    }

    @Test
    void anExistingFilterHasNothingToTell() {
        open(SPEC, (done, total) -> {});
        open(SPEC, this::listen);
        assertEquals(List.of(), told);
    }

    private void listen(long done, long total) {
        assertEquals(0, counted.inFlight, "a connection is held");
        assertTrue(done <= total, done + " of " + total);
        told.add(done);
    }

    /** In each round the progress grows in several steps until it is complete. */
    private void assertRounds(long total) {
        assertFalse(told.isEmpty());
        int steps = 0;
        long last = 0;
        for (long done : told) {
            if (last == total) {
                assertTrue(steps >= 4, told::toString);
                steps = 0;
                last = 0;
            }
            assertTrue(done > last, told::toString);
            last = done;
            steps++;
        }
        assertEquals(total, last, told::toString);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec, ByteProgress listener) {
        return new BlockingBloomFilters(counted)
                .open(spec, TestFilters.TEXT, FilterOptions.defaults().progress(listener));
    }
}
