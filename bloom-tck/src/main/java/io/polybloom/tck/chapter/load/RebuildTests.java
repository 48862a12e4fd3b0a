package io.polybloom.tck.chapter.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that are rebuilt while they are in use. */
public abstract class RebuildTests extends KitTests {

    private static final int ELEMENTS = 2_000;
    private static final int KILLS = 20;
    private static final int REBUILDS = 20;

    /** What a rebuild that has died leaves to expire: bits that were being uploaded. */
    private static final String TEMPORARY = ".*:[0-9a-f]{16}";

    public RebuildTests(Backend backend) {
        super(backend);
    }

    private FilterSpecBuilder clicks() {
        return fresh().capacity(ELEMENTS).falsePositiveRate(0.001).partitions(3);
    }

    /** The sizes that a filter is rebuilt to, in turn. */
    private static FilterRebuild.Plan plan(String name, int number) {
        FilterRebuild.Plan plan = FilterRebuild.of(name);
        return switch (number % 4) {
            case 0 -> plan;
            case 1 -> plan.capacity(10L * ELEMENTS);
            case 2 -> plan.layout(number % 8 == 2 ? "blocked-v1" : "classic-v1");
            default -> plan.capacity(ELEMENTS).falsePositiveRate(0.01);
        };
    }

    @TestFactory
    @Checks(Rule.REBUILT_IN_PLACE)
    List<DynamicTest> theRebuiltFilterHasTheBitsOfAFilterOfItsSize() {
        return List.of(
                row("same size", () -> rebuild(0)),
                row("ten times as large", () -> rebuild(1)),
                row("another layout", () -> rebuild(2)),
                row("another rate", () -> rebuild(3)));
    }

    private void rebuild(int number) {
        BloomFilters filters = filters();
        FilterSpec spec = clicks().build();
        List<String> elements = words("word-", ELEMENTS);
        BloomFilter<CharSequence> stale = open(filters, spec);
        stale.addAll(words("forgotten-", 100));
        stale.addAll(elements);
        FilterDescription before = stale.description();
        FilterRebuild.Report report = filters.run(plan(spec.name(), number).from(elements, TEXT));
        assertEquals(ELEMENTS, report.elements());
        assertNotEquals(before.generation(), report.description().generation());
        assertPlanned(number, report.description());
        Reference reference = new Reference(report.description());
        elements.forEach(reference::add);
        reference.assertStoredOn(List.of(SharedServers.standalone()));
        assertEquals(ELEMENTS, count(stale.mightContainAll(elements)));
        assertEquals(report.description(), open(filters, spec).description());
        try (RespClient redis = SharedServers.standalone().client()) {
            assertFalse(
                    redis.keys("*" + spec.name() + "*").stream().anyMatch(key -> key.contains(before.generation())));
        }
    }

    private static void assertPlanned(int number, FilterDescription rebuilt) {
        assertEquals(number == 1 ? 10L * ELEMENTS : ELEMENTS, rebuilt.capacity());
        assertEquals(number == 3 ? 0.01 : 0.001, rebuilt.falsePositiveRate());
        assertEquals(number == 2 ? "blocked-v1" : "classic-v1", rebuilt.layout());
    }

    @Test
    @Checks(Rule.REBUILD_BESIDE_USE)
    void clientsGoOnWhileAFilterIsRebuilt() {
        useDuringRebuilds(Target.standalone(SharedServers.standalone().uri()));
    }

    @Test
    @Checks(Rule.REBUILD_BESIDE_USE)
    @Needs(Capability.CLUSTER)
    void clientsOfAClusterGoOnWhileAFilterIsRebuilt() {
        useDuringRebuilds(Target.cluster(SharedServers.cluster()));
    }

    private void useDuringRebuilds(Target target) {
        BloomFilters filters = connect(target);
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        UseDuringRebuilds use = new UseDuringRebuilds(filter, PATIENT);
        use.start();
        try {
            for (int number = 0; number < REBUILDS; number++) {
                filters.run(plan(spec.name(), number).from(use, TEXT));
            }
        } finally {
            use.stop();
        }
        use.assertNothingWentWrong();
        List<String> added = use.recorded();
        assertEquals(added.size(), count(filter.mightContainAll(added)));
        filter.delete();
    }

