package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.batch;
import static io.polybloom.jedis.Fixtures.command;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.HashSlot;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SlotMigration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.RedisClusterClient;

class RedirectTest {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    @SuppressWarnings("deprecation") // Jedis deprecates the client whose use is tested here
    void theOlderClusterClientFollowsASlot() {
        int slot = HashSlot.of("{older}".getBytes(UTF_8));
        Batch write = batch(command(Verb.SETBIT, "{older}key", "3", "1"));
        try (JedisCluster jedis = new JedisCluster(Fixtures.addresses(cluster), Fixtures.PATIENT)) {
            Transport<InFlight> transport = JedisBloom.transportOf(jedis);
            assertEquals(List.of(new Reply.Int(0)), transport.send(write).await());
            try (SlotMigration migration = cluster.beginMigration(slot, otherThan(cluster.nodeOfSlot(slot)))) {
                migration.moveKeys();
                assertEquals(List.of(new Reply.Int(1)), transport.send(write).await(), "by ASK");
                migration.finish();
            }
            assertEquals(List.of(new Reply.Int(1)), transport.send(write).await(), "by MOVED");
        }
    }

    @Test
    void partOfABatchIsAskedElsewhere() {
        int slot = HashSlot.of("{part}".getBytes(UTF_8));
        try (RedisClusterClient jedis = Fixtures.client(cluster)) {
            Transport<InFlight> transport = JedisBloom.transportOf(jedis);
            assertEquals(
                    List.of(new Reply.Int(1)),
                    transport
                            .send(batch(command(Verb.HSETNX, "{part}stays", "field", "old")))
                            .await());
            try (SlotMigration migration = cluster.beginMigration(slot, otherThan(cluster.nodeOfSlot(slot)))) {
                List<Reply> replies = transport
                        .send(batch(
                                command(Verb.HSETNX, "{part}new", "field", "1"),
                                command(Verb.HSETNX, "{part}stays", "field", "2"),
                                command(Verb.HSETNX, "{part}new", "field", "3"),
                                command(Verb.HGET, "{part}stays", "field"),
                                command(Verb.HGET, "{part}new", "field")))
                        .await();
                assertEquals(List.of(new Reply.Int(1), new Reply.Int(0), new Reply.Int(0)), replies.subList(0, 3));
                assertArrayEquals("old".getBytes(UTF_8), ((Reply.Bytes) replies.get(3)).value());
                assertArrayEquals("1".getBytes(UTF_8), ((Reply.Bytes) replies.get(4)).value());
                try (RespClient target = migration.target().client()) {
                    assertEquals(List.of("{part}new"), target.keys("{part}*"));
                }
            }
        }
    }

    /** A string that moves from key to key would be missed if the last place were read before the first one. */
    @Test
    void whatWasReadBeforeARedirectedCommandIsReadAgainBehindIt() {
        int slot = HashSlot.of("{places}".getBytes(UTF_8));
        RedisServer source = cluster.nodeOfSlot(slot);
        try (RedisClusterClient jedis = Fixtures.client(cluster)) {
            Transport<InFlight> transport = JedisBloom.transportOf(jedis);
            transport.send(batch(command(Verb.SETBIT, "{places}2", "0", "1"))).await();
            transport.send(batch(command(Verb.SETBIT, "{places}3", "0", "1"))).await();
            try (SlotMigration migration = cluster.beginMigration(slot, otherThan(source))) {
                long atSource = bitfields(source);
                long atTarget = bitfields(migration.target());
                List<Reply> replies = transport
                        .send(batch(place("{places}1"), place("{places}2"), place("{places}3")))
                        .await();
                List<Long> bits = replies.stream()
                        .map(reply -> ((Reply.Ints) reply).values()[0])
                        .toList();
                assertEquals(List.of(0L, 1L, 1L), bits);
                assertEquals(1, bitfields(migration.target()) - atTarget);
                assertEquals(4, bitfields(source) - atSource, "each of the other two places, twice");
            }
        }
    }

    private static Command place(String key) {
        return Command.reading(
                Verb.BITFIELD, key.getBytes(UTF_8), "GET".getBytes(UTF_8), "u1".getBytes(UTF_8), "0".getBytes(UTF_8));
    }

