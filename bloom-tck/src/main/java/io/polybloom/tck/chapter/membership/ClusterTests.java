package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Partitions on a cluster of three nodes. */
@Needs(Capability.CLUSTER)
public abstract class ClusterTests extends KitTests {

    @Test
    @Checks("4.03")
    void partitionsSpreadOverAllNodes() {
        RedisCluster cluster = SharedServers.cluster();
        FilterSpec spec = fresh().capacity(20_000).partitions(64).build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(cluster)), spec);
        assertEquals(5000, count(filter.addAll(words("word-", 5000))), 5);
        assertEquals(5000, count(filter.mightContainAll(words("word-", 5000))));
        assertEquals(5000, filter.stats().estimatedCount(), 250);
        Set<RedisServer> nodes = new HashSet<>();
        for (RedisServer node : cluster.nodes()) {
            try (RespClient redis = node.client()) {
                if (!StoredFilter.keysOfPartitions(redis, spec.name()).isEmpty()) {
                    nodes.add(node);
                }
            }
        }
        assertEquals(3, nodes.size());
    }

    @Test
    @Checks("4.04")
    void everyOperationWorksOnACluster() {
        FilterSpec spec = fresh().capacity(1000).partitions(6).build();
        BloomFilter<CharSequence> filter = open(connect(Target.cluster(SharedServers.cluster())), spec);
        assertTrue(filter.add("a"));
        assertTrue(filter.mightContain("a"));
        filter.load(words("word-", 900), taken -> {});
        assertEquals(900, count(filter.mightContainAll(words("word-", 900))));
        // So few that a transport which joins slots gets the questions to all partitions at once.
        assertEquals(30, count(filter.mightContainAll(words("word-", 30))));
        filter.expire(Duration.ofMinutes(5));
        filter.clear();
        assertTrue(filter.add("a"));
        filter.delete();
        for (RedisServer node : SharedServers.cluster().nodes()) {
            try (RespClient redis = node.client()) {
                assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
            }
        }
    }
}
