package io.polybloom.tck.chapter.removal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMerge;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.NearCache;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.ElementLocation;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Elements that are added and removed. */
public abstract class RemovalTests extends KitTests {

    private static final int MANY = 400;
    private static final int SEED = 20_261_123;
    private static final int STEPS = 60;
    private static final int VALUES = 16;

    private static final int THREADS = 4;

    /** The number of elements that each thread adds and removes. */
    private static final int ELEMENTS_OF_A_THREAD = Rounds.areWhole() ? 250_000 : 1_000;

    private static final int BATCHES = Rounds.areWhole() ? 250 : 10;

    private FilterSpec spec() {
        return fresh().layout(Layouts.COUNTING)
                .capacity(10_000)
                .falsePositiveRate(1e-9)
                .partitions(3)
                .build();
    }

    /** So few counters that elements share them. */
    private FilterSpec crowded() {
        return fresh().layout(Layouts.COUNTING)
                .bits(2048)
                .hashes(4)
                .partitions(2)
                .build();
    }

    private static RemovableBloomFilter<CharSequence> removable(BloomFilters filters, FilterSpec spec) {
        return filters.openRemovable(spec, TEXT);
    }

    @Test
    @Checks("16.01")
    void oneElementIsThereUntilItIsRemovedAsOftenAsAdded() {
        FilterSpec spec = spec();
        RemovableBloomFilter<CharSequence> filter = removable(filters(), spec);
        RemovableBloomFilter<CharSequence> other = removable(filters(), spec);
        assertTrue(filter.add("other"));
        assertTrue(filter.add("twice"));
        assertFalse(other.add("twice"));
        assertTrue(filter.remove("twice"));
        assertTrue(other.mightContain("twice"), "added twice and removed once");
        assertTrue(other.remove("twice"));
        assertFalse(filter.mightContain("twice"));
        assertTrue(filter.add("twice"), "an element that was removed as often as it was added");
        assertTrue(filter.mightContain("other"));
    }

    @Test
    @Checks("16.01")
    void manyElementsAreRemovedAndTheOthersStay() {
        RemovableBloomFilter<CharSequence> filter = removable(filters(), spec());
        List<String> stay = words("stay-", MANY);
        List<String> go = words("go-", MANY);
        assertEquals(0, filter.removeAll(List.of()).length);
        assertEquals(MANY, count(filter.addAll(stay)));
        assertEquals(MANY, count(filter.addAll(go)));
        assertEquals(MANY, count(filter.removeAll(go)));
        assertEquals(0, count(filter.mightContainAll(go)));
        assertEquals(MANY, count(filter.mightContainAll(stay)));
        assertEquals(0, count(filter.removeAll(words("never-", MANY))), "elements that were never added");
        FilterStats stats = filter.stats();
        assertEquals(1, stats.estimatedCount() / (double) MANY, 0.1);
    }

    @Test
    @Checks("16.01")
    void aFilterOpensWithoutRemovalToo() {
        FilterSpec spec = spec();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        assertTrue(filter.add("x"));
        RemovableBloomFilter<CharSequence> removable =
                filters().openRemovable(FilterSpec.existing(spec.name()).build(), TEXT);
        assertTrue(removable.remove("x"));
        assertFalse(filter.mightContain("x"));
    }

