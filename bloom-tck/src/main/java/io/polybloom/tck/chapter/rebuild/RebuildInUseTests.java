package io.polybloom.tck.chapter.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
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
import io.polybloom.tck.server.StandaloneServer;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that others use while they are rebuilt. */
public abstract class RebuildInUseTests extends KitTests {

    private static final int CAPACITY = UseDuringRebuilds.MOST_ELEMENTS;
    private static final int REBUILDS = 20;

    /** Absent elements that are asked for after each rebuild. */
    private static final int ABSENT = 2_000;

    private static final double RATE = 0.01;

    /** Of 40,000 absent elements at 0.01; by the binomial distribution, the chance of more is 1e-11. */
    private static final int MOST_FALSE_POSITIVES = 540;

    @Test
    @Checks("14.02")
    void clientsGoOnWhileAFilterIsRebuilt() {
        StandaloneServer server = standalone();
        useDuringRebuilds(Target.standalone(server.uri()), List.of(server));
    }

    @Test
    @Checks("14.02")
    @Needs(Capability.CLUSTER)
    void clientsOfAClusterGoOnWhileAFilterIsRebuilt() {
        useDuringRebuilds(
                Target.cluster(SharedServers.cluster()), SharedServers.cluster().nodes());
    }

    private void useDuringRebuilds(Target target, List<? extends StandaloneServer> nodes) {
        BloomFilters filters = connect(target);
        FilterSpec spec =
                fresh().capacity(CAPACITY).falsePositiveRate(RATE).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters, spec);
        BloomFilter<CharSequence> stale = open(connect(target), spec);
        UseDuringRebuilds use = new UseDuringRebuilds(filter, PATIENT);
        int falsePositives = 0;
        use.start();
        try {
            for (int number = 0; number < REBUILDS; number++) {
                filters.run(plan(spec.name(), number).from(use, TEXT));
                falsePositives += count(filter.mightContainAll(words("absent-" + number + "-", ABSENT)));
            }
        } finally {
            use.stop();
        }
        use.assertNothingWentWrong();
        int most = MOST_FALSE_POSITIVES;
        assertTrue(falsePositives <= most, falsePositives + " false positives of " + REBUILDS * ABSENT);
        List<String> added = use.recorded();
        assertEquals(added.size(), count(filter.mightContainAll(added)));
        assertEquals(added.size(), count(stale.mightContainAll(added)));
        assertRebuiltAsPlanned(filter, nodes);
        filter.delete();
        assertEquals(new TreeSet<>(), keys(nodes, spec.name()));
    }

    /** Returns plans in turn: the same size, ten times the size, another layout, and a tenth of the size. */
    private static FilterRebuild.Plan plan(String name, int number) {
        FilterRebuild.Plan plan = FilterRebuild.of(name);
        return switch (number % 4) {
            case 0 -> plan;
            case 1 -> plan.capacity(10L * CAPACITY);
            case 2 -> plan.layout(number % 8 == 2 ? "blocked-v1" : "classic-v1");
            default -> plan.capacity(CAPACITY);
        };
    }

    /** Asserts that the filter, full to its capacity, keeps the requested error rate, and has no keys but its own. */
    private static void assertRebuiltAsPlanned(
            BloomFilter<CharSequence> filter, List<? extends StandaloneServer> nodes) {
        filter.addAll(UseDuringRebuilds.all());
        int falsePositives = count(filter.mightContainAll(words("absent-", REBUILDS * ABSENT)));
        assertTrue(
                falsePositives <= MOST_FALSE_POSITIVES && falsePositives > 0,
                falsePositives + " false positives of " + REBUILDS * ABSENT);
        FilterDescription rebuilt = filter.description();
        assertEquals(CAPACITY, rebuilt.capacity());
        assertEquals(new TreeSet<>(StoredFilter.keys(rebuilt)), keys(nodes, rebuilt.name()));
    }

    private static TreeSet<String> keys(List<? extends StandaloneServer> nodes, String name) {
        TreeSet<String> keys = new TreeSet<>();
        for (StandaloneServer node : nodes) {
            try (RespClient redis = node.client()) {
                keys.addAll(StoredFilter.keysLeftThatStay(redis, "*" + name + "*"));
            }
        }
        return keys;
    }

    @TestFactory
    @Checks("14.02")
    @Needs(Capability.SERVER)
    List<DynamicTest> clientsActAtEveryCommandOfARebuild() {
        return List.of(
                row("same size", () -> actAtEveryCommand(OverCapacity.DEGRADE, plan -> plan)),
                row("ten times as large", () -> actAtEveryCommand(OverCapacity.DEGRADE, plan -> plan.capacity(20_000))),
                row("a tenth as large", () -> actAtEveryCommand(OverCapacity.DEGRADE, plan -> plan.capacity(200))),
                row("another layout", () -> actAtEveryCommand(OverCapacity.DEGRADE, plan -> plan.layout("blocked-v1"))),
                row("two layers", () -> actAtEveryCommand(OverCapacity.GROW, plan -> plan)));
    }

    private void actAtEveryCommand(OverCapacity overCapacity, UnaryOperator<FilterRebuild.Plan> planning) {
        RedisServer server = closing(RedisServer.start());
        FilterSpecBuilder builder = fresh().capacity(2_000).falsePositiveRate(1e-9);
        FilterSpec spec = builder.partitions(2).overCapacity(overCapacity).build();
        ActAtEveryCommand acts = new ActAtEveryCommand(connect(Target.standalone(server.uri())), spec, TEXT);
        acts.add(words("before-", overCapacity == OverCapacity.GROW ? 2_500 : 100));
        acts.runBeside(planning.apply(FilterRebuild.of(spec.name())), beside(server, acts));
        acts.assertNobodyNoticed();
        assertEquals(1, acts.filter().description().layers().size());
    }

    private BloomFilters beside(RedisServer server, ActAtEveryCommand acts) {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        BloomFilters filters = connect(Target.standalone(front.uri()));
        front.answer(acts);
        return filters;
    }

    /** While a filter that has lost bits is being repaired, it reports the loss and is never empty. */
    @Test
    @Checks("14.03")
    @Needs(Capability.SERVER)
    void aFilterThatHasLostBitsIsNeverEmptyWhileItIsHealed() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec =
                fresh().capacity(2_000).falsePositiveRate(1e-9).partitions(2).build();
        ActAtEveryCommand acts = new ActAtEveryCommand(connect(Target.standalone(server.uri())), spec, TEXT);
        acts.add(words("before-", 100));
        try (RespClient redis = server.client()) {
            StoredFilter.losePartition(redis, spec.name(), 1);
        }
        assertThrows(LostDataException.class, () -> acts.filter().mightContainAll(words("before-", 100)));
        acts.runBeside(FilterRebuild.of(spec.name()), beside(server, acts));
        acts.assertOnlyTheLossWasNoticed();
    }
}
