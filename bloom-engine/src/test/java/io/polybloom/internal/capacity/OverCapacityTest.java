package io.polybloom.internal.capacity;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.count;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Filters that tell of their fullness, and filters that refuse. Elements are numbered, so every run gives the same
 * counts.
 */
class OverCapacityTest {

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder clicks(long capacity, OverCapacity policy) {
        return FilterSpec.named("clicks").capacity(capacity).overCapacity(policy);
    }

    @Test
    void tellsOnceThatADegradingFilterHasPassedItsCapacity() {
        List<FilterStats> told = new ArrayList<>();
        FilterSpec spec = clicks(2000, OverCapacity.DEGRADE).build();
        BloomFilter<CharSequence> filter =
                TestFilters.open(redis, spec, FilterOptions.defaults().overCapacityListener(told::add));
        filter.addAll(words(1900));
        assertEquals(List.of(), told);
        filter.addAll(words(4000));
        words(6000).forEach(filter::add);
        assertEquals(1, told.size());
        assertEquals(2000, told.get(0).estimatedCount(), 100);
        assertTrue(filter.stats().isOverCapacity());
        assertEquals(6000, filter.stats().estimatedCount(), 300);
    }

    @Test
    void acceptsTheElementWithWhichAClientLearnsThatTheFilterIsFull() {
        FilterSpec spec =
                clicks(1000, OverCapacity.REJECT).falsePositiveRate(1e-9).build();
        BloomFilter<CharSequence> unaware = TestFilters.open(redis, spec);
        assertTrue(unaware.add("first"));
        BloomFilter<CharSequence> other = TestFilters.open(redis, spec);
        assertThrows(PartialBulkException.class, () -> other.addAll(words(2000)));
        assertTrue(unaware.add("the last one"));
        assertTrue(other.mightContain("the last one"));
        assertThrows(OverCapacityException.class, () -> unaware.add("too late"));
    }

    /** The promise of 101 % for 8 clients leaves less than 125 elements of 100,000 to each that does not know yet. */
    @Test
    void addsLittleAfterAnotherClientHasSealedTheFilter() {
        BloomFilter<CharSequence> unaware = TestFilters.open(redis, clicks(100_000, OverCapacity.REJECT));
        assertTrue(unaware.add("with a sample that shows much room"));
        for (byte[] partition : redis.strings.values()) {
            partition[partition.length - 1] |= 0x40;
        }
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> unaware.addAll(words(3000)));
        assertInstanceOf(OverCapacityException.class, partial.getCause());
        long accepted = partial.outcomes().stream()
                .filter(outcome -> outcome == ElementOutcome.NEW)
                .count();
        assertTrue(accepted > 0 && accepted <= 80, "accepted: " + accepted);
    }

    @Test
    void eightClientsTogetherStayWithinThePromise() {
        FilterSpec spec = clicks(100_000, OverCapacity.REJECT).build();
        List<BloomFilter<CharSequence>> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(new BlockingBloomFilters(redis).open(spec, TEXT));
        }
        long accepted = 0;
        int next = 0;
        List<BloomFilter<CharSequence>> open = new ArrayList<>(clients);
        while (!open.isEmpty()) {
            BloomFilter<CharSequence> client = open.get(next / 250 % open.size());
            List<String> batch = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                batch.add("element-" + next++);
            }
            try {
                accepted += count(client.addAll(batch));
            } catch (PartialBulkException full) {
                assertInstanceOf(OverCapacityException.class, full.getCause());
                accepted += full.outcomes().stream()
                        .filter(outcome -> outcome == ElementOutcome.NEW)
                        .count();
                open.remove(client);
            }
        }
        double falsePositives = 0.004 * 100_000;
        assertEquals(100_000, accepted + falsePositives / 2, 1_500);
        assertTrue(accepted >= 98_000 && accepted <= 101_000, "accepted " + accepted);
        assertTrue(countedBytes() < 5_000_000, "bytes counted to watch the fill: " + countedBytes());
    }

    @Test
    void samplesSeldom() {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, clicks(100_000, OverCapacity.REJECT));
        filter.addAll(words(99_000));
        long trailersRead = redis.count(Verb.BITFIELD_RO);
        assertTrue(trailersRead > 0 && trailersRead < 20, "samples: " + trailersRead);
    }

    /** The server counts the bits of 5 bytes in a nanosecond, so this is a cost. */
    private long countedBytes() {
        long bytes = 0;
        for (Batch batch : redis.batches) {
            for (Command command : batch.commands()) {
                if (command.verb() == Verb.BITCOUNT) {
                    bytes += number(command.arguments()[1]) - number(command.arguments()[0]) + 1;
                }
            }
        }
        return bytes;
    }

    private static long number(byte[] decimal) {
        return Long.parseLong(new String(decimal, StandardCharsets.US_ASCII));
    }
}
