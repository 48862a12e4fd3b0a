package io.polybloom.tck.chapter.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterCopy;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
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
import io.polybloom.tck.server.StandaloneServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The life of filters that forget after a time. */
public abstract class WindowLifeTests extends KitTests {

    private static final int SLICES = 3;
    private static final Duration SPAN = PassingTime.SLICE.multipliedBy(SLICES);
    private static final int ELEMENTS = 2_000;

    /** Ends before any slice. */
    private static final Duration SOON = Duration.ofHours(1);

    private FilterSpecBuilder clicks() {
        return fresh().capacity(10 * ELEMENTS)
                .falsePositiveRate(1e-9)
                .partitions(5)
                .window(SPAN, SLICES);
    }

    @Test
    @Checks("13.06")
    void aFilterLivesOnAServer() {
        live(Target.standalone(standalone().uri()), List.of(standalone()));
    }

    @Test
    @Checks("13.06")
    @Needs(Capability.CLUSTER)
    void aFilterLivesOnACluster() {
        live(Target.cluster(SharedServers.cluster()), SharedServers.cluster().nodes());
    }

    private void live(Target target, List<? extends StandaloneServer> nodes) {
        List<RespClient> redis = nodes.stream()
                .map(StandaloneServer::client)
                .map(client -> closing(client))
                .toList();
        FilterSpec spec = clicks().build();
        BloomFilters filters = connect(target);
        BloomFilter<CharSequence> filter = open(filters, spec);
        BloomFilter<CharSequence> other = open(connect(target), spec);
        List<String> elements = words("élément-", ELEMENTS);
        assertTrue(filter.add("single"));
        assertFalse(other.add("single"));
        assertEquals(ELEMENTS, count(filter.addAll(elements)));
        assertEquals(ELEMENTS, count(other.mightContainAll(elements)));
        assertEquals(0, count(other.addAll(elements)));
        assertTrue(other.load(words("loaded-", ELEMENTS), taken -> {}) > 0);
        assertEquals(ELEMENTS, count(filter.mightContainAll(words("loaded-", ELEMENTS))));
        assertEquals(0, count(filter.mightContainAll(words("absent-", ELEMENTS))));
        FilterStats stats = filter.stats();
        assertEquals(2 * ELEMENTS + 1, stats.estimatedCount(), ELEMENTS / 10.0);
        assertEquals(SLICES, stats.description().window().orElseThrow().slices());
        assertEquals(
                stats.layers(),
                stats.slices().stream().map(FilterStats.Slice::measured).toList());

        filter.expire(SOON);
        assertTrue(other.add("later"));
        assertTrue(stored(redis, spec) > 5, "the register, its copy and partitions");
        forEachSlice(redis, spec, (node, key) -> assertTrue(node.integer("PTTL", key) <= SOON.toMillis(), key));
        filter.persist();
        assertTrue(other.mightContain("later"));
        forEachSlice(redis, spec, (node, key) -> {
            SliceTests.assertExpiresWith(node, key, StoredFilter.sliceOf(key));
        });

        filter.clear();
        assertEquals(0, count(other.mightContainAll(elements)));
        assertEquals(ELEMENTS, count(other.addAll(elements)));
        assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
        filter.delete();
        assertEquals(0, stored(redis, spec), "keys of a filter that was deleted");
    }

    private interface Look {
        void at(RespClient node, String key);
    }

    private static void forEachSlice(List<RespClient> nodes, FilterSpec spec, Look look) {
        int seen = 0;
        for (RespClient node : nodes) {
            for (String key : StoredFilter.slices(node, spec.name())) {
                look.at(node, key);
                seen++;
            }
        }
        assertEquals(5, seen, "partitions");
    }

    private static int stored(List<RespClient> nodes, FilterSpec spec) {
        int keys = 0;
        for (RespClient node : nodes) {
            keys += StoredFilter.keysLeft(node, "*" + spec.name() + "*").size();
        }
        return keys;
    }

    @Test
    @Checks("13.07")
    void aFilterThatForgetsIsNeitherCopiedNorMerged() {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(words("word-", 50));
        String name = spec.name();
        FilterSpec existing = FilterSpec.existing(name).build();
        String copy = freshName();
        assertRefused(() -> filters.run(FilterCopy.of(existing).named(copy)));
        assertRefused(() -> filters.run(FilterMerge.of(name).into(copy)));
        FilterSpec plain = fresh().capacity(1_000).build();
        open(filters, plain).add("word-0");
        assertRefused(() -> filters.run(FilterMerge.of(plain.name()).into(name)));
        try (RespClient redis = standalone().client()) {
            assertEquals(List.of(), redis.keys("*" + copy + "*"));
        }
        assertEquals(50, count(filter.mightContainAll(words("word-", 50))));
    }

    private static void assertRefused(Executable call) {
        UnsupportedFilterException refused = assertThrows(UnsupportedFilterException.class, call);
        assertTrue(refused.getMessage().contains("a window"), refused.getMessage());
    }

    @Test
    @Checks("13.07")
    void aFilterThatForgetsIsNeverShutOrGrown() {
        for (OverCapacity refused : List.of(OverCapacity.REJECT, OverCapacity.GROW)) {
            FilterSpecBuilder builder = clicks().overCapacity(refused);
            IllegalArgumentException reason = assertThrows(IllegalArgumentException.class, builder::build);
            assertTrue(reason.toString().contains("a window"), reason.toString());
        }
    }

    @Test
    @Checks("13.07")
    void layoutsThatCannotForgetAreRefused() {
        for (String layout : List.of(Layouts.SERVER, Layouts.COUNTING)) {
            FilterSpecBuilder builder = fresh().layout(layout).capacity(1_000).window(SPAN, SLICES);
            IllegalArgumentException reason = assertThrows(IllegalArgumentException.class, builder::build);
            assertTrue(reason.toString().contains("leave out window"), reason.toString());
        }
    }

    @Test
    @Checks("13.07")
    void aFilterWithAnotherWindowIsRefused() {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().build();
        open(filters, spec);
        FilterSpec other = FilterSpec.named(spec.name())
                .capacity(10 * ELEMENTS)
                .falsePositiveRate(1e-9)
                .partitions(5)
                .window(SPAN, 2 * SLICES)
                .build();
        assertThrows(SpecMismatchException.class, () -> open(filters, other));
    }
}