    @Test
    @Checks("16.02")
    void countersAreThoseOfTheReference() {
        RemovableBloomFilter<CharSequence> filter = removable(filters(), crowded());
        CountingReference reference = new CountingReference(filter.description());
        Random random = new Random(SEED);
        List<String> held = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            List<String> some = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                // Lower numbers are drawn more often, so that some counters stop.
                some.add("element-" + (int) (60 * random.nextDouble() * random.nextDouble()));
            }
            if (step % 3 < 2) {
                assertAnswers(some, filter.addAll(some), reference::add);
                assertEquals(reference.add("single-" + step), filter.add("single-" + step));
                held.addAll(some);
                held.add("single-" + step);
            } else {
                List<String> gone = new ArrayList<>(held.subList(0, held.size() / 2));
                held.subList(0, gone.size()).clear();
                assertAnswers(gone, filter.removeAll(gone), reference::remove);
                String one = held.remove(0);
                assertEquals(reference.remove(one), filter.remove(one));
            }
        }
        try (RespClient redis = standalone().client()) {
            reference.assertStoredOn(redis);
        }
        assertEquals(held.size(), count(filter.mightContainAll(held)));
    }

    private static void assertAnswers(List<String> elements, boolean[] answers, Function<String, Boolean> reference) {
        for (int i = 0; i < answers.length; i++) {
            assertEquals(reference.apply(elements.get(i)), answers[i], "element " + i + ": " + elements.get(i));
        }
    }

    @Test
    @Checks("16.03")
    void aRemovalTakesOneFromEachCounterThatKnowsItsElements() {
        RemovableBloomFilter<CharSequence> filter = removable(filters(), crowded());
        ElementLocation place = new CountingReference(filter.description()).locate("x");
        try (RespClient redis = standalone().client()) {
            for (int value = 0; value < VALUES; value++) {
                int left = value == VALUES - 1 ? value : Math.max(0, value - 1);
                for (boolean isSingle : List.of(true, false)) {
                    write(redis, place, value);
                    boolean answer = isSingle ? filter.remove("x") : filter.removeAll(List.of("x"))[0];
                    assertEquals(value > 0, answer, "of " + value);
                    assertEquals(List.of((long) left, 6L, 6L, 6L), read(redis, place), "after " + value);
                }
            }
            write(redis, place, 14);
            assertFalse(filter.add("x"));
            assertFalse(filter.add("x"));
            assertEquals(List.of(15L, 9L, 9L, 9L), read(redis, place));
        }
    }

    /** Sets the first counter of an element to a value, and the others to 7. */
    private static void write(RespClient redis, ElementLocation place, int value) {
        for (int i = 0; i < place.offsets().size(); i++) {
            redis.call("BITFIELD", place.key(), "SET", "u4", place.offsets().get(i), i == 0 ? value : 7);
        }
    }

    private static List<Long> read(RespClient redis, ElementLocation place) {
        List<Long> values = new ArrayList<>();
        for (long offset : place.offsets()) {
            values.add((Long)
                    redis.list("BITFIELD", place.key(), "GET", "u4", offset).get(0));
        }
        return values;
    }

    @Test
    @Checks("16.06")
    void whatNeedsLastingBitsIsRefusedWithTheReason() {
        BloomFilters filters = filters();
        FilterSpec spec = spec();
        RemovableBloomFilter<CharSequence> filter = removable(filters, spec);
        filter.add("x");
        refuses("use addAll", () -> filter.load(List.of("y"), read -> {}));
        refuses("counted twice", () -> filter.claims("writer"));
        refuses("added up", () -> filters.run(FilterMerge.of(spec.name()).into(freshName())));
        refuses(
                "counts elements",
                () -> filters.run(FilterRebuild.of(spec.name()).from(List.of("x"), TEXT)));
        refuses(
                "leave out nearCache",
                () -> filters.openExisting(spec.name(), TEXT, OPTIONS.nearCache(NearCache.ofMemory(1 << 20))));
        FilterSpec classic = fresh().capacity(100).build();
        assertThrows(IllegalArgumentException.class, () -> filters.openRemovable(classic, TEXT));
        open(filters, classic).add("x");
        refuses(
                "open the filter without removal",
                () -> filters.openRemovable(FilterSpec.existing(classic.name()).build(), TEXT));
        assertTrue(filter.mightContain("x"));
        assertFalse(filter.mightContain("y"));
    }

    private static void refuses(String reason, Runnable operation) {
        UnsupportedFilterException thrown = assertThrows(UnsupportedFilterException.class, operation::run);
        assertTrue(thrown.getMessage().contains(reason), thrown.getMessage());
    }

    @Test
    @Checks("16.07")
    void threadsThatAddAndRemoveLoseNoElement() {
        int elements = THREADS * ELEMENTS_OF_A_THREAD;
        FilterSpec spec = fresh().layout(Layouts.COUNTING)
                .capacity(elements)
                .falsePositiveRate(1e-3)
                .build();
        RemovableBloomFilter<CharSequence> filter = removable(filters(), spec);
        List<Callable<List<String>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            String own = "thread-" + thread + "-";
            tasks.add(() -> addAndRemove(filter, own));
        }
        List<String> left = new ArrayList<>();
        Together.call(tasks).forEach(left::addAll);
        assertEquals(left.size(), count(filter.mightContainAll(left)), "elements that are called absent");
    }

    /** Adds elements in calls of all sizes, and removes all but a tenth of them while the next ones are added. */
    private static List<String> addAndRemove(RemovableBloomFilter<CharSequence> filter, String prefix) {
        List<String> left = new ArrayList<>();
        int batch = ELEMENTS_OF_A_THREAD / BATCHES;
        for (int from = 0; from < ELEMENTS_OF_A_THREAD; from += batch) {
            List<String> added = words(prefix + from + "-", batch);
            filter.addAll(added.subList(0, batch - 1));
            filter.add(added.get(batch - 1));
            assertEquals(batch, count(filter.mightContainAll(added)), "an element that is there is called absent");
            List<String> stay = added.subList(0, batch / 10);
            List<String> go = added.subList(batch / 10, batch);
            assertEquals(go.size() - 1, count(filter.removeAll(go.subList(1, go.size()))));
            assertTrue(filter.remove(go.get(0)));
            left.addAll(stay);
        }
        return left;
    }
}
