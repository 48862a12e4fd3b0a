package io.polybloom.tck.chapter.mirror;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.OverCapacity;
import io.polybloom.StaleMirrorException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The answers of a copy of all bits of a filter, and how it is kept up to date. No test waits for time to pass. */
public abstract class MirrorTests extends KitTests {

    private static final MirrorOptions OPTIONS = MirrorOptions.defaults().longestStaleness(Duration.ofDays(1));
    private static final int PIECE_BYTES = 8192;

    /** Longer than any other string that a refresh reads: trailers and witnesses. */
    private static final long SHORT_STRING = 32;

    private FilterMirror<CharSequence> mirror(BloomFilters filters, FilterSpec spec) {
        return closing(filters.<CharSequence>mirror(spec.name(), TEXT, OPTIONS));
    }

    @TestFactory
    @Checks("19.01")
    List<DynamicTest> aMirrorAnswersAsItsFilter() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("classic-v1", () -> compare(fresh().layout(Layouts.CLASSIC).capacity(3000))));
        rows.add(row("blocked-v1", () -> compare(fresh().layout(Layouts.BLOCKED).capacity(3000))));
        rows.add(row("words-v1", () -> compare(fresh().layout(Layouts.WORDS).capacity(3000))));
        rows.add(row("a secret key", () -> compare(fresh().keyed().capacity(3000))));
        rows.add(row("partitions", () -> compare(fresh().capacity(3000).partitions(5))));
        rows.add(row("layers", () -> compare(fresh().capacity(500).overCapacity(OverCapacity.GROW))));
        rows.add(row(
                "a large partition",
                () -> compare(fresh().bits(9_000_000).hashes(4).partitions(1))));
        return rows;
    }

    private void compare(FilterSpecBuilder spec) {
        compare(filters(), filters(), spec.build());
    }

    private void compare(BloomFilters mirroring, BloomFilters adding, FilterSpec spec) {
        BloomFilter<CharSequence> filter = open(adding, spec);
        filter.addAll(words("word-", 2000));
        FilterMirror<CharSequence> mirror = mirror(mirroring, spec);
        assertSame(filter, mirror);
        filter.addAll(words("later-", 100));
        mirror.refresh();
        assertSame(filter, mirror);
    }

    private static void assertSame(BloomFilter<CharSequence> filter, FilterMirror<CharSequence> mirror) {
        List<String> asked = new ArrayList<>(words("word-", 2500));
        asked.addAll(words("later-", 150));
        asked.addAll(words("absent-", 20_000));
        boolean[] expected = filter.mightContainAll(asked);
        assertArrayEquals(expected, mirror.mightContainAll(asked));
        for (int i = 0; i < asked.size(); i++) {
            assertEquals(expected[i], mirror.mightContain(asked.get(i)), asked.get(i));
        }
    }

    @Test
    @Checks("19.01")
    @Needs(Capability.CLUSTER)
    void aMirrorReadsAllNodesOfACluster() {
        Target target = Target.cluster(SharedServers.cluster());
        compare(
                connect(target),
                connect(target),
                fresh().capacity(3000).partitions(9).build());
    }

    @Test
    @Checks("19.01")
    @Needs(Capability.INDEPENDENT_SERVERS)
    void aMirrorReadsAllIndependentServers() {
        Target target = Target.independent(SharedServers.independent());
        compare(
                connect(target),
                connect(target),
                fresh().capacity(3000).partitions(7).build());
    }

    @Test
    @Checks("19.02")
    void whatTheSameClientAddsIsThereAtOnce() {
        BloomFilters own = filters();
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        BloomFilter<CharSequence> others = open(filters(), spec);
        BloomFilter<CharSequence> filter = open(own, spec);
        FilterMirror<CharSequence> mirror = mirror(own, spec);
        for (String word : words("single-", 20)) {
            assertFalse(mirror.mightContain(word), word);
            assertTrue(filter.add(word));
            assertTrue(mirror.mightContain(word), word);
        }
        List<String> bulk = words("bulk-", 100);
        filter.addAll(bulk);
        assertEquals(100, count(mirror.mightContainAll(bulk)));
        filter.claims("orders-0").add(1, "claimed");
        assertTrue(mirror.mightContain("claimed"));
        others.add("theirs");
        assertFalse(filter.add("theirs"));
        assertTrue(mirror.mightContain("theirs"));
    }

    @TestFactory
    @Checks("19.03")
    List<DynamicTest> aRefreshFollowsWhatBefallsTheFilter() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("added to", () -> follow(filter -> {}, true)));
        rows.add(row("cleared", () -> follow(BloomFilter::clear, false)));
        rows.add(row("rebuilt", () -> follow(this::rebuild, false)));
        rows.add(row("grown", () -> follow(filter -> filter.addAll(words("more-", 3000)), true)));
        return rows;
    }

    private interface Event {
        void befall(BloomFilter<CharSequence> filter);
    }

    private void follow(Event event, boolean keepsElements) {
        FilterSpec spec = fresh().capacity(500)
                .partitions(2)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        filter.add("before");
        FilterMirror<CharSequence> mirror = mirror(filters(), spec);
        Instant first = mirror.asOf();
        event.befall(filter);
        filter.addAll(words("after-", 100));
        mirror.refresh();
        assertEquals(keepsElements, mirror.mightContain("before"));
        assertEquals(100, count(mirror.mightContainAll(words("after-", 100))));
        assertEquals(filter.description().layers(), mirror.description().layers());
        assertFalse(mirror.asOf().isBefore(first));
    }

    private void rebuild(BloomFilter<CharSequence> filter) {
        String name = filter.description().name();
        filters().run(FilterRebuild.of(name).capacity(2000).from(words("source-", 50), TEXT));
    }

    @TestFactory
    @Checks("19.04")
    List<DynamicTest> aMirrorOfWhatIsGoneThrows() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("deleted", () -> lose(BloomFilter::delete, FilterGoneException.class, this::createAnew)));
        rows.add(row(
                "a lost partition",
                () -> lose(
                        losing((redis, name) -> StoredFilter.losePartition(redis, name, 1)),
                        LostDataException.class,
                        BloomFilter::clear)));
        rows.add(row(
                "lost partitions",
                () -> lose(losing(StoredFilter::losePartitions), LostDataException.class, BloomFilter::clear)));
        return rows;
    }

    private Event losing(BiConsumer<RespClient, String> accident) {
        return filter -> {
            try (RespClient redis = standalone().client()) {
                accident.accept(redis, filter.description().name());
            }
        };
    }

    private void createAnew(BloomFilter<CharSequence> filter) {
        String name = filter.description().name();
        open(filters(), FilterSpec.named(name).capacity(1000).partitions(2).build());
    }

    private void lose(Event event, Class<? extends BloomFilterException> failure, Event repair) {
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        filter.add("x");
        FilterMirror<CharSequence> mirror = mirror(filters(), spec);
        event.befall(filter);
        assertThrows(failure, mirror::refresh);
        assertThrows(failure, () -> mirror.mightContain("x"));
        assertThrows(failure, () -> mirror.mightContain("absent"));
        assertThrows(failure, () -> mirror.mightContainAll(List.of("x", "absent")));
        assertThrows(failure, mirror::asOf);
        repair.befall(filter);
        open(filters(), FilterSpec.existing(spec.name()).build()).add("again");
        mirror.refresh();
        assertTrue(mirror.mightContain("again"));
        assertFalse(mirror.mightContain("x"));
    }

    @Test
    @Checks("19.04")
    void whatCannotBeMirroredIsRefused() {
        BloomFilters filters = filters();
        FilterSpec missing = fresh().capacity(1000).build();
        assertThrows(FilterGoneException.class, () -> mirror(filters, missing));
        FilterSpec window =
                fresh().capacity(1000).window(Duration.ofHours(1), 2).build();
        open(filters, window).add("x");
        assertThrows(UnsupportedFilterException.class, () -> mirror(filters, window));
        FilterSpec counting = fresh().capacity(1000).layout(Layouts.COUNTING).build();
        filters.openRemovable(counting, TEXT).add("x");
        assertThrows(UnsupportedFilterException.class, () -> mirror(filters, counting));
        FilterSpec large = fresh().capacity(1000).build();
        open(filters, large).add("x");
        assertThrows(
                UnsupportedFilterException.class,
                () -> filters.<CharSequence>mirror(large.name(), TEXT, OPTIONS.memoryLimit(100)));
    }

    @Test
    @Checks("19.05")
    void aMirrorThatIsTooOldThrows() {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = filters();
        open(filters, spec).add("x");
        Duration longest = Duration.ofMillis(1);
        FilterMirror<CharSequence> mirror =
                closing(filters.<CharSequence>mirror(spec.name(), TEXT, OPTIONS.longestStaleness(longest)));
        for (int i = 0; i < 3; i++) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThrows(StaleMirrorException.class, () -> mirror.mightContain("x"));
            assertThrows(StaleMirrorException.class, () -> mirror.mightContain("absent"));
            assertThrows(StaleMirrorException.class, () -> mirror.mightContainAll(List.of("x")));
            mirror.refresh();
        }
    }

    @TestFactory
    @Checks("19.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> aRefreshThatFailsMakesNothingYounger() {
        List<DynamicTest> rows = new ArrayList<>();
        rows.add(row("the counts are refused", () -> fail("BITCOUNT", "-LOADING Redis is loading the dataset")));
        rows.add(
                row("the server is no primary", () -> fail("WAIT", "-ERR WAIT cannot be used with replica instances")));
        return rows;
    }

    private void fail(String command, String error) {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = connect(Target.standalone(front.uri()));
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec);
        FilterMirror<CharSequence> mirror = mirror(filters, spec);
        Instant before = mirror.asOf();
        filter.add("x");
        front.answer(request -> request.name().equals(command) ? error : null);
        assertThrows(BackendException.class, mirror::refresh);
        assertEquals(before, mirror.asOf());
        front.answer(request -> null);
        mirror.refresh();
        assertTrue(mirror.mightContain("x"));
    }

    @Test
    @Checks("19.06")
    @Needs(Capability.SERVER)
    void onlyWhatHasChangedIsRead() {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        FilterSpec spec = fresh().bits(8L << 20).hashes(1).partitions(3).build();
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec);
        filter.addAll(words("word-", 500));
        FilterMirror<CharSequence> mirror = mirror(connect(Target.standalone(front.uri())), spec);
        assertEquals(0, bytesReadBy(mirror, front), "nothing has changed");
        filter.add("one more");
        assertEquals(PIECE_BYTES, bytesReadBy(mirror, front), "one bit");
        assertTrue(mirror.mightContain("one more"));
        assertEquals(0, bytesReadBy(mirror, front), "nothing has changed since");
    }

    private static long bytesReadBy(FilterMirror<CharSequence> mirror, ScriptedServer front) {
        front.forgetRequests();
        mirror.refresh();
        return front.requests().stream()
                .filter(request -> request.name().equals("GETRANGE"))
                .mapToLong(request -> Long.parseLong(request.text(3)) - Long.parseLong(request.text(2)) + 1)
                .filter(bytes -> bytes > SHORT_STRING)
                .sum();
    }

    /** The server comes back as it was before the last writes, as a replica does that has not received them. */
    @Test
    @Checks("19.07")
    @Needs(Capability.SERVER)
    void bitsInPlaceOfLostOnesAreRead() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec = fresh().bits(4096).hashes(1).partitions(1).build();
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), spec);
        FilterMirror<CharSequence> mirror = mirror(connect(Target.standalone(server.uri())), spec);
        mirror.refresh();
        keep(server);
        assertTrue(filter.add("lost"));
        mirror.refresh();
        assertTrue(mirror.mightContain("lost"));
        bringBack(server);
        assertTrue(filter.add("in its place"));
        mirror.refresh();
        assertTrue(mirror.mightContain("in its place"));
    }

    private static void keep(RedisServer server) {
        try (RespClient redis = server.client()) {
            for (String key : redis.keys("*")) {
                redis.call("COPY", key, "kept:" + key);
            }
        }
    }

    private static void bringBack(RedisServer server) {
        try (RespClient redis = server.client()) {
            for (String key : redis.keys("*")) {
                if (!key.startsWith("kept:")) {
                    redis.call("UNLINK", key);
                }
            }
            for (String key : redis.keys("kept:*")) {
                redis.call("RENAME", key, key.substring("kept:".length()));
            }
        }
    }
}
