package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Clients that use a filter while another one clears it, or lets it grow: none of their calls fails. */
public abstract class BystanderTests extends KitTests {

    private static final int CLEARS = 25;
    private static final int THREADS = 4;

    /** The capacity of the first layer of filters that grow. */
    private static final int CAPACITY = 300;

    @TestFactory
    @Checks("5.04")
    @Needs(Capability.SERVER)
    List<DynamicTest> nobodyNoticesAnyCommandOfAClear() {
        return List.of(
                row(
                        "one layer",
                        () -> actDuringClear(fresh().capacity(2000)
                                .falsePositiveRate(1e-9)
                                .partitions(2)
                                .build())),
                row("several layers", () -> actDuringClear(growing())),
                row(
                        "counters",
                        () -> actDuringClear(fresh().layout(Layouts.COUNTING)
                                .capacity(2000)
                                .falsePositiveRate(1e-9)
                                .partitions(2)
                                .build())),
                row(
                        "a window",
                        () -> actDuringClear(fresh().capacity(2000)
                                .falsePositiveRate(1e-9)
                                .partitions(2)
                                .window(Duration.ofHours(3), 3)
                                .build())));
    }

    private FilterSpec growing() {
        return fresh().capacity(CAPACITY)
                .falsePositiveRate(1e-9)
                .partitions(2)
                .overCapacity(OverCapacity.GROW)
                .build();
    }

    private void actDuringClear(FilterSpec spec) {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters filters = connect(Target.standalone(server.uri()));
        BloomFilter<CharSequence> clearing = open(connect(Target.standalone(front.uri())), spec);
        BloomFilter<CharSequence> stale = open(filters, spec);
        clearing.addAll(words("before-", 3 * CAPACITY));
        Bystander bystander = new Bystander(filters, spec);
        int[] commands = {0};
        front.answer(request -> {
            commands[0]++;
            bystander.act();
            return null;
        });
        clearing.clear();
        front.answer(request -> null);
        bystander.assertNoticedNothing();
        assertTrue(commands[0] > 5, () -> "the clear has sent " + commands[0] + " commands");
        for (BloomFilter<CharSequence> each : List.of(stale, clearing, open(filters, spec))) {
            assertEquals(0, count(each.mightContainAll(words("before-", 3 * CAPACITY))));
            bystander.assertFinds(each, true);
        }
        try (RespClient redis = server.client()) {
            // The register, its copy, and one layer of two partitions.
            assertEquals(4, redis.keys("*").size(), () -> "keys: " + redis.keys("*"));
        }
    }

    /** Uses a filter in every way that a clear could disturb, and remembers what has to be in it afterwards. */
    private static final class Bystander {

        private final BloomFilters filters;
        private final FilterSpec spec;
        private final BloomFilter<CharSequence> filter;

        /** Each element that was added while its client knew one generation, and no other one after the call. */
        private final Map<String, String> added = new LinkedHashMap<>();

        private int calls;

        private final List<Throwable> thrown = new ArrayList<>();

        Bystander(BloomFilters filters, FilterSpec spec) {
            this.filters = filters;
            this.spec = spec;
            this.filter = open(filters, spec);
        }

        synchronized void act() {
            guard(() -> {
                String element = "single-" + calls++;
                add(List.of(element), () -> assertTrue(filter.add(element), element));
            });
            guard(() -> {
                List<String> elements = words("bulk-" + calls++ + "-", 3);
                add(elements, () -> assertEquals(3, count(filter.addAll(elements))));
            });
            guard(() -> filter.mightContain("absent"));
            guard(() -> filter.mightContainAll(words("absent-", 3)));
            guard(() -> open(filters, spec).mightContain("absent"));
            guard(() -> assertFinds(filter, false));
        }

        private void guard(Runnable call) {
            try {
                call.run();
            } catch (RuntimeException | AssertionError failure) {
                thrown.add(failure);
            }
        }

