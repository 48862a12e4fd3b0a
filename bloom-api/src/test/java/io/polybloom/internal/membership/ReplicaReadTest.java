package io.polybloom.internal.membership;

import static io.polybloom.TestFilters.assertAllPresent;
import static io.polybloom.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MemoryRedis;
import io.polybloom.NearCache;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaReadTest {

    private final MemoryRedis primary = new MemoryRedis();
    private final MemoryRedis replica = new MemoryRedis();
    private final Transport<InFlight> transport = Transport.withReplica(primary, replica);

    private static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1000);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return new BlockingBloomFilters(transport).open(spec, io.polybloom.TestFilters.TEXT, options);
    }

    private void replicate() {
        replica.strings.clear();
        primary.strings.forEach((key, bytes) -> replica.strings.put(key, bytes.clone()));
    }

    @Test
    void onlyLookUpsAskTheReplica() {
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            BloomFilter<CharSequence> filter = open(
                    clicks().layout(layout).build(), FilterOptions.defaults().readFromReplicas());
            filter.addAll(words(100));
            filter.add("one");
            filter.stats();
            assertTrue(replica.batches.isEmpty());
            replicate();
            primary.batches.clear();
            assertTrue(filter.mightContain("one"));
            assertAllPresent(filter, words(100));
            assertTrue(primary.batches.isEmpty());
            List<Batch> asked = new ArrayList<>(replica.batches);
            assertEquals(2, asked.size());
            assertTrue(asked.stream().allMatch(batch -> batch.size() == 1), "one command holds trailer and bits");
            filter.delete();
            replica.batches.clear();
        }
    }

    @Test
    void falseMeansNotOnThatReplicaYet() {
        BloomFilter<CharSequence> filter =
                open(clicks().build(), FilterOptions.defaults().readFromReplicas());
        replicate();
        filter.add("one");
        assertFalse(filter.mightContain("one"));
        replicate();
        assertTrue(filter.mightContain("one"));
    }

    @Test
    void whatAReplicaCannotAnswerIsAskedOnThePrimary() {
        BloomFilter<CharSequence> filter =
                open(clicks().build(), FilterOptions.defaults().readFromReplicas());
        filter.add("one");
        assertTrue(filter.mightContain("one"), "the replica has no such key yet");
        assertTrue(filter.mightContainAll(List.of("one"))[0]);
        replica.answerInstead = command -> io.polybloom.spi.Reply.Failure.ofServer("MASTERDOWN no", null);
        assertTrue(filter.mightContain("one"));
        primary.strings.clear();
        assertThrows(LostDataException.class, () -> filter.mightContain("one"));
    }

    @Test
    void withoutTheOptionNothingAsksTheReplica() {
        BloomFilter<CharSequence> filter = open(clicks().build(), FilterOptions.defaults());
        filter.add("one");
        assertTrue(filter.mightContain("one"));
        assertTrue(replica.batches.isEmpty());
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterOptions.defaults().readFromReplicas().nearCache(NearCache.ofMemory(1 << 20)));
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterOptions.defaults()
                        .nearCache(NearCache.ofMemory(1 << 20))
                        .readFromReplicas());
    }
}
