package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A filter that may be read from replicas is, and the primary is asked for elements that a replica does not have. */
class ReplicaReadTest {

    @Test
    void replicasAnswerLookUpsAndNothingElse() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient atPrimary = primary.client();
                RespClient atReplica = replica.client()) {
            Await.until(
                    "the replica has its primary",
                    Clients.LIMIT,
                    () -> atReplica.text("INFO", "replication").contains("master_link_status:up"));
            RedissonClient client = Clients.to(primary, replica);
            try {
                FilterSpec spec = FilterSpec.named("read").capacity(1000).build();
                BloomFilter<CharSequence> filter = RedissonBloom.on(client)
                        .open(
                                spec,
                                Funnels.stringFunnel(UTF_8),
                                FilterOptions.defaults().readFromReplicas());
                filter.addAll(List.of("a", "b", "c"));
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
                atPrimary.call("CONFIG", "RESETSTAT");
                atReplica.call("CONFIG", "RESETSTAT");
                assertTrue(filter.mightContain("a"));
                filter.mightContainAll(List.of("a", "b"));
                filter.stats();
                assertEquals(2, atReplica.executions("bitfield_ro"));
                assertEquals(0, atReplica.executions("bitcount"));
                atReplica.call("REPLICAOF", "NO", "ONE");
                atReplica.call("FLUSHALL");
                assertTrue(filter.mightContain("a"), "asked on the primary");
            } finally {
                client.shutdown();
            }
        }
    }
}