    @Test
    @Checks(Rule.REBUILD_HEALS)
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
    }

    @Test
    @Checks(Rule.REBUILD_HEALS)
    void aFilterThatHasLostBitsIsCompleteAgain() {
        BloomFilters filters = filters();
        List<String> elements = words("word-", ELEMENTS);
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        filter.addAll(elements);
        try (RespClient redis = SharedServers.standalone().client()) {
            String lost = redis.keys("bloom:{" + spec.name() + ":1}:*").get(0);
            redis.call("DEL", lost);
        }
        assertThrows(LostDataException.class, () -> filter.mightContainAll(elements));
        filters.run(FilterRebuild.of(spec.name()).from(elements, TEXT));
        assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
    }

    /** The rebuild dies at commands that are drawn by a seed. */
    @Test
    @Checks(Rule.REBUILD_ABANDONED)
    void aRebuildThatDiesLeavesTheFilterAsItWas() {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters right = connect(Target.standalone(server.uri()));
        List<String> elements = words("word-", ELEMENTS);
        FilterSpec spec =
                FilterSpec.named("urls").capacity(ELEMENTS).partitions(3).build();
        BloomFilter<CharSequence> filter = open(right, spec);
        filter.addAll(elements);
        FilterRebuild rebuild = FilterRebuild.of("urls").capacity(2L * ELEMENTS).from(elements, TEXT);
        connect(Target.standalone(front.uri())).run(rebuild);
        // The second one rebuilds what a rebuild has made, as all others do.
        front.forgetRequests();
        connect(Target.standalone(front.uri())).run(rebuild);
        int commands = front.requests().size();
        Random seeded = new Random(14);
        try (RespClient redis = server.client()) {
            for (int kill = 0; kill < KILLS; kill++) {
                dieAt(1 + seeded.nextInt(commands - 1), server, rebuild);
                assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
                filter.add("added-" + kill);
                right.run(FilterRebuild.abandon("urls"));
                assertTrue(filter.mightContain("added-" + kill));
                assertEquals(expectedKeys(filter.description()), keys(redis));
            }
        }
        right.run(FilterRebuild.of("urls").from(elements, TEXT));
        assertEquals(ELEMENTS, count(filter.mightContainAll(elements)));
    }

    @Test
    @Checks(Rule.REBUILD_REFUSES)
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
            assertTrue(refused.getMessage().contains("forgets"), refused.getMessage());
        }
        assertEquals(50, count(filter.mightContainAll(elements)));
        try (RespClient redis = SharedServers.standalone().client()) {
            for (Object field : (List<?>) redis.call("HKEYS", "bloom:{" + spec.name() + "}")) {
                String text = new String((byte[]) field, StandardCharsets.UTF_8);
                assertFalse(text.startsWith("next."), text);
            }
        }
    }

    /** Nothing is executed from the command on: whatever is, could complete a rebuild that is decided. */
    private void dieAt(int command, RedisServer server, FilterRebuild rebuild) {
        ScriptedServer dying = closing(ScriptedServer.inFrontOf(server));
        AtomicInteger sent = new AtomicInteger();
        dying.answer(request -> sent.incrementAndGet() >= command ? ScriptedServer.DEAD_CLIENT : null);
        assertThrows(
                BloomFilterException.class,
                () -> connect(Target.standalone(dying.uri())).run(rebuild),
                () -> "nothing is executed from command " + command + " on");
    }

    private static TreeSet<String> expectedKeys(FilterDescription filter) {
        TreeSet<String> keys = new TreeSet<>(List.of("bloom:{urls}", "bloom:{urls}:trace"));
        for (int partition = 0; partition < filter.geometry().partitions(); partition++) {
            keys.add("bloom:{urls:" + partition + "}:" + filter.generation() + ".0");
        }
        return keys;
    }

    private static TreeSet<String> keys(RespClient redis) {
        List<String> keys = new ArrayList<>(redis.keys("*"));
        keys.removeIf(key -> key.matches(TEMPORARY) && redis.integer("PTTL", key) > 0);
        return new TreeSet<>(keys);
    }
}
