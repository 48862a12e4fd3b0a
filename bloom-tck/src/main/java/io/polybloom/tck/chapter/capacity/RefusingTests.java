package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Lists;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.layout.Geometry;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that refuse new elements when they are full. */
public abstract class RefusingTests extends KitTests {

    private static final int LARGE = 100_000;
    private static final int LARGE_BATCH = 1000;
    private static final int SMALL = 1000;
    private static final int SMALL_BATCH = 20;
    private static final double STANDARD_ERRORS = 6;

    /**
     * The standard error of the estimate is 0.08 % here. So the lower bound is 20 standard errors away, apart from the
     * elements that are false positives while the filter fills, 0.3 % on average.
     */
    @TestFactory
    @Checks("6.03")
    List<DynamicTest> aLargeFilterAcceptsItsCapacity() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int clients : List.of(1, 8)) {
            rows.add(row("clients: " + clients, () -> {
                long accepted = fill(full(LARGE).build(), clients, LARGE_BATCH);
                assertTrue(
                        accepted >= 0.98 * LARGE && accepted <= 1.01 * LARGE,
                        "accepted " + accepted + " of a capacity of " + LARGE);
            }));
        }
        return rows;
    }

    /** The elements are numbered, and the clients take turns, so the count is always the same. */
    @TestFactory
    @Checks("6.04")
    List<DynamicTest> aSmallFilterAcceptsItsCapacity() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int clients : List.of(1, 4, 8)) {
            rows.add(row("clients: " + clients, () -> {
                FilterSpec spec = full(SMALL).falsePositiveRate(1e-6).build();
                long accepted = fill(spec, clients, SMALL_BATCH);
                double slack = STANDARD_ERRORS * standardError(spec.geometry(1)) + clients * SMALL_BATCH;
                assertEquals(SMALL, accepted, slack, "elements accepted");
            }));
        }
        return rows;
    }

    /**
     * Returns the standard error of an estimate from the number of bits that are set (Whang et al. 1990, linear
     * counting, with k bits per element).
     */
    private static double standardError(Geometry geometry) {
        double load = geometry.hashes() * (double) SMALL / geometry.totalBits();
        return Math.sqrt(geometry.totalBits() * (Math.expm1(load) - load)) / geometry.hashes();
    }

    private FilterSpecBuilder full(int capacity) {
        return fresh().capacity(capacity).overCapacity(OverCapacity.REJECT);
    }

    /**
     * Adds different elements through the given number of clients, which add a batch each in turn, until each client is
     * refused. Returns how many elements were new. If the clients added at the same time, the number would depend on
     * how long a client pauses between a sample of the filter and the adds after it.
     */
    private long fill(FilterSpec spec, int clients, int batch) {
        Deque<Filling> waiting = new ArrayDeque<>();
        for (int client = 0; client < clients; client++) {
            List<String> elements = words("element-" + client + "-", 2 * (int) spec.capacity() / clients);
            waiting.add(new Filling(
                    open(filters(), spec), Lists.partition(elements, batch).iterator()));
        }
        long accepted = 0;
        while (!waiting.isEmpty()) {
            Filling next = waiting.remove();
            Added added = next.addBatch();
            accepted += added.fresh();
            if (!added.refused()) {
                waiting.add(next);
            }
        }
        return accepted;
    }

    /** Adds elements in batches until the filter refuses one; returns how many were new. */
    static int fill(BloomFilter<CharSequence> filter, List<String> elements, int batch) {
        Filling filling = new Filling(filter, Lists.partition(elements, batch).iterator());
        int accepted = 0;
        Added added;
        do {
            added = filling.addBatch();
            accepted += added.fresh();
        } while (!added.refused());
        return accepted;
    }

    /** The outcome of a batch: the number of new elements, and whether an element was refused. */
    private record Added(int fresh, boolean refused) {}

    /** A client that fills a filter batch by batch. */
    private record Filling(BloomFilter<CharSequence> filter, Iterator<List<String>> batches) {

        Added addBatch() {
            assertTrue(batches.hasNext(), "the filter refused nothing up to twice its capacity");
            try {
                return new Added(count(filter.addAll(batches.next())), false);
            } catch (PartialBulkException partial) {
                assertInstanceOf(OverCapacityException.class, partial.getCause());
                List<ElementOutcome> outcomes = partial.outcomes();
                return new Added(Collections.frequency(outcomes, ElementOutcome.NEW), true);
            }
        }
    }

    @Test
    @Checks("6.05")
    @Needs(Capability.SERVER)
    void aFullFilterKnowsItsElementsAndWritesNothing() {
        RedisServer server = closing(RedisServer.start());
        BloomFilters filters = connect(Target.standalone(server.uri()));
        FilterSpec spec = full(SMALL).falsePositiveRate(1e-9).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        assertTrue(filter.add("present"));
        fill(filter, words("word-", 2 * SMALL), SMALL_BATCH);
        SortedMap<String, String> before = snapshot(server);
        assertFalse(filter.add("present"));
        assertFalse(filter.add("word-0"));
        assertEquals(0, count(filter.addAll(words("word-", 500))));
        OverCapacityException refused = assertThrows(OverCapacityException.class, () -> filter.add("absent"));
        assertTrue(refused.getMessage().contains("capacity of " + SMALL), refused.getMessage());
        PartialBulkException bulk =
                assertThrows(PartialBulkException.class, () -> filter.addAll(List.of("word-0", "absent", "word-1")));
        assertInstanceOf(OverCapacityException.class, bulk.getCause());
        assertEquals(List.of(ElementOutcome.PRESENT, ElementOutcome.REFUSED, ElementOutcome.PRESENT), bulk.outcomes());
        assertFalse(filter.mightContain("absent"));
        BloomFilter<CharSequence> other = open(connect(Target.standalone(server.uri())), spec);
        assertFalse(other.add("present"));
        assertThrows(OverCapacityException.class, () -> other.add("absent"));
        assertTrue(other.stats().layers().get(0).sealed());
        assertEquals(before, snapshot(server));
    }

    private static SortedMap<String, String> snapshot(RedisServer server) {
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }

    @Test
    @Checks("6.06")
    void anAddThatMeetsTheSealHasBeenAccepted() {
        FilterSpec spec = full(SMALL).falsePositiveRate(1e-9).build();
        BloomFilter<CharSequence> single = open(filters(), spec);
        BloomFilter<CharSequence> bulk = open(filters(), spec);
        assertTrue(single.add("first"));
        assertTrue(bulk.add("second"));
        BloomFilter<CharSequence> filling = open(filters(), spec);
        fill(filling, words("word-", 2 * SMALL), SMALL_BATCH);
        assertFalse(filling.mightContain("last one"));
        assertTrue(single.add("last one"));
        assertEquals(2, count(bulk.addAll(List.of("last two", "last three", "word-0"))));
        assertEquals(3, count(filling.mightContainAll(List.of("last one", "last two", "last three"))));
        assertThrows(OverCapacityException.class, () -> single.add("too late"));
        assertThrows(OverCapacityException.class, () -> bulk.add("too late"));
        assertFalse(filling.mightContain("too late"));
    }
}