    @Test
    void aGroupFollowsASlotThatHasMovedAndNoneThatIsMoving() {
        int slot = HashSlot.of("{group}".getBytes(UTF_8));
        Batch group = batch(command(Verb.SETBIT, "{group}old", "7", "1"), command(Verb.SETBIT, "{group}new", "7", "1"))
                .asGroup();
        try (RedisClusterClient jedis = Fixtures.client(cluster)) {
            Transport<InFlight> transport = JedisBloom.transportOf(jedis);
            transport.send(batch(command(Verb.SETBIT, "{group}old", "3", "1"))).await();
            RedisServer target = otherThan(cluster.nodeOfSlot(slot));
            try (SlotMigration migration = cluster.beginMigration(slot, target)) {
                for (Reply reply : transport.send(group).await()) {
                    Reply.Failure refused = assertInstanceOf(Reply.Failure.class, reply);
                    assertFalse(refused.mayHaveBeenApplied());
                    assertTrue(refused.serverError().startsWith("ASK "), refused.serverError());
                }
                migration.moveKeys();
                migration.finish();
            }
            List<Reply> nothingWasSet = List.of(new Reply.Int(0), new Reply.Int(0));
            assertEquals(nothingWasSet, transport.send(group).await(), "by MOVED");
            try (Connection connection = jedis.getConnectionFromSlot(slot)) {
                assertEquals(target.port(), connection.getHostAndPort().getPort(), "the slot cache was not renewed");
            }
            try (RespClient eyes = target.client()) {
                assertEquals(2, eyes.integer("BITCOUNT", "{group}old"));
                assertEquals(1, eyes.integer("BITCOUNT", "{group}new"));
            }
        }
    }

    @Test
    void followsToANodeThatHasNoSlotYet() {
        int slot = HashSlot.of("newcomer".getBytes(UTF_8));
        try (RedisCluster loner = RedisCluster.start(1);
                RedisServer newcomer = RedisServer.start("cluster-enabled yes", "cluster-announce-ip 127.0.0.1");
                RespClient atOwner = loner.nodes().get(0).client();
                RespClient atNewcomer = newcomer.client();
                RedisClusterClient jedis = Fixtures.client(loner)) {
            String ownerId = atOwner.text("CLUSTER", "MYID");
            String newcomerId = atNewcomer.text("CLUSTER", "MYID");
            atNewcomer.call("CLUSTER", "MEET", "127.0.0.1", loner.nodes().get(0).port());
            Await.until("the owner meets the newcomer", Fixtures.LIMIT, () -> knows(atOwner, newcomerId));
            Await.until("the newcomer meets the owner", Fixtures.LIMIT, () -> knows(atNewcomer, ownerId));
            atNewcomer.call("CLUSTER", "SETSLOT", slot, "IMPORTING", ownerId);
            atOwner.call("CLUSTER", "SETSLOT", slot, "MIGRATING", newcomerId);
            Await.until(
                    "the newcomer finds the cluster healthy",
                    Fixtures.LIMIT,
                    () -> atNewcomer.text("CLUSTER", "INFO").contains("cluster_state:ok"));
            assertFalse(jedis.getClusterNodes().containsKey("127.0.0.1:" + newcomer.port()));
            List<Reply> replies = JedisBloom.transportOf(jedis)
                    .send(batch(command(Verb.SETBIT, "newcomer", "3", "1")))
                    .await();
            assertEquals(List.of(new Reply.Int(0)), replies);
            assertEquals(1, atNewcomer.executions("setbit"));
        }
    }

    private static RedisServer otherThan(RedisServer source) {
        RedisServer other = cluster.nodes().get((cluster.nodes().indexOf(source) + 1) % 3);
        assertNotSame(source, other);
        return other;
    }

    private static long bitfields(RedisServer server) {
        try (RespClient client = server.client()) {
            return client.executions("bitfield");
        }
    }

    private static boolean knows(RespClient client, String nodeId) {
        return assertInstanceOf(String.class, client.text("CLUSTER", "NODES"))
                .lines()
                .anyMatch(
                        line -> line.startsWith(nodeId) && !line.contains("handshake") && line.contains(" connected"));
    }
}
