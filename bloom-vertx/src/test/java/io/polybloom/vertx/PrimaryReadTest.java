package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static io.polybloom.vertx.TestClient.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisReplicas;
import io.vertx.redis.client.RedisTopology;
import io.vertx.redis.client.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that reads from replicas does not do so for filters. */
class PrimaryReadTest {

    @Test
    void aPrimaryWithAReplicaAnswersAllItself() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient eyes = replica.client();
                TestClient client = new TestClient(new RedisOptions()
                        .setType(RedisClientType.REPLICATION)
                        .setTopology(RedisTopology.STATIC)
                        .setEndpoints(List.of(primary.uri(), replica.uri()))
                        .setUseReplicas(RedisReplicas.ALWAYS))) {
            assertReadsGoToThePrimary(client, eyes);
        }
    }

    @Test
    void aPrimaryOfAClusterAnswersAllItself() {
        try (RedisCluster cluster = RedisCluster.start(1);
                RedisServer replica = RedisServer.start("cluster-enabled yes");
                RespClient eyes = replica.client()) {
            RedisServer primary = cluster.nodes().get(0);
            addReplica(primary, eyes);
            try (TestClient client = new TestClient(new RedisOptions()
                    .setType(RedisClientType.CLUSTER)
                    .setConnectionString(primary.uri())
                    .setUseReplicas(RedisReplicas.ALWAYS))) {
                assertReadsGoToThePrimary(client, eyes);
            }
        }
    }

    private static void assertReadsGoToThePrimary(TestClient client, RespClient replica) {
        VertxBloomFilter<CharSequence> filter = client.open(spec("primary", 1));
        await(filter.addAll(words("w", 100)));
        assertTrue(await(filter.mightContain("w1")));
        assertEquals(100, await(filter.stats()).estimatedCount(), 5);
        for (String read : List.of("bitfield_ro", "hgetall", "bitcount")) {
            assertEquals(0, replica.executions(read), read);
        }
        await(client.redis.send(Request.cmd(Command.HGETALL).arg(StoredFilter.register("primary"))));
        assertEquals(1, replica.executions("hgetall"), "the client's own command goes to the replica");
    }

    private static void addReplica(RedisServer primary, RespClient replica) {
        try (RespClient client = primary.client()) {
            String id = client.text("CLUSTER", "MYID");
            replica.call("CLUSTER", "MEET", primary.host(), primary.port());
            Await.until(
                    "the replica has met the primary",
                    TestClient.LIMIT,
                    () -> replica.text("CLUSTER", "NODES").contains(id));
            replica.call("CLUSTER", "REPLICATE", id);
            Await.until(
                    "the primary has the replica",
                    TestClient.LIMIT,
                    () -> client.text("INFO", "replication").contains("state=online"));
            Await.until(
                    "the cluster knows the replica",
                    TestClient.LIMIT,
                    () -> client.text("CLUSTER", "NODES").contains("slave " + id));
        }
    }
}
