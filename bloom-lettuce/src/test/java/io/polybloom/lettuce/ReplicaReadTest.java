package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A connection that prefers its replica: filters do so only if they may, and then with look-ups only. */
class ReplicaReadTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);

    @Test
    void onlyLookUpsOfAFilterThatMayReadFromReplicasLeaveThePrimary() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient atPrimary = primary.client();
                RespClient atReplica = replica.client()) {
            Await.until(
                    "the replica has its primary",
                    Duration.ofSeconds(300),
                    () -> atReplica.text("INFO", "replication").contains("master_link_status:up"));
            RedisClient client = RedisClient.create();
            try {
                StatefulRedisMasterReplicaConnection<String, String> connection = MasterReplica.connect(
                        client,
                        StringCodec.UTF8,
                        List.of(RedisURI.create(primary.uri()), RedisURI.create(replica.uri())));
                connection.setReadFrom(ReadFrom.REPLICA);
                FilterSpec strict = FilterSpec.named("read").capacity(1000).build();
                FilterSpec relaxed = FilterSpec.named("read").capacity(1000).build();
                BloomFilter<CharSequence> fromPrimary =
                        LettuceBloom.on(connection).open(strict, TEXT);
                BloomFilter<CharSequence> fromReplica = LettuceBloom.on(connection)
                        .open(relaxed, TEXT, FilterOptions.defaults().readFromReplicas());
                fromPrimary.addAll(List.of("a", "b", "c"));
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
                atPrimary.call("CONFIG", "RESETSTAT");
                atReplica.call("CONFIG", "RESETSTAT");

                connection.sync().get("of another user");
                assertEquals(1, atReplica.executions("get"), "the connection prefers its replica");
                assertTrue(fromPrimary.mightContain("a"));
                fromPrimary.stats();
                assertEquals(0, atReplica.executions("bitfield_ro") + atReplica.executions("bitcount"));
                assertTrue(fromReplica.mightContain("a"));
                fromReplica.mightContainAll(List.of("a", "b"));
                fromReplica.stats();
                assertEquals(2, atReplica.executions("bitfield_ro"));
                assertEquals(0, atReplica.executions("bitcount"));
                atReplica.call("REPLICAOF", "NO", "ONE");
                atReplica.call("FLUSHALL");
                assertTrue(fromReplica.mightContain("a"), "asked on the primary");
            } finally {
                client.shutdown();
            }
        }
    }
}
