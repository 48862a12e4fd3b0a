package io.polybloom.tck.chapter.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The elements that a filter with a window remembers. */
@Needs(Capability.SERVER)
public abstract class WindowTests extends KitTests {

    private static final int SLICES = 3;
    private static final Duration SPAN = PassingTime.SLICE.multipliedBy(SLICES);
    private static final int EACH = 20;
    private static final int STEPS = 9;

    private FilterSpec spec() {
        return fresh().capacity(10_000)
                .falsePositiveRate(1e-9)
                .partitions(2)
                .window(SPAN, SLICES)
                .build();
    }

    private static List<String> wordsOf(int step) {
        return words("step-" + step + "-", EACH);
    }

    @Test
    @Checks("13.01")
    void elementsAreForgottenSliceBySlice() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        for (int step = 0; step < STEPS; step++) {
            time.passed(step);
            BloomFilter<CharSequence> filter = open(filters, spec);
            assertEquals(EACH, count(filter.addAll(wordsOf(step))));
            assertTrue(filter.add("single-" + step));
            assertTrue(filter.load(words("loaded-" + step + "-", EACH), taken -> {}) > 0);
            BloomFilter<CharSequence> other = open(filters, spec);
            long oldest = time.first() + Math.max(0, step - SLICES);
            assertEquals(
                    LongStream.rangeClosed(oldest, time.first() + step).boxed().toList(), slicesOf(other.stats()));
            for (int earlier = 0; earlier <= step; earlier++) {
                boolean remembered = step - earlier <= SLICES;
                String when = "added in step " + earlier + ", asked in step " + step;
                assertEquals(remembered ? EACH : 0, count(other.mightContainAll(wordsOf(earlier))), when);
                assertEquals(remembered, other.mightContain("single-" + earlier), when);
                List<String> loaded = words("loaded-" + earlier + "-", EACH);
                assertEquals(remembered ? EACH : 0, count(other.mightContainAll(loaded)), when);
            }
        }
        BloomFilter<CharSequence> filter = open(filters, spec);
        assertEquals(0, count(filter.addAll(wordsOf(STEPS - 1 - SLICES))));
        assertEquals(EACH, count(filter.addAll(wordsOf(STEPS - 2 - SLICES))), "new again");
        assertFalse(filter.add("single-" + (STEPS - 1 - SLICES)));
        assertTrue(filter.add("single-" + (STEPS - 2 - SLICES)), "new again");
    }

    /** Returns the numbers of the slices. */
    private static List<Long> slicesOf(FilterStats stats) {
        for (FilterStats.Slice slice : stats.slices()) {
            Instant begin = Instant.ofEpochMilli(slice.number() * PassingTime.SLICE.toMillis());
            assertEquals(begin, slice.begin());
            assertEquals(begin.plus(PassingTime.SLICE), slice.end());
            assertEquals(slice.end().plus(SPAN), slice.forgottenAt());
        }
        return stats.slices().stream().map(FilterStats.Slice::number).toList();
    }

    @Test
    @Checks("13.01")
    void eachAddBeginsTheTimeAnew() {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        assertTrue(open(filters, spec).add("single"));
        assertEquals(EACH, count(open(filters, spec).addAll(wordsOf(0))));
        for (int step = SLICES; step <= 3 * SLICES; step += SLICES) {
            time.passed(step);
            BloomFilter<CharSequence> filter = open(filters, spec);
            assertFalse(filter.add("single"), "step " + step);
            assertEquals(0, count(filter.addAll(wordsOf(0))), "step " + step);
        }
        time.passed(4 * SLICES);
        assertTrue(open(filters, spec).mightContain("single"), "a look-up does not begin it anew");
        time.passed(4 * SLICES + 1);
        assertFalse(open(filters, spec).mightContain("single"));
        assertEquals(EACH, count(open(filters, spec).addAll(wordsOf(0))));
    }

    /** Has a row for each state of the keys: the real server's clock is behind, so it expires none of them. */
    @TestFactory
    @Checks("13.04")
    List<DynamicTest> aFilterWakesUpEmptyAndWorking() {
        return List.of(
                row("its keys have expired", () -> wakeUp(true)), row("its keys are there", () -> wakeUp(false)));
    }

    private void wakeUp(boolean expired) {
        PassingTime time = closing(new PassingTime());
        BloomFilters filters = connect(Target.standalone(time.uri()));
        FilterSpec spec = spec();
        for (int step = 0; step <= SLICES; step++) {
            time.passed(step);
            open(filters, spec).addAll(wordsOf(step));
        }
        if (expired) {
            StoredFilter.losePartitions(time.redis(), spec.name());
        }
        time.passed(10 * SLICES);
        BloomFilter<CharSequence> filter = open(filters, spec);
        for (int step = 0; step <= SLICES; step++) {
            assertEquals(0, count(filter.mightContainAll(wordsOf(step))));
        }
        assertEquals(0, filter.stats().estimatedCount());
        assertEquals(0, filter.stats().memoryBytes(), "the memory of forgotten slices");
        assertEquals(EACH, count(filter.addAll(wordsOf(0))));
        assertEquals(EACH, count(open(filters, spec).mightContainAll(wordsOf(0))));
        assertEquals(List.of(time.first() + 10L * SLICES), slicesOf(filter.stats()));
        assertEquals(2, StoredFilter.slices(time.redis(), spec.name()).size(), "the keys of one slice");
    }

    /** Has a row for each reason why a client is late. */
    @TestFactory
    @Checks("13.05")
    List<DynamicTest> aClientThatIsASliceLateLosesNothing() {
        return List.of(
                row("it has not asked for the time since", () -> beLate(false)),
                row("it is told an earlier time", () -> beLate(true)));
    }

    private void beLate(boolean told) {
        PassingTime time = closing(new PassingTime());
        FilterSpec spec = spec();
        BloomFilters ahead = connect(Target.standalone(time.uri()));
        ScriptedServer behind = closing(ScriptedServer.inFrontOf(time.server()));
        behind.setClockAhead(time.ahead());
        String lateUri = told ? behind.uri() : time.uri();
        BloomFilter<CharSequence> late = open(connect(Target.standalone(lateUri)), spec);
        assertEquals(EACH, count(late.addAll(wordsOf(0))));
        time.passed(1);
        BloomFilter<CharSequence> early = open(ahead, spec);
        for (int round = 1; round < 5; round++) {
            assertEquals(EACH, count(early.addAll(words("early-" + round + "-", EACH))));
            assertEquals(EACH, count(late.mightContainAll(words("early-" + round + "-", EACH))));
            assertTrue(early.add("early single " + round));
            assertTrue(late.mightContain("early single " + round));
            assertEquals(0, count(late.addAll(words("early-" + round + "-", EACH))));
            assertEquals(EACH, count(late.addAll(words("late-" + round + "-", EACH))));
            assertTrue(late.add("late single " + round));
            assertEquals(EACH, count(late.addAll(words("late alone-" + round + "-", EACH))));
            assertTrue(late.load(words("loaded-" + round + "-", EACH), taken -> {}) > 0);
            assertEquals(EACH, count(early.mightContainAll(words("loaded-" + round + "-", EACH))));
            assertEquals(EACH, count(early.mightContainAll(words("late-" + round + "-", EACH))));
            assertEquals(0, count(early.addAll(words("late-" + round + "-", EACH))));
            assertFalse(early.add("late single " + round));
        }
        time.passed(1 + SLICES);
        BloomFilter<CharSequence> later = open(ahead, spec);
        for (int round = 1; round < 5; round++) {
            assertEquals(EACH, count(later.mightContainAll(words("early-" + round + "-", EACH))));
            assertTrue(later.mightContain("late single " + round));
            assertEquals(EACH, count(later.mightContainAll(words("late-" + round + "-", EACH))));
            // Nobody else has added these, which would have restarted their time.
            assertEquals(EACH, count(later.mightContainAll(words("late alone-" + round + "-", EACH))));
        }
        assertEquals(0, count(later.mightContainAll(wordsOf(0))));
    }
}
