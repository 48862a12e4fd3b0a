package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.resp.RespError;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

    private static final int SLOT = HashSlot.of("tag".getBytes(StandardCharsets.UTF_8));

    private static RedisCluster cluster;

    private RedisServer source;
    private RedisServer target;
    private RedisServer third;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start("requirepass secret");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void chooseNodes() {
        cluster.flushAll();
        source = cluster.nodeOfSlot(SLOT);
        int index = cluster.nodes().indexOf(source);
        target = cluster.nodes().get((index + 1) % 3);
        third = cluster.nodes().get((index + 2) % 3);
    }

    @Test
    void threeMastersShareTheSlots() {
        assertEquals(3, cluster.nodes().size());
        assertSame(cluster.nodes().get(0), cluster.nodeOfSlot(0));
        assertSame(cluster.nodes().get(2), cluster.nodeOfSlot(HashSlot.COUNT - 1));
        assertThrows(IllegalArgumentException.class, () -> cluster.nodeOfSlot(HashSlot.COUNT));
        for (RedisServer node : cluster.nodes()) {
            assertTrue(cluster.uri().contains("127.0.0.1:" + node.port()), cluster.uri());
        }
    }

    @Test
    void theServersAgreeAboutTheSlotOfAnyKey() {
        Random random = new Random(7);
        try (RespClient client = source.client()) {
            for (int i = 0; i < 500; i++) {
                byte[] key = new byte[random.nextInt(12)];
                for (int j = 0; j < key.length; j++) {
                    key[j] = (byte) (random.nextInt(4) == 0 ? "{}".charAt(random.nextInt(2)) : random.nextInt(256));
                }
                assertEquals(client.integer("CLUSTER", "KEYSLOT", key), HashSlot.of(key));
            }
        }
    }

    @Test
    void aWriteToTheWrongMemberIsRedirected() {
        assertEquals("MOVED", errorOf(third, "SET", "{tag}", "x"));
        assertEquals("OK", call(source, "SET", "{tag}", "x"));
        assertSame(source, cluster.nodeOfKey("{tag}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aMovedSlotKeepsItsKeys() {
        for (int i = 0; i < 250; i++) {
            call(source, "SET", "{tag}" + i, "x", "EX", 1000);
        }
        call(source, "SETBIT", "{tag}bits", 8_000_000, 1);
        Map<String, String> before = cluster.snapshot();

        cluster.moveSlot(SLOT, target);

        assertEquals(before, cluster.snapshot());
        assertSame(target, cluster.nodeOfSlot(SLOT));
        assertEquals(251L, call(target, "DBSIZE"));
        assertEquals("MOVED", errorOf(source, "GET", "{tag}1"));
        assertEquals("MOVED", errorOf(third, "GET", "{tag}1"));
        cluster.awaitHealthy();
    }

    @Test
    void aMigrationCanBeHeldHalfWay() {
        call(source, "MSET", "{tag}1", "x", "{tag}2", "x");
        try (SlotMigration migration = cluster.beginMigration(SLOT, target)) {
            assertSame(source, migration.source());
            assertSame(target, migration.target());
            assertEquals("OK", call(source, "SET", "{tag}1", "y"));
            assertEquals("ASK", errorOf(source, "SET", "{tag}new", "y"));
            assertEquals("MOVED", errorOf(target, "SET", "{tag}new", "y"));
            try (RespClient client = target.client()) {
                client.call("ASKING");
                assertEquals("OK", client.call("SET", "{tag}new", "y"));
            }

            assertEquals(1, migration.moveKeys(1));
            try (RespClient client = target.client()) {
                client.call("ASKING");
                assertEquals("TRYAGAIN", errorOf(client, "MGET", "{tag}1", "{tag}2"));
            }

            migration.moveKeys();
            assertEquals(0, migration.moveKeys(1));
            assertEquals("ASK", errorOf(source, "GET", "{tag}1"));
            assertSame(source, cluster.nodeOfSlot(SLOT));
        }
        assertSame(target, cluster.nodeOfSlot(SLOT));
        assertEquals(3L, call(target, "EXISTS", "{tag}1", "{tag}2", "{tag}new"));
    }

    @Test
    void aSlotIsNotMovedToItsOwnerNorToAStranger() {
        assertThrows(IllegalArgumentException.class, () -> cluster.moveSlot(SLOT, source));
        try (RedisServer stranger = RedisServer.start()) {
            assertThrows(IllegalArgumentException.class, () -> cluster.moveSlot(SLOT, stranger));
        }
    }

    @Test
    void aRestartedMemberOwnsItsSlotsWithoutTheirKeys() {
        call(source, "SET", "{tag}", "x");
        source.restart();
        cluster.awaitHealthy();
        assertSame(source, cluster.nodeOfSlot(SLOT));
        assertNull(call(source, "GET", "{tag}"));
    }

    @Test
    void closingEndsAllMembers() {
        RedisCluster small = RedisCluster.start(1);
        assertSame(small.nodes().get(0), small.nodeOfSlot(SLOT));
        small.close();
        assertFalse(small.nodes().get(0).isRunning());
    }

    private static Object call(RedisServer node, Object... command) {
        try (RespClient client = node.client()) {
            return client.call(command);
        }
    }

    private static String errorOf(RedisServer node, Object... command) {
        try (RespClient client = node.client()) {
            return errorOf(client, command);
        }
    }

    private static String errorOf(RespClient client, Object... command) {
        return assertThrows(RespError.class, () -> client.call(command)).code();
    }
}
