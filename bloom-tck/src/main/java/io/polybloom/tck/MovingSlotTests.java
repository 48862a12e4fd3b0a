package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.SlotMigration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Slots of a cluster that move to other nodes while a filter is used. */
@Needs(Capability.CLUSTER)
abstract class MovingSlotTests extends KitTests {

    MovingSlotTests(Backend backend) {
        super(backend);
    }

    /** At p = 1e-9 a false positive among these elements has a chance of 2e-5 if the filter were full; it is not. */
    @Test
    @Checks(Rule.MOVING_SLOTS)
    void aSlotThatMovesDuringBulkAddsLosesNothingAndInventsNothing() throws Exception {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec =
                fresh().capacity(100_000).falsePositiveRate(1e-9).partitions(4).build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        List<String> elements = words("word-", 20_000);
        ExecutorService adder = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> added = adder.submit(() -> addInBatches(filter, elements));
            moveEveryPartition(cluster, filter.description());
            assertEquals(elements.size(), added.get(60, TimeUnit.SECONDS));
        } finally {
            adder.shutdownNow();
        }
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 20_000))));
        assertEquals(0, count(filter.addAll(elements)));
        cluster.awaitHealthy();
    }

    @Test
    @Checks(Rule.MOVING_SLOTS)
    void aSlotHalfWayBetweenTwoNodesIsServed() {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec = fresh().capacity(1000).falsePositiveRate(1e-9).build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        filter.add("before");
        int slot = slotOf(filter.description(), 0);
        try (SlotMigration migration = cluster.beginMigration(slot, otherNode(cluster, slot))) {
            assertTrue(filter.add("while the source has it"));
            migration.moveKeys();
            assertTrue(filter.add("while the target has it"));
            assertTrue(filter.mightContain("before"));
            assertEquals(2, count(filter.addAll(List.of("x", "y"))));
            migration.finish();
        }
        assertTrue(filter.add("after"));
        assertEquals(
                5,
                count(filter.mightContainAll(
                        List.of("before", "while the source has it", "while the target has it", "x", "after"))));
        cluster.awaitHealthy();
    }

    private static int addInBatches(BloomFilter<CharSequence> filter, List<String> elements) {
        int fresh = 0;
        for (int from = 0; from < elements.size(); from += 500) {
            fresh += count(filter.addAll(elements.subList(from, from + 500)));
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
