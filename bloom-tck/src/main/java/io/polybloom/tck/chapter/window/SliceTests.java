package io.polybloom.tck.chapter.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.layout.Geometry;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys of a filter with a window in Redis. */
@Needs(Capability.SERVER)
public abstract class SliceTests extends KitTests {

    private static final int SLICES = 3;
    private static final Duration SPAN = PassingTime.SLICE.multipliedBy(SLICES);
    private static final int PARTITIONS = 2;

    private FilterSpec spec() {
        return fresh().capacity(3_000)
                .falsePositiveRate(1e-9)
                .partitions(PARTITIONS)
                .window(SPAN, SLICES)
                .build();
    }

    @Test
    @Checks("13.02")
    void slicesHaveTheKeysAndFieldsOfTheFormat() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        for (int step = 0; step < 3 * SLICES; step++) {
            time.passed(step);
            BloomFilter<CharSequence> filter = open(filters, spec);
            filter.addAll(words("step-" + step + "-", 10));
            assertStored(time, filter.description(), step);
        }
        time.passed(4 * SLICES);
        BloomFilter<CharSequence> filter = open(filters, spec);
        assertFalse(filter.mightContain("step-0-0"));
        assertEquals(PARTITIONS, StoredFilter.slices(time.redis(), spec.name()).size());
    }

    /** The whole second of the time belongs to the slice before. */
    @Test
    @Checks("13.02")
    void aSliceBeginsToTheMillisecond() {
        Duration slice = Duration.ofMillis(600_500);
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client()) {
            // Of an odd number, so that it begins in the middle of a second, and not in the past.
            long number = (clock(redis) / slice.toMillis() + 1) | 1;
            front.stopClockAt(Instant.ofEpochMilli(number * slice.toMillis() + 1));
            BloomFilters filters = connect(Target.standalone(front.uri()));
            FilterSpec spec = fresh().capacity(3_000)
                    .partitions(PARTITIONS)
                    .window(slice.multipliedBy(SLICES), SLICES)
                    .build();
            open(filters, spec).add("event");
            for (String key : StoredFilter.slices(redis, spec.name())) {
                assertEquals(number, StoredFilter.sliceOf(key), key);
            }
            assertEquals(PARTITIONS, StoredFilter.slices(redis, spec.name()).size());
        }
    }

    private static void assertStored(PassingTime time, FilterDescription filter, int step) {
        long newest = time.first() + step;
        List<String> keys = new ArrayList<>();
        Geometry shape = filter.layers().get(0);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            String key = StoredFilter.partition(filter, newest, partition);
            keys.add(key);
            assertExpiresWith(time.redis(), key, newest);
            long bytes = shape.partitionBits() * (SLICES + 1) / 8 + 1;
            assertEquals(bytes, time.redis().integer("STRLEN", key), "the length of " + key);
        }
        assertEquals(keys, StoredFilter.keysOfPartitions(time.redis(), filter.name()), "step " + step);
        StoredFilter.assertStoredSlices(time.redis(), filter, newest, step);
    }

    @Test
    @Checks("13.02")
    void anElementSetsTheColumnsOfItsSlices() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        long columns = 0;
        for (int step = 0; step <= 2 * SLICES; step++) {
            time.passed(step);
            BloomFilter<CharSequence> filter = open(filters, spec);
            boolean isAdded = step != 1;
            if (isAdded) {
                filter.add("x");
            } else {
                filter.add("another");
            }
            int width = SLICES + 1;
            long column = 1L << width - 1 - (time.first() + step) % width;
            columns = isAdded ? columns | column : columns & ~column;
            assertEquals(columns, common(time, filter.description(), time.first() + step), "step " + step);
        }
    }

    /** Returns the columns that all cells of the element have, read without the engine. */
    private static long common(PassingTime time, FilterDescription filter, long slice) {
        int width = SLICES + 1;
        ElementLocation location = ElementLocator.stored(filter)
                .locate("x".getBytes(StandardCharsets.UTF_8))
                .get(SLICES);
        String key = StoredFilter.partition(filter, slice, location.partition());
        assertEquals(key, location.key());
        long common = -1;
        for (long bit : location.offsets()) {
            assertEquals(slice % width, bit % width, "the column of the newest slice");
            String first = Long.toString(bit - bit % width);
            common &= (long) time.redis()
                    .list("BITFIELD", key, "GET", "u" + width, first)
                    .get(0);
        }
        return common;
    }

    /** Verifies that the key of a slice expires one slice after the slice has left the window: at (S + 2 + N) d. */
    static void assertExpiresWith(RespClient redis, String key, long slice) {
        long expiry = (slice + 2 + SLICES) * PassingTime.SLICE.toMillis();
        long since = clock(redis);
        assertExpires(redis, key, Duration.ofMillis(expiry - since), since);
    }

    @Test
    @Checks("13.03")
    void aSliceThatIsLostIsAnException() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        open(filters, spec).addAll(words("old-", 50));
        time.passed(1);
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(words("young-", 50));
        List<String> lost = StoredFilter.slices(time.redis(), spec.name());
        lost.forEach(key -> time.redis().call("DEL", key));
        for (BloomFilter<CharSequence> each : List.of(filter, open(filters, spec))) {
            assertThrows(LostDataException.class, () -> each.mightContain("never added"));
            assertThrows(LostDataException.class, () -> each.mightContainAll(words("old-", 50)));
            assertThrows(LostDataException.class, () -> each.add("never added"));
            assertThrows(LostDataException.class, () -> each.load(words("new-", 50), taken -> {}));
            assertThrows(LostDataException.class, each::stats);
        }
        time.passed(2);
        BloomFilter<CharSequence> next = open(filters, spec);
        assertThrows(LostDataException.class, () -> next.add("never added"), "in the next slice");
        assertThrows(LostDataException.class, () -> next.mightContain("never added"), "in the next slice");
        time.passed(2 + SLICES);
        BloomFilter<CharSequence> later = open(filters, spec);
        assertEquals(0, count(later.mightContainAll(words("young-", 50))), "once the lost elements are forgotten");
        assertEquals(50, count(later.addAll(words("old-", 50))));
        assertTrue(
                Collections.disjoint(lost, StoredFilter.slices(time.redis(), spec.name())),
                "keys that were lost and created anew");
    }

    @Test
    @Checks("13.08")
    void claimsOutliveTheSlicesOfTheirElements() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.add("old");
        List<String> call = List.of("old", "a", "b", "a");
        boolean[] first = {false, true, true, false};
        assertArrayEquals(first, filter.claims("orders-0").addAll(7, call));
        for (int step = 0; step <= SLICES; step++) {
            time.passed(step);
            BloomFilter<CharSequence> again = open(filters, spec);
            assertArrayEquals(first, again.claims("orders-0").addAll(7, call), "step " + step);
            assertFalse(again.claims("orders-1").add(step, "a"), "another delivery of an element that is remembered");
        }
        time.passed(3 * SLICES);
        BloomFilter<CharSequence> later = open(filters, spec);
        assertEquals(2, later.claims("orders-0").unsettled());
        assertFalse(later.mightContain("a"));
        assertTrue(later.claims("orders-1").add(100, "a"), "an element that is forgotten");
        assertTrue(later.add("old"), "an element that is forgotten");
        assertArrayEquals(first, later.claims("orders-0").addAll(7, call));
        later.claims("orders-0").settle(10);
        assertArrayEquals(new boolean[4], later.claims("orders-0").addAll(7, call), "settled");
        later.delete();
        assertEquals(List.of(), StoredFilter.keysLeft(time.redis(), "*" + spec.name() + "*"));
    }

    /** A consumer ends in the last slice in which its element is remembered; another one continues after that slice. */
    @Test
    @Checks("13.08")
    void whatACrashHasBroughtIsNewForTheSuccessor() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        open(filters, spec).claims("orders-0").add(1, "a");
        time.passed(SLICES + 1);
        BloomFilter<CharSequence> later = open(filters, spec);
        assertTrue(later.add("a"), "another event with the forgotten element");
        assertTrue(later.claims("orders-0").add(1, "a"), "the delivery that was not settled");
        assertFalse(later.claims("orders-0").add(2, "a"), "another delivery of an element that is remembered");
        String claims = StoredFilter.claims(time.redis(), spec.name()).get(0);
        assertEquals(-1, time.redis().integer("PTTL", claims), "the expiry of the claims");
    }
}
