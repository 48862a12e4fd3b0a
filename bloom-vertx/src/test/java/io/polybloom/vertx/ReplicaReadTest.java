package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisReplicas;
import io.vertx.redis.client.RedisTopology;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A filter that may be read from replicas is, where the client is set to do so. */
class ReplicaReadTest {

    @Test
    void replicasAnswerLookUpsAndNothingElse() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient atPrimary = primary.client();
                RespClient atReplica = replica.client()) {
            Await.until(
                    "the replica has its primary",
                    TestClient.LIMIT,
                    () -> atReplica.text("INFO", "replication").contains("master_link_status:up"));
            try (TestClient client = new TestClient(new RedisOptions()
                    .setType(RedisClientType.REPLICATION)
                    .setTopology(RedisTopology.STATIC)
                    .setEndpoints(List.of(primary.uri(), replica.uri()))
                    .setUseReplicas(RedisReplicas.ALWAYS))) {
                FilterSpec spec = FilterSpec.named("read").capacity(1000).build();
                VertxBloomFilter<CharSequence> filter = await(VertxBloom.on(client.redis)
                        .open(spec, TEXT, FilterOptions.defaults().readFromReplicas()));
                await(filter.addAll(List.of("a", "b", "c")));
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
                atPrimary.call("CONFIG", "RESETSTAT");
                atReplica.call("CONFIG", "RESETSTAT");
                assertTrue(await(filter.mightContain("a")));
                await(filter.mightContainAll(List.of("a", "b")));
                await(filter.stats());
                assertEquals(2, atReplica.executions("bitfield_ro"));
                assertEquals(0, atReplica.executions("bitcount"));
            }
        }
    }
}
