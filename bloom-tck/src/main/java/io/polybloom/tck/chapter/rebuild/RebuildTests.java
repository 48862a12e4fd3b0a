package io.polybloom.tck.chapter.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.common.collect.AbstractIterator;
import com.google.common.util.concurrent.Futures;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Geometry;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The result of a rebuild. */
public abstract class RebuildTests extends KitTests {

    private static final int ELEMENTS = 2_000;

    /** Fewer than a layer may have beyond its capacity, since its room may be measured long before they arrive. */
    private static final int READ = 10;

    private FilterSpecBuilder clicks() {
        return fresh().capacity(ELEMENTS).falsePositiveRate(0.001).partitions(3);
    }

    @TestFactory
    @Checks("14.01")
    List<DynamicTest> theRebuiltFilterHasTheBitsOfAFilterOfItsSize() {
        return List.of(
                row("same size", () -> rebuild(plan -> plan, ELEMENTS, 0.001, "classic-v1")),
                row(
                        "ten times as large",
                        () -> rebuild(plan -> plan.capacity(10L * ELEMENTS), 10 * ELEMENTS, 0.001, "classic-v1")),
                row(
                        "a tenth as large",
                        () -> rebuild(plan -> plan.capacity(ELEMENTS / 10), ELEMENTS / 10, 0.001, "classic-v1")),
                row("another layout", () -> rebuild(plan -> plan.layout("blocked-v1"), ELEMENTS, 0.001, "blocked-v1")),
                row("words", () -> rebuild(plan -> plan.layout("words-v1"), ELEMENTS, 0.001, "words-v1")),
                row("another rate", () -> rebuild(plan -> plan.falsePositiveRate(0.01), ELEMENTS, 0.01, "classic-v1")));
    }

    private void rebuild(Planning planning, int capacity, double rate, String layout) {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().build();
        List<String> elements = words("word-", ELEMENTS);
        BloomFilter<CharSequence> stale = open(filters, spec);
        stale.addAll(words("forgotten-", 100));
        stale.addAll(elements);
        FilterDescription before = stale.description();
        FilterRebuild rebuild = planning.of(FilterRebuild.of(spec.name())).from(elements, TEXT);
        FilterRebuild.Report report = filters.run(rebuild);
        FilterDescription rebuilt = report.description();
        assertEquals(ELEMENTS, report.elements());
        assertNotEquals(before.generation(), rebuilt.generation());
        assertEquals(capacity, rebuilt.capacity());
        assertEquals(rate, rebuilt.falsePositiveRate());
        assertEquals(layout, rebuilt.layout());
        Reference reference = new Reference(rebuilt);
        elements.forEach(reference::add);
        reference.assertStoredOn(List.of(standalone()));
        assertEquals(ELEMENTS, count(stale.mightContainAll(elements)));
        // By the parameters from before.
        assertEquals(rebuilt, open(filters(), spec).description());
        try (RespClient redis = standalone().client()) {
            assertEquals(List.of(), StoredFilter.keysOfGeneration(redis, before));
        }
    }

    /** Describes the end of a filter. */
    private interface Planning {
        FilterRebuild.Plan of(FilterRebuild.Plan plan);
    }

    @Test
    @Checks("14.03")
    void aFilterThatHasGrownBecomesOneLayer() {
        BloomFilters filters = filters();
        List<String> elements = words("word-", 2 * ELEMENTS);
        FilterSpec spec = clicks().overCapacity(OverCapacity.GROW).build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(elements);
        assertEquals(2, filter.description().layers().size());
        FilterDescription rebuilt =
                filters.run(FilterRebuild.of(spec.name()).from(elements, TEXT)).description();
        assertEquals(1, rebuilt.layers().size());
        assertEquals(3L * ELEMENTS, rebuilt.capacity());
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        try (RespClient redis = standalone().client()) {
            assertEquals(3, StoredFilter.keysOfPartitions(redis, spec.name()).size(), "a key for each partition");
        }
    }

    @TestFactory
    @Checks("14.06")
    List<DynamicTest> aFilterThatGrowsGetsAsManyLayersAsItNeeds() {
        return List.of(
                row("its elements", () -> growing(2 * ELEMENTS, 0)),
                row("elements that others add", () -> growing(READ, 2 * ELEMENTS - READ)));
    }

    /** Rebuilds a filter for an eighth of the elements that it is going to have. */
    private void growing(int read, int added) {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().overCapacity(OverCapacity.GROW).build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        List<String> elements = words("word-", read);
        List<String> meanwhile = words("meanwhile-", added);
        filter.addAll(elements);
        FutureTask<boolean[]> adding = new FutureTask<>(() -> filter.addAll(meanwhile));
        Iterable<String> source = () -> {
            new Thread(adding, "adds meanwhile").start();
            return untilDone(adding, elements);
        };
        FilterRebuild.Plan plan = FilterRebuild.of(spec.name()).capacity(ELEMENTS / 4);
        FilterDescription rebuilt = filters.run(plan.from(source, TEXT)).description();
        Futures.getUnchecked(adding);
        assertEquals(4, rebuilt.layers().size());
        assertEquals(read, count(filter.mightContainAll(elements)));
        assertEquals(added, count(filter.mightContainAll(meanwhile)));
        try (RespClient redis = standalone().client()) {
            for (int layer = 0; layer < 4; layer++) {
                long bits = 0;
                for (String key : StoredFilter.keysOfLayer(redis, spec.name(), layer)) {
                    bits += redis.integer("BITCOUNT", key);
                }
                assertTrue(bits <= mostBits(rebuilt, layer), "layer " + layer + " has " + bits + " bits");
            }
        }
    }

    /** Repeats elements until a task is done. To wait for it could hold up the thread to which its answers come. */
    private static Iterator<String> untilDone(Future<?> task, List<String> elements) {
        return new AbstractIterator<>() {
            private int next;

            @Override
            protected @Nullable String computeNext() {
                return next < elements.size() || !task.isDone() ? elements.get(next++ % elements.size()) : endOfData();
            }
        };
    }

    /** Returns the bits that a layer has with 5 % more elements than it is made for, the most that an estimate errs. */
    private static long mostBits(FilterDescription filter, int layer) {
        Geometry shape = filter.layers().get(layer);
        double all = (double) shape.partitionBits() * shape.partitions();
        double elements = 1.05 * (filter.capacity() << layer);
        return Math.round(all * -Math.expm1(-elements * shape.hashes() / all));
    }

    @Test
    @Checks("14.05")
    void aFilterThatForgetsIsNotRebuilt() {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().window(Duration.ofHours(3), 3).build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        List<String> elements = words("word-", 50);
        filter.addAll(elements);
        Iterable<String> unread = () -> fail("the elements were read");
        for (FilterRebuild.Plan plan : List.of(
                FilterRebuild.of(spec.name()), FilterRebuild.of(spec.name()).capacity(10L * ELEMENTS))) {
            UnsupportedFilterException refused =
                    assertThrows(UnsupportedFilterException.class, () -> filters.run(plan.from(unread, TEXT)));
            assertTrue(refused.getMessage().contains("has a window"), refused.getMessage());
        }
        assertEquals(50, count(filter.mightContainAll(elements)));
        try (RespClient redis = standalone().client()) {
            assertFalse(StoredFilter.isBeingRebuilt(redis, spec.name()));
        }
    }
}
