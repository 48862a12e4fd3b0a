package io.polybloom.internal.capacity;

import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.TestFilters;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SamplingTest {

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void leavesTheTrailerOutOfTheCount() {
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, FilterSpec.named("clicks").bits(8).hashes(1));
        assertEquals(0, filter.stats().fillRatio());
    }

    @Test
    void staysFiniteWhenEveryBitIsSet() {
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, FilterSpec.named("clicks").bits(64).hashes(8));
        filter.addAll(words(1000));
        FilterStats stats = filter.stats();
        assertEquals(1, stats.fillRatio());
        assertEquals(1, stats.currentFalsePositiveRate());
        assertTrue(stats.isOverCapacity());
        assertTrue(stats.estimatedCount() < 1000);
    }

    private void clearBeforeACount(BloomFilter<CharSequence> other, int times) {
        int[] left = {times};
        redis.before = batch -> {
            if (batch.commands().get(0).verb() == Verb.BITCOUNT && left[0]-- > 0) {
                other.clear();
            }
        };
    }

    @Test
    void givesUpWhereTheFilterIsClearedAgain() {
        FilterSpec spec = TestFilters.clicks().build();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        clearBeforeACount(TestFilters.open(redis, spec), 2);
        assertThrows(LostDataException.class, filter::stats);
    }

    @Test
    void costsTheSameAtAnySize() {
        FilterSpec[] specs = {
            FilterSpec.named("clicks").capacity(100_000_000).partitions(2).build(),
            FilterSpec.named("clicks").capacity(10_000_000_000L).build(),
        };
        for (FilterSpec spec : specs) {
            long[] counted = {0, 0};
            MemoryRedis half = new MemoryRedis();
            half.answerInstead = command -> halfFull(command, counted);
            FilterStats stats = TestFilters.open(half, spec).stats();
            assertEquals(64, counted[0]);
            assertEquals(64 * 8192, counted[1]);
            assertEquals(0.5, stats.fillRatio());
            double expected = -Math.log(0.5) * stats.description().geometry().totalBits() / 4;
            assertEquals(1, stats.estimatedCount() / expected, 1e-6);
        }
    }

    private static Reply halfFull(Command command, long[] counted) {
        if (command.verb() == Verb.SETBIT) {
            return new Reply.Int(0);
        }
        if (command.verb() == Verb.BITFIELD_RO) {
            return new Reply.Ints(new long[] {1, 0});
        }
        if (command.verb() != Verb.BITCOUNT) {
            return null;
        }
        long first = Long.parseLong(new String(command.arguments()[0], StandardCharsets.US_ASCII));
        long last = Long.parseLong(new String(command.arguments()[1], StandardCharsets.US_ASCII));
        counted[0]++;
        counted[1] += last - first + 1;
        return new Reply.Int((last - first + 1) * 4);
    }
}
