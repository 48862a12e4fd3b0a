package io.polybloom.tck.chapter.nearcache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.NearCache;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.fixture.Writes;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The answers that a client gives from bits that it has seen in Redis. The clock is the test's, so no test waits. */
public abstract class NearCacheTests extends KitTests {

    private static final Duration TIME = Duration.ofSeconds(1);
    private static final int ELEMENTS = 200;

    private final AtomicLong clock = new AtomicLong();

    private FilterOptions near(long bytes) {
        return OPTIONS.nearCache(NearCache.ofMemory(bytes).checkedEvery(TIME).timedBy(clock::get));
    }

    private BloomFilter<CharSequence> openTwoPartitions(BloomFilters filters, String name, String layout) {
        FilterSpec spec = FilterSpec.named(name)
                .layout(layout)
                .capacity(1000)
                .partitions(2)
                .build();
        return open(filters, spec, near(1 << 20));
    }

    @TestFactory
    @Checks("10.01")
    @Needs(Capability.SERVER)
    List<DynamicTest> whatWasAddedOrFoundIsAnsweredWithoutACommand() {
        List<DynamicTest> rows = new ArrayList<>();
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            rows.add(row(layout, () -> {
                ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
                String name = freshName();
                for (boolean isThere : List.of(false, true)) {
                    learn(openTwoPartitions(connect(Target.standalone(front.uri())), name, layout), front, isThere);
                }
            }));
        }
        return rows;
    }

    private static void learn(BloomFilter<CharSequence> filter, ScriptedServer front, boolean isThere) {
        List<String> elements = words("word-", ELEMENTS);
        assertEquals(isThere ? 0 : 10, count(filter.addAll(elements.subList(0, 10))));
        for (String element : elements.subList(10, ELEMENTS)) {
            assertEquals(isThere, isThere ? filter.mightContain(element) : !filter.add(element), element);
        }
        front.forgetRequests();
        for (String element : elements) {
            assertTrue(filter.mightContain(element), element);
            assertFalse(filter.add(element), element);
        }
        assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
        assertEquals(0, count(filter.addAll(elements)));
        assertEquals(List.of(), front.requests());
    }

    /** The filter is so full that many elements are found that nobody has added. */
    @TestFactory
    @Checks("10.02")
    List<DynamicTest> theCacheAnswersAsRedisDoes() {
        List<DynamicTest> rows = new ArrayList<>();
        for (long bytes : List.of(NearCache.LEAST_BYTES, 1L << 20)) {
            for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
                rows.add(row(layout + ", " + bytes + " bytes", () -> compare(layout, bytes)));
            }
        }
        return rows;
    }

    private void compare(String layout, long bytes) {
        String name = freshName();
        FilterSpec spec = FilterSpec.named(name)
                .layout(layout)
                .bits(65_536)
                .hashes(3)
                .partitions(3)
                .build();
        BloomFilter<CharSequence> plain = open(filters(), spec);
        BloomFilter<CharSequence> near = open(filters(), spec, near(bytes));
        List<String> mine = words("mine-", 5000);
        List<String> theirs = words("theirs-", 5000);
        near.addAll(mine);
        near.mightContainAll(theirs);
        plain.addAll(theirs);
        near.addAll(theirs.subList(0, 2500));
        List<String> others = words("other-", 5000);
        for (List<String> elements : List.of(mine, theirs, others)) {
            boolean[] expected = plain.mightContainAll(elements);
            assertArrayEquals(expected, near.mightContainAll(elements));
            assertArrayEquals(expected, near.mightContainAll(elements), "a second time");
            for (int i = 0; i < 200; i++) {
                assertEquals(expected[i], near.mightContain(elements.get(i)), elements.get(i));
            }
        }
        assertEquals(0, count(near.addAll(mine)) + count(near.addAll(theirs)));
        near.clear();
        assertEquals(0, count(near.mightContainAll(mine)));
        assertTrue(near.add(mine.get(0)));
    }

    @TestFactory
    @Checks("10.03")
    List<DynamicTest> whatBefallsTheFilterIsNoticedWhenTheTimeIsOver() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("deleted", () -> befall(BloomFilter::delete, NearCacheTests::assertGone)));
        rows.add(row("cleared", () -> befall(BloomFilter::clear, NearCacheTests::assertEmpty)));
        rows.add(row("created anew", () -> befall(this::createAnew, NearCacheTests::assertAnother)));
        rows.add(row("lost", () -> befall(this::losePartitions, NearCacheTests::assertLost)));
        return rows;
    }

    private void befall(Consumer<BloomFilter<CharSequence>> event, Consumer<BloomFilter<CharSequence>> assertNoticed) {
        String name = freshName();
        BloomFilter<CharSequence> near = openTwoPartitions(filters(), name, Layouts.CLASSIC);
        near.addAll(words("word-", ELEMENTS));
        event.accept(open(filters(), FilterSpec.existing(name).build()));
        clock.addAndGet(TIME.toNanos() - 1);
        assertEquals(ELEMENTS, count(near.mightContainAll(words("word-", ELEMENTS))));
        clock.addAndGet(1);
        assertNoticed.accept(near);
    }

    private void createAnew(BloomFilter<CharSequence> filter) {
        filter.delete();
        openTwoPartitions(filters(), filter.description().name(), Layouts.CLASSIC);
    }

    private void losePartitions(BloomFilter<CharSequence> filter) {
        try (RespClient redis = standalone().client()) {
            StoredFilter.losePartitions(redis, filter.description().name());
        }
    }

    private static void assertGone(BloomFilter<CharSequence> near) {
        for (String element : words("word-", 20)) {
            assertThrows(FilterGoneException.class, () -> near.mightContain(element));
            assertThrows(FilterGoneException.class, () -> near.add(element));
        }
    }

    private static void assertLost(BloomFilter<CharSequence> near) {
        for (String element : words("word-", 20)) {
            assertThrows(LostDataException.class, () -> near.mightContain(element));
            assertThrows(LostDataException.class, () -> near.add(element));
        }
    }

    private static void assertAnother(BloomFilter<CharSequence> near) {
        assertThrows(LostDataException.class, () -> near.mightContain("word-0"));
        assertEmpty(near);
    }

    private static void assertEmpty(BloomFilter<CharSequence> near) {
        for (String element : words("word-", 20)) {
            assertFalse(near.mightContain(element), element);
            assertTrue(near.add(element), element);
        }
    }

    @TestFactory
    @Checks("10.04")
    @Needs(Capability.SERVER)
    List<DynamicTest> whatIsKnownIsConfirmedByOneRead() {
        List<DynamicTest> rows = new ArrayList<>();
        for (Duration time : List.of(TIME, Duration.ZERO)) {
            rows.add(row("time: " + time, () -> {
                ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
                NearCache cache = NearCache.ofMemory(1 << 20).checkedEvery(time).timedBy(clock::get);
                BloomFilter<CharSequence> filter = open(
                        connect(Target.standalone(front.uri())),
                        fresh().capacity(1000).build(),
                        OPTIONS.nearCache(cache));
                assertTrue(filter.add("word"));
                front.forgetRequests();
                clock.addAndGet(time.toNanos());
                assertFalse(filter.add("word"));
                clock.addAndGet(time.toNanos());
                assertTrue(filter.mightContain("word"));
                assertEquals(
                        List.of("BITFIELD", "BITFIELD"),
                        front.requests().stream().map(Request::name).toList());
                assertEquals(
                        List.of(),
                        front.requests().stream().filter(Writes::isWrite).toList());
            }));
        }
        return rows;
    }
}
