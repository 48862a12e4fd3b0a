package io.polybloom.internal.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterCopy;
import io.polybloom.FilterMerge;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterStats;
import io.polybloom.FilterWindow;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {

    private static final long SLICE = 1_000;
    private static final int SLICES = 5;
    private static final Duration SPAN = Duration.ofMillis(SLICE * SLICES);

    private final MemoryRedis redis = new MemoryRedis();
    private long ahead;
    private int ids;

    private FilterSpecBuilder spec() {
        return TestFilters.clicks().falsePositiveRate(1e-6).window(SPAN, SLICES);
    }

    /** The clock of this client may differ from that of the server. */
    private BlockingBloomFilters filters() {
        Environment environment =
                new Environment(1, () -> Instant.ofEpochMilli(redis.millis + ahead), () -> "%016x".formatted(++ids));
        return new BlockingBloomFilters(new FilterEngine(environment), redis);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec) {
        return open(spec, FilterOptions.defaults());
    }

    private BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return filters().open(spec, Funnels.stringFunnel(StandardCharsets.UTF_8), options);
    }

    private void pass(long millis) {
        redis.millis += millis;
        for (String key : List.copyOf(redis.expiries.keySet())) {
            if (redis.expiries.get(key) <= redis.millis) {
                redis.remove(key);
            }
        }
    }

    @Test
    void remembersForTheSpanAndForgetsOneSliceLater() {
        BloomFilter<CharSequence> filter = open(spec().build());
        pass(SLICE / 2);
        assertTrue(filter.add("x"));
        pass(SPAN.toMillis());
        assertTrue(filter.mightContain("x"));
        assertFalse(filter.add("x"));
        pass(SPAN.toMillis() + SLICE);
        assertFalse(filter.mightContain("x"));
        assertTrue(filter.add("x"));
    }

    @Test
    void answersInOrderAcrossSlices() {
        BloomFilter<CharSequence> filter = open(spec().build());
        assertArrayEquals(new boolean[] {true, true, false}, filter.addAll(List.of("x", "y", "x")));
        pass(SLICE);
        assertArrayEquals(new boolean[] {false, true, false}, filter.addAll(List.of("y", "z", "z")));
        assertArrayEquals(new boolean[] {true, true, false}, filter.mightContainAll(List.of("x", "z", "w")));
        assertEquals(3, filter.load(List.of("u", "v", "u"), taken -> {}));
        assertFalse(filter.add("u"));
    }

    @Test
    void keepsOneKey() {
        BloomFilter<CharSequence> filter = open(spec().partitions(1).build());
        for (int step = 0; step < 40 * SLICES; step++) {
            filter.add("element " + step);
            assertEquals(
                    1,
                    StoredConfig.slices(redis).size(),
                    () -> StoredConfig.slices(redis).toString());
            pass(SLICE / 10);
        }
    }

    @Test
    void wakesUpEmptyAndWorking() {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.add("x");
        pass(10 * SPAN.toMillis());
        assertEquals(Set.of(), StoredConfig.slices(redis));
        assertFalse(filter.mightContain("x"));
        assertTrue(filter.add("x"));
        assertTrue(filter.mightContain("x"));
        assertEquals(1, filter.stats().layers().size());
    }

    @Test
    void asksTheServerForTheTimeOncePerSlice() {
        BloomFilter<CharSequence> filter = open(spec().build());
        for (int step = 0; step < 100; step++) {
            filter.add("element " + step);
        }
        long asked = redis.batches.stream()
                .map(Batch::commands)
                .filter(commands -> commands.get(0).verb() == Verb.TIME)
                .count();
        assertEquals(2, asked, "at the beginning, and when the first slice was made");
    }

    /** When its elements are added, it asks whether their slice has ended meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBulkAddThatOutlastsASliceSaysWhatItKnowsOfEachElement(boolean claims) {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.claims("orders").addAll(0, List.of("x"));
        redis.once(MemoryRedis.beginsWith(Verb.BITFIELD), () -> {
            pass(SLICE);
            loseTheTime();
        });
        List<ElementOutcome> known = List.of(ElementOutcome.PRESENT, ElementOutcome.NEW);
        assertEquals(known, outcomesOfAddingAll(filter, claims, "x", "y"));
        redis.answerInstead = command -> null;
        assertTrue(filter.mightContain("y"));
    }

    /** The client's estimate is ahead, so it asks for the time; the slice ends while the reply is on its way. */
    @Test
    void remembersWhatWasAddedBeforeASlowReply() {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.add("x");
        redis.once(MemoryRedis.beginsWith(Verb.BITFIELD), () -> {
            ahead += SLICE;
            redis.once(MemoryRedis.beginsWith(Verb.HGETALL), () -> pass(SPAN.toMillis() + 2 * SLICE));
        });
        assertArrayEquals(new boolean[] {true}, filter.addAll(List.of("y")));
        assertTrue(filter.mightContain("y"));
    }

    private void loseTheTime() {
        redis.cut(Verb.TIME);
    }

    private static List<ElementOutcome> outcomesOfAddingAll(
            BloomFilter<CharSequence> filter, boolean claims, String... elements) {
        PartialBulkException partial = assertThrows(PartialBulkException.class, () -> {
            List<String> all = List.of(elements);
            boolean[] answers = claims ? filter.claims("orders").addAll(1, all) : filter.addAll(all);
            throw new AssertionError(Arrays.toString(answers));
        });
        assertEquals(
                BackendException.Reason.NO_ANSWER,
                assertInstanceOf(BackendException.class, partial.getCause()).reason());
        return partial.outcomes();
    }

    @Test
    void losesNothingWhenTheClockOfTheServerGoesBack() {
        BloomFilter<CharSequence> filter = open(spec().build());
        for (int step = 0; step < 4; step++) {
            filter.add("element " + step);
            pass(SLICE);
        }
        redis.millis -= 3 * SLICE;
        BloomFilter<CharSequence> fresh = open(spec().build());
        for (int step = 0; step < 4; step++) {
            assertTrue(fresh.mightContain("element " + step));
            assertFalse(fresh.add("element " + step));
        }
        assertTrue(fresh.add("later"));
        assertTrue(filter.mightContain("later"));
        pass(SPAN.toMillis());
        assertTrue(filter.mightContain("later"));
    }

    @Test
    void saysThatARememberedSliceIsLost() {
        BloomFilter<CharSequence> filter = open(spec().partitions(1).build());
        filter.add("x");
        StoredConfig.slices(redis).forEach(redis::remove);
        assertThrows(LostDataException.class, () -> filter.mightContain("x"));
        pass(SPAN.toMillis() + SLICE);
        assertFalse(filter.mightContain("x"));
    }

    @Test
    void forgetsInItsNearCacheToo() {
        FilterOptions cached = FilterOptions.defaults().nearCache(NearCache.ofMemory(NearCache.LEAST_BYTES));
        BloomFilter<CharSequence> filter = open(spec().build(), cached);
        filter.add("x");
        redis.batches.clear();
        assertTrue(filter.mightContain("x"));
        assertEquals(0, redis.batches.size());
        pass(SLICE);
        filter.add("y");
        redis.batches.clear();
        assertTrue(filter.mightContain("x"));
        assertEquals(1, redis.batches.size(), "another slice begins with nothing known");
        filter.add("x");
        pass(SPAN.toMillis());
        assertTrue(filter.mightContain("x"), "an add of what the near cache knows begins its time anew");
        pass(SLICE);
        assertFalse(filter.mightContain("x"));
    }

    @Test
    void isClearedExpiredAndDeleted() {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.add("x");
        filter.clear();
        assertFalse(filter.mightContain("x"));
        assertTrue(filter.add("x"));
        filter.expire(Duration.ofDays(1));
        filter.persist();
        assertTrue(filter.mightContain("x"));
        filter.delete();
        assertEquals(Set.of(), redis.strings.keySet());
        assertEquals("deleted", StoredConfig.phase(redis));
    }

    @Test
    void measuresEachSlice() {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.add("x");
        pass(SLICE);
        filter.addAll(List.of("y", "z"));
        FilterStats stats = filter.stats();
        List<Long> counts = new ArrayList<>();
        stats.layers().forEach(layer -> counts.add(layer.estimatedCount()));
        assertEquals(2, counts.size());
        assertEquals(200, stats.layers().get(0).capacity());
        assertTrue(stats.estimatedCount() >= 3);
    }

    /**
     * The cells of the partition are not there yet when they are read from the new key, but its trailer is there when
     * it is read.
     */
    @Test
    void measuresAPartitionThatArrivesBetweenTheReadsOfItsNewKey() {
        FilterSpec spec = spec().partitions(1).build();
        BloomFilter<CharSequence> measured = open(spec);
        BloomFilter<CharSequence> moving = open(spec);
        BloomFilter<CharSequence> faster = open(spec);
        measured.addAll(TestFilters.words(100));
        long before = measured.stats().estimatedCount();
        pass(SLICE);
        List<FilterStats> stats = new ArrayList<>();
        AtomicInteger trailers = new AtomicInteger();
        redis.once(batch -> has(batch, Verb.RENAMENX), () -> {
            redis.once(
                    batch -> has(batch, Verb.GETRANGE),
                    () -> redis.answerInstead = command -> {
                        if (command.verb() == Verb.BITFIELD_RO && trailers.incrementAndGet() == 3) {
                            faster.add("later");
                        }
                        return null;
                    });
            stats.add(measured.stats());
        });
        moving.add("later");
        assertTrue(trailers.get() >= 3);
        assertEquals(before, stats.get(0).estimatedCount());
    }

    private static boolean has(Batch batch, Verb verb) {
        return batch.commands().stream().anyMatch(command -> command.verb() == verb);
    }

    @Test
    void isSizedBySlices() {
        FilterSpec forgetting = spec().build();
        FilterSpec slice = FilterSpec.named("slice")
                .capacity(200)
                .falsePositiveRate(1e-6 / 6)
                .build();
        assertEquals(slice.geometry(1), forgetting.geometry(1));
    }

    @Test
    void hasPartitionsOfTheSizeThatIsAllowedWithAllColumns() {
        FilterSpec large = spec().capacity(1_000_000).build();
        FilterSpec slice = FilterSpec.named("slice")
                .capacity(200_000)
                .falsePositiveRate(1e-6 / 6)
                .build();
        long bits = large.geometry(1).partitionBits() * (SLICES + 1);
        assertTrue(bits <= large.maxPartitionBits() + 8L * (SLICES + 1), () -> bits + " bits");
        assertTrue(large.geometry(1).partitions() > slice.geometry(1).partitions());
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThrows(
                IllegalArgumentException.class,
                () -> spec().overCapacity(OverCapacity.GROW).build());
        assertThrows(
                IllegalArgumentException.class,
                () -> spec().overCapacity(OverCapacity.REJECT).build());
        FilterOptions listening = FilterOptions.defaults().overCapacityListener(stats -> {});
        assertThrows(IllegalArgumentException.class, () -> open(spec().build(), listening));
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterSpec.named("x")
                        .bits(1000)
                        .hashes(3)
                        .window(SPAN, SLICES)
                        .build());
        assertThrows(IllegalArgumentException.class, () -> new FilterWindow(SPAN, 7));
        assertThrows(IllegalArgumentException.class, () -> new FilterWindow(SPAN, 0));
        assertThrows(IllegalArgumentException.class, () -> new FilterWindow(Duration.ofNanos(1), 1));
        open(spec().build());
        FilterSpec other = spec().window(SPAN, 1).build();
        assertThrows(SpecMismatchException.class, () -> open(other));
        FilterSpec none = TestFilters.clicks().falsePositiveRate(1e-6).build();
        assertThrows(SpecMismatchException.class, () -> open(none));
    }

    @Test
    void isNeitherCopiedNorMergedNorRebuilt() {
        BloomFilter<CharSequence> filter = open(spec().build());
        FilterSpec existing = FilterSpec.existing("clicks").build();
        assertThrows(
                UnsupportedFilterException.class,
                () -> filters().run(FilterCopy.of(existing).named("copy")));
        assertThrows(
                UnsupportedFilterException.class,
                () -> filters().run(FilterMerge.of("clicks").into("union")));
        Map<String, String> before = redis.snapshot();
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class,
                () -> filters()
                        .run(FilterRebuild.of("clicks")
                                .from(List.of("x"), Funnels.stringFunnel(StandardCharsets.UTF_8))));
        assertTrue(String.valueOf(refused.getMessage()).contains("do not tell when they were added"));
        assertFalse(filters().run(FilterRebuild.abandon("clicks")));
        assertEquals(before, redis.snapshot());
        assertTrue(filter.add("x"));
    }

    /** Another client moves the keys, or makes them, between two commands of this one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnWithTheKeysOfTheOneWhoWasFaster(boolean areForgotten) {
        int batches = 0;
        for (boolean isOver = false; !isOver; batches++) {
            BloomFilter<CharSequence> late = open(spec().build());
            BloomFilter<CharSequence> faster = open(spec().build());
            late.add("x");
            pass(areForgotten ? 10 * SPAN.toMillis() : SLICE);
            int[] left = {batches};
            boolean[] isMet = {false};
            redis.before = batch -> {
                if (left[0]-- == 0) {
                    redis.before = later -> {};
                    isMet[0] = true;
                    assertTrue(faster.add("y"));
                }
            };
            assertTrue(late.add("z"));
            redis.before = batch -> {};
            isOver = !isMet[0];
            assertEquals(!areForgotten, late.mightContain("x"), "before batch " + batches);
            assertEquals(isMet[0], late.mightContain("y"), "before batch " + batches);
            assertTrue(open(spec().build()).mightContain("z"), "before batch " + batches);
            late.clear();
            assertEquals(Set.of(), redis.strings.keySet(), "before batch " + batches);
        }
        assertTrue(batches > 6, "batches: " + batches);
    }

    /** A client dies at each command with which it moves the keys on. */
    @Test
    void theNextClientMovesTheKeysOnWhereverOneDies() {
        int deaths = 0;
        for (boolean isOver = false; !isOver; deaths++) {
            BloomFilter<CharSequence> dying = open(spec().build());
            dying.add("x");
            pass(SLICE);
            int[] left = {deaths};
            redis.answerInstead = command -> left[0]-- <= 0 ? Reply.Failure.noAnswer(null) : null;
            try {
                dying.add("y");
                isOver = true;
            } catch (BackendException dead) {
                isOver = false;
            }
            redis.answerInstead = command -> null;
            BloomFilter<CharSequence> next = open(spec().build());
            assertTrue(next.mightContain("x"), "died at " + deaths);
            next.add("z");
            assertTrue(next.mightContain("x") && next.mightContain("z"), "died at " + deaths);
            next.clear();
            assertEquals(Set.of(), redis.strings.keySet(), "died at " + deaths);
        }
        assertTrue(deaths > 20, "commands: " + deaths);
    }

    /** An empty window has no partition whose removal would stop an add. */
    @Test
    void anAddThatMakesTheFirstKeysIsNotLostInAClear() {
        int batches = 0;
        for (boolean isOver = false; !isOver; batches++) {
            BloomFilter<CharSequence> filter = open(spec().build());
            BloomFilter<CharSequence> other = open(spec().build());
            int[] left = {batches};
            boolean[] isMet = {false};
            redis.before = batch -> {
                if (left[0]-- == 0) {
                    redis.before = later -> {};
                    isMet[0] = true;
                    other.clear();
                }
            };
            assertTrue(filter.add("x"), "before batch " + batches);
            redis.before = batch -> {};
            isOver = !isMet[0];
            filter.mightContain("x");
            assertTrue(other.add("y"));
            assertTrue(filter.mightContain("y"), "before batch " + batches);
            assertEquals(open(spec().build()).mightContain("x"), filter.mightContain("x"), "before batch " + batches);
            filter.clear();
            assertEquals(Set.of(), redis.strings.keySet(), "before batch " + batches);
        }
        assertTrue(batches > 4, "batches: " + batches);
    }

    /** A failover undoes the choice of a slice, and with it the move. */
    @Test
    void movesTheKeysOnAgainWhenAFailoverHasUndoneIt() {
        BloomFilter<CharSequence> filter = open(spec().build());
        filter.add("x");
        pass(SLICE);
        Runnable failover = redis.failover();
        assertTrue(filter.add("y"));
        failover.run();
        assertThrows(LostDataException.class, () -> filter.mightContain("x"), "a failover has undone what it knew");
        assertTrue(filter.mightContain("x"));
        assertTrue(filter.add("y"));
        assertTrue(open(spec().build()).mightContain("y"));
    }
}
