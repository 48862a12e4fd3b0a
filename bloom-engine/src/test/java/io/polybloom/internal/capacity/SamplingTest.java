package io.polybloom.internal.capacity;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.LostDataException;
import io.polybloom.internal.capacity.Sample.LayerSample;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples: which bytes of which partitions they look at, and what they say of a filter. */
class SamplingTest {

    /** The bytes that an exact sample of one partition counts: all, or 64 blocks of 8 KiB. */
    private static final int ALL = 64 * 8192;

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
    void givesUpWhereTheFilterIsClearedAgainAndAgain() {
        FilterSpec spec = TestFilters.clicks().build();
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        clearBeforeACount(TestFilters.open(redis, spec), Integer.MAX_VALUE);
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

    private static Layer layer(FilterSpecBuilder spec) {
        return new Generation(Descriptions.planned(spec.build(), 1, "00000000000000aa", ElementHash.murmur3()))
                .newest();
    }

    private static Layer ofBytes(long bytes) {
        return layer(FilterSpec.named("clicks").bits(8 * bytes).hashes(1).partitions(1));
    }

    private static List<String> counted(Layer layer, Precision precision) {
        List<String> counted = new ArrayList<>();
        for (Batch batch : new LayerSample(layer, precision).batches().toList()) {
            for (Command command : batch.commands()) {
                if (command.verb() == Verb.BITCOUNT) {
                    counted.add(text(command.arguments()[0]) + "-" + text(command.arguments()[1]));
                }
            }
        }
        return counted;
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.US_ASCII);
    }

    @Test
    void countsAPartitionAsAWholeWhileItIsNoLonger() {
        assertEquals(List.of("0-" + (ALL - 1)), counted(ofBytes(ALL), Precision.EXACT));
    }

    @Test
    void spreadsItsBlocksFromTheFirstByteToTheLast() {
        List<String> counted = counted(ofBytes(2 * ALL), Precision.EXACT);
        assertEquals(64, counted.size());
        assertEquals("0-8191", counted.get(0));
        // Every 63rd part of the bytes before the last block.
        assertEquals("16514-24705", counted.get(1));
        assertEquals(2 * ALL - 8192 + "-" + (2 * ALL - 1), counted.get(63));
        assertEquals(64, counted(ofBytes(ALL + 1), Precision.EXACT).size());
    }

    @Test
    void looksOnlyAtTheFirstBlockWhereThereIsOne() {
        assertEquals(List.of("0-65535"), counted(ofBytes(ALL), Precision.CLOSE));
    }

    @ParameterizedTest
    @CsvSource({"3, 0 1 2", "4, 0 1 2 3", "10, 0 2 5 7"})
    void spreadsItselfOverThePartitions(int partitions, String expected) {
        Layer layer = layer(TestFilters.clicks().partitions(partitions));
        List<String> asked = new LayerSample(layer, Precision.ROUGH)
                .batches()
                .map(batch -> Integer.toString(batch.orderingKey()))
                .toList();
        assertEquals(expected, String.join(" ", asked));
    }

    /** The layout of another system: 1,251 bytes, of which the last one has seven bits. */
    @Test
    void countsNoBitsBehindTheEnd() {
        Layer layer = layer(FilterSpec.named("a").layout("plain").bits(10_007).hashes(5));
        LayerSample sample = new LayerSample(layer, Precision.EXACT);
        for (Batch batch : sample.batches().toList()) {
            sample.take(batch, List.of(new Reply.Int(0)));
        }
        assertEquals(10_007, sample.stats(layer.layout()).get(0).sampledBits());
    }
}
