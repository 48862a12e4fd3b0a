package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.SlotMigration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Slots of a cluster that move to other nodes while a filter is used. */
@Needs({Capability.SERVER, Capability.CLUSTER})
public abstract class MovingSlotTests extends KitTests {

    /** One thread adds while another one moves slots. At p = 1e-9 no false positive is to be expected. */
    @Test
    @Checks("7.09")
    void aSlotThatMovesDuringBulkAddsLosesNothingAndInventsNothing() throws Exception {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec = fresh().capacity(1_000_000)
                .falsePositiveRate(1e-9)
                .partitions(4)
                .build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        List<String> elements = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean moved = new AtomicBoolean();
        ExecutorService adder = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> added = adder.submit(() -> addUntil(moved, filter, elements));
            Await.until("the adds have begun", PATIENT, () -> added.isDone() || !elements.isEmpty());
            moveEveryPartition(cluster, filter.description());
            moved.set(true);
            assertEquals(added.get(PATIENT.toSeconds(), TimeUnit.SECONDS), elements.size());
        } finally {
            adder.shutdownNow();
        }
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 20_000))));
        assertEquals(0, count(filter.addAll(elements)));
        cluster.awaitHealthy();
    }

    /** Enough elements for a small partition that a client that sends groups exchanges the whole partition. */
    @Test
    @Checks("7.09")
    void bulkAddsToASlotOnItsWayAnswerWhatTheyDoOtherwise() {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec =
                fresh().capacity(5000).falsePositiveRate(1e-9).partitions(1).build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        List<String> elements = new ArrayList<>();
        addMore(filter, elements);
        int slot = slotOf(filter.description(), 0);
        RedisServer source = cluster.nodeOfSlot(slot);
        try (SlotMigration migration = cluster.beginMigration(slot, otherNode(cluster, slot))) {
            addMore(filter, elements);
            migration.moveKeys();
            addMore(filter, elements);
            migration.finish();
        }
        addMore(filter, elements);
        cluster.moveSlot(slot, source);
        addMore(filter, elements);
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 5000))));
        cluster.awaitHealthy();
    }

    /** Adds all elements once more, and after them new ones, each of them twice. */
    private static void addMore(BloomFilter<CharSequence> filter, List<String> elements) {
        List<String> fresh = words("element-" + elements.size() + "-", 200);
        List<String> call = new ArrayList<>(elements);
        call.addAll(fresh);
        call.addAll(fresh);
        boolean[] answers = filter.addAll(call);
        for (int i = 0; i < answers.length; i++) {
            boolean isFirst = i >= elements.size() && i < elements.size() + fresh.size();
            assertEquals(isFirst, answers[i], "element " + i + " of " + answers.length);
        }
        elements.addAll(fresh);
    }

    @TestFactory
    @Checks("7.09")
    List<DynamicTest> aSlotHalfWayBetweenTwoNodesIsServed() {
        return Stream.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)
                .map(layout -> row(layout, () -> isServed(layout)))
                .toList();
    }

    private void isServed(String layout) {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec = fresh().layout(layout)
                .capacity(200_000)
                .falsePositiveRate(1e-9)
                .partitions(1)
                .build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        List<String> elements = words("before-", 1000);
        assertEquals(elements.size(), count(filter.addAll(elements)));
        int slot = slotOf(filter.description(), 0);
        try (SlotMigration migration = cluster.beginMigration(slot, otherNode(cluster, slot))) {
            assertWorks(filter, "while the source has it");
            migration.moveKeys();
            assertWorks(filter, "while the target has it");
            migration.finish();
        }
        assertWorks(filter, "after the move");
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        cluster.awaitHealthy();
    }

    private static void assertWorks(BloomFilter<CharSequence> filter, String phase) {
        List<String> words = words(phase, 500);
        assertFalse(filter.mightContain(phase), phase);
        assertTrue(filter.add(phase), phase);
        assertFalse(filter.add(phase), phase);
        assertEquals(words.size(), count(filter.addAll(words)), phase);
        assertEquals(words.size(), count(filter.mightContainAll(words)), phase);
        assertTrue(filter.stats().estimatedCount() > 1000, phase);
    }

    @Test
    @Checks("7.09")
    void aFilterIsOpenedUsedAndDeletedWhileItsRegisterIsOnItsWay() {
        RedisCluster cluster = SharedServers.cluster();
        BloomFilters filters = connect(Target.cluster(cluster));
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        assertTrue(open(filters, spec).add("a"));
        int slot = HashSlot.of(spec.name().getBytes(StandardCharsets.UTF_8));
        try (SlotMigration migration = cluster.beginMigration(slot, otherNode(cluster, slot))) {
            assertFalse(open(filters, spec).add("a"));
            migration.moveKeys();
            BloomFilter<CharSequence> filter = open(filters, spec);
            assertFalse(filter.add("a"));
            assertTrue(filters.describe(spec.name()).orElseThrow().ready());
            migration.finish();
            assertFalse(open(filters, spec).add("a"));
            filter.delete();
        }
        assertTrue(filters.describe(spec.name()).isEmpty());
        cluster.awaitHealthy();
    }

    @Test
    @Checks("7.09")
    void aFilterIsMadeWhileTheSlotOfItsRegisterIsOnItsWay() {
        RedisCluster cluster = SharedServers.cluster();
        BloomFilters filters = connect(Target.cluster(cluster));
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        int slot = HashSlot.of(spec.name().getBytes(StandardCharsets.UTF_8));
        try (SlotMigration migration = cluster.beginMigration(slot, otherNode(cluster, slot))) {
            assertTrue(open(filters, spec).add("a"));
            migration.moveKeys();
            migration.finish();
            assertFalse(open(filters, spec).add("a"));
        }
        assertFalse(open(filters, spec).add("a"));
        cluster.awaitHealthy();
    }

    private static int addUntil(AtomicBoolean moved, BloomFilter<CharSequence> filter, List<String> elements) {
        int fresh = 0;
        for (int batch = 0; !moved.get(); batch++) {
            List<String> words = words("word-" + batch + "-", 500);
            fresh += count(filter.addAll(words));
            elements.addAll(words);
        }
        return fresh;
    }

    private static void moveEveryPartition(RedisCluster cluster, FilterDescription filter) {
        for (int partition = 0; partition < filter.geometry().partitions(); partition++) {
            int slot = slotOf(filter, partition);
            cluster.moveSlot(slot, otherNode(cluster, slot));
        }
    }

    private static int slotOf(FilterDescription filter, int partition) {
        return HashSlot.of(("{" + filter.name() + ":" + partition + "}").getBytes(StandardCharsets.UTF_8));
    }

    private static RedisServer otherNode(RedisCluster cluster, int slot) {
        List<RedisServer> nodes = cluster.nodes();
        return nodes.get((nodes.indexOf(cluster.nodeOfSlot(slot)) + 1) % nodes.size());
    }
}