        private void add(List<String> elements, Runnable call) {
            String before = filter.description().generation();
            call.run();
            if (before.equals(filter.description().generation())) {
                elements.forEach(element -> added.put(element, before));
            }
        }

        /**
         * Verifies that a client finds the elements of the generation that it knows.
         *
         * @param only whether it must not find others, since no clear is going on
         */
        synchronized void assertFinds(BloomFilter<CharSequence> client, boolean only) {
            List<String> asked = new ArrayList<>(added.keySet());
            boolean[] found = client.mightContainAll(asked);
            String generation = client.description().generation();
            for (int i = 0; i < found.length; i++) {
                boolean isOfIt = generation.equals(added.get(asked.get(i)));
                assertTrue(isOfIt ? found[i] : !only || !found[i], asked.get(i));
            }
        }

        synchronized void assertNoticedNothing() {
            assertEquals(List.of(), thrown);
            assertFalse(added.isEmpty(), "nothing was added");
        }
    }

    /** Without an order among the threads, so that each command of a clear meets some of theirs. */
    @Test
    @Checks("5.04")
    void nobodyNoticesClearsUnderLoad() {
        useDuringClears(Target.standalone(standalone().uri()));
    }

    @Test
    @Checks("5.04")
    @Needs(Capability.CLUSTER)
    void nobodyNoticesClearsUnderLoadOnACluster() {
        useDuringClears(Target.cluster(SharedServers.cluster()));
    }

    private void useDuringClears(Target target) {
        FilterSpec spec = fresh().capacity(10_000).partitions(3).build();
        BloomFilter<CharSequence> filter = open(connect(target), spec);
        BloomFilter<CharSequence> clearing = open(connect(target), spec);
        AtomicBoolean over = new AtomicBoolean();
        List<Callable<Boolean>> tasks = new ArrayList<>();
        tasks.add(() -> {
            try {
                for (int number = 0; number < CLEARS; number++) {
                    clearing.clear();
                }
            } finally {
                over.set(true);
            }
            return true;
        });
        for (int thread = 0; thread < THREADS; thread++) {
            String own = "thread-" + thread + "-";
            tasks.add(() -> {
                for (int round = 0; !over.get() || round == 0; round++) {
                    filter.add(own + round);
                    filter.addAll(words(own + round + "-", 20));
                    filter.mightContain(own + round);
                    filter.mightContainAll(words(own + round + "-", 20));
                }
                return true;
            });
        }
        assertEquals(1 + THREADS, Together.call(tasks).size());
        filter.add("after");
        assertTrue(clearing.mightContain("after"));
        assertEquals(CLEARS, open(connect(target), spec).description().clears());
        filter.delete();
    }

    @Test
    @Checks("6.11")
    @Needs(Capability.SERVER)
    void nobodyNoticesAnyCommandOfAGrowth() {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters filters = connect(Target.standalone(server.uri()));
        FilterSpec spec = growing();
        BloomFilter<CharSequence> growing = open(connect(Target.standalone(front.uri())), spec);
        BloomFilter<CharSequence> stale = open(filters, spec);
        Bystander bystander = new Bystander(filters, spec);
        int[] commands = {0};
        front.answer(request -> {
            if (StoredFilter.isOfGrowth(request)) {
                commands[0]++;
                bystander.act();
            }
            return null;
        });
        List<String> elements = words("word-", 5 * CAPACITY);
        for (int from = 0; from < elements.size(); from += 50) {
            assertEquals(50, count(growing.addAll(elements.subList(from, from + 50))));
        }
        front.answer(request -> null);
        bystander.assertNoticedNothing();
        assertTrue(commands[0] > 5, () -> "the growth has sent " + commands[0] + " commands");
        for (BloomFilter<CharSequence> each : List.of(stale, growing, open(filters, spec))) {
            assertEquals(elements.size(), count(each.mightContainAll(elements)));
            bystander.assertFinds(each, true);
        }
    }
}
