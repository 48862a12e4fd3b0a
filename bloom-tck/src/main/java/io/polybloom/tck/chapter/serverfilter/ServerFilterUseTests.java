package io.polybloom.tck.chapter.serverfilter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterCopy;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RespClient;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims, windows, loads and rebuilds of filters whose bits the server keeps. */
@Needs(Capability.SERVER)
public abstract class ServerFilterUseTests extends KitTests {

    private BloomFilters ofServer() {
        return connect(Target.standalone(SharedServers.withFilters().uri()));
    }

    private FilterSpecBuilder spec() {
        return fresh().layout(Layouts.SERVER)
                .capacity(4000)
                .falsePositiveRate(1e-9)
                .partitions(2);
    }

    @Test
    @Checks("18.07")
    void aRepeatedDeliveryGetsItsFirstAnswer() {
        BloomFilter<CharSequence> filter = open(ofServer(), spec().build());
        filter.add("word-1");
        Claims<CharSequence> claims = filter.claims("orders-0");
        boolean[] expected = {true, false, true};
        assertArrayEquals(expected, claims.addAll(7, words("word-", 3)));
        assertArrayEquals(
                expected, open(ofServer(), spec(filter)).claims("orders-0").addAll(7, words("word-", 3)));
        claims.settle(9);
        assertArrayEquals(new boolean[3], claims.addAll(7, words("word-", 3)));
    }

    private static FilterSpec spec(BloomFilter<?> filter) {
        return FilterSpec.existing(filter.description().name()).build();
    }

    @Test
    @Checks("18.07")
    void aLoadBringsAllElementsThatThereIsRoomFor() {
        BloomFilter<CharSequence> filter = open(ofServer(), spec().build());
        assertEquals(9000, filter.load(words("word-", 9000), taken -> {}));
        assertEquals(9000, count(filter.mightContainAll(words("word-", 9000))));
        BloomFilter<CharSequence> full = open(
                ofServer(),
                spec().capacity(50)
                        .partitions(1)
                        .overCapacity(OverCapacity.REJECT)
                        .build());
        assertThrows(OverCapacityException.class, () -> full.load(words("word-", 60), taken -> {}));
        assertEquals(50, count(full.mightContainAll(words("word-", 60))));
    }

    /** While the elements are read, another client adds one. */
    @Test
    @Checks("18.07")
    void aRebuiltFilterHasItsElementsAndThoseAddedMeanwhile() {
        rebuild(Layouts.SERVER, Layouts.SERVER);
        rebuild(Layouts.CLASSIC, Layouts.SERVER);
        rebuild(Layouts.SERVER, Layouts.CLASSIC);
    }

    private void rebuild(String before, String after) {
        BloomFilters filters = ofServer();
        FilterSpec spec = spec().layout(before).build();
        FilterOptions options =
                before.equals(Layouts.CLASSIC) ? OPTIONS.nearCache(NearCache.ofMemory(1 << 20)) : OPTIONS;
        BloomFilter<CharSequence> stale = open(ofServer(), spec, options);
        stale.addAll(words("word-", 1000));
        stale.addAll(words("forgotten-", 100));
        Iterable<String> source = () -> {
            Iterator<String> words = words("word-", 1000).iterator();
            return Stream.iterate(0, i -> i < 1000, i -> i + 1)
                    .map(i -> {
                        if (i == 500) {
                            // In a thread of its own: the one that reads may be that to which answers would come.
                            assertTrue(CompletableFuture.supplyAsync(() -> stale.add("meanwhile"))
                                    .join());
                        }
                        return words.next();
                    })
                    .iterator();
        };
        FilterDescription rebuilt = filters.run(FilterRebuild.of(spec.name())
                        .layout(after)
                        .capacity(8000)
                        .from(source, TEXT))
                .description();
        assertEquals(after, rebuilt.layout());
        assertEquals(8000, rebuilt.capacity());
        assertTrue(stale.mightContain("meanwhile"));
        assertFalse(stale.add("meanwhile"));
        assertEquals(1000, count(stale.mightContainAll(words("word-", 1000))));
        assertEquals(0, count(stale.mightContainAll(words("forgotten-", 100))));
        try (RespClient redis = SharedServers.withFilters().client()) {
            assertEquals(StoredFilter.partitions(rebuilt), StoredFilter.keysOfPartitions(redis, spec.name()));
        }
    }

    @Test
    @Checks("18.07")
    void aRebuildThatHasNoRoomLeavesTheFilterAsItWas() {
        BloomFilters filters = ofServer();
        FilterSpec spec = spec().capacity(200)
                .partitions(1)
                .overCapacity(OverCapacity.REJECT)
                .build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(words("word-", 200));
        FilterRebuild tooSmall = FilterRebuild.of(spec.name()).capacity(100).from(words("word-", 200), TEXT);
        assertThrows(OverCapacityException.class, () -> filters.run(tooSmall));
        assertEquals(200, filter.description().capacity());
        assertEquals(200, count(filter.mightContainAll(words("word-", 200))));
    }

    @Test
    @Checks("18.07")
    void whatNeedsTheBitsIsRefusedWithTheReason() {
        BloomFilters filters = ofServer();
        FilterSpec spec = spec().build();
        open(filters, spec).add("word");
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class,
                () -> filters.run(
                        FilterCopy.of(FilterSpec.existing(spec.name()).build()).named(freshName())));
        assertTrue(refused.getMessage().contains(Layouts.SERVER), refused.getMessage());
        FilterSpecBuilder ofBits =
                FilterSpec.named(freshName()).layout(Layouts.SERVER).bits(1000).hashes(3);
        assertThrows(IllegalArgumentException.class, ofBits::build);
        FilterOptions cached = OPTIONS.nearCache(NearCache.ofMemory(1 << 20));
        FilterSpec other = spec().build();
        assertThrows(IllegalArgumentException.class, () -> open(filters, other, cached));
        assertTrue(filters.describe(other.name()).isEmpty());
        assertThrows(
                UnsupportedFilterException.class,
                () -> open(filters, FilterSpec.existing(spec.name()).build(), cached));
    }
}
