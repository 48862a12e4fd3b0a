package io.polybloom.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

class BenchServerTest {

    @Test
    void ends() throws IOException {
        String uri;
        try (BenchServer server = start()) {
            uri = server.uri();
        }
        try (RedisClient client = RedisClient.create(uri)) {
            assertThrows(JedisConnectionException.class, () -> client.get("x"));
        }
    }

    @Test
    void refusesAKindThatItDoesNotKnow() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> BenchServer.start("1mbit", Optional.empty(), Optional.empty())
                        .close());
        assertEquals(
                "no server '1mbit': loopback, a network such as 1gbit, a cluster such as cluster-3",
                refused.getMessage());
    }

    @Test
    void itsClockCountsWhatTheServerDoes() throws IOException {
        try (BenchServer server = start();
                RedisClient client = RedisClient.create(server.uri())) {
            ServerUse before = server.meter().before();
            client.setbit("x", 1L << 27, true);
            for (int i = 0; i < 20; i++) {
                client.bitcount("x");
            }
            double used = server.meter().after().since(before).micros();
            assertTrue(used > 10_000, used + " us for counting 20 times 16 MiB");
            assertTrue(server.meter().memory() > 16 << 20);
        }
    }

    @Test
    void itsMeterCountsTheBytesOfOthersAndNotItsOwn() throws IOException {
        try (BenchServer server = start();
                RedisClient client = RedisClient.create(server.uri())) {
            client.set("key", "value");
            ServerUse before = server.meter().before();
            assertEquals("value", client.get("key"));
            ServerUse used = server.meter().after().since(before);
            assertEquals("*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".length(), used.bytesIn());
            assertEquals("$5\r\nvalue\r\n".length(), used.bytesOut());
            assertEquals(1, used.commands());
        }
    }

    @Test
    void whatIsDoneAsideIsNotCounted() {
        BenchServer server = Fork.start(BenchServer.LOOPBACK);
        try (RedisClient client = RedisClient.create(server.uri())) {
            client.get("connected");
            ServerUse before = server.meter().before();
            Fork.countAll();
            Fork.aside(() -> client.get("aside"));
            client.get("counted");
            ServerUse used = server.meter().after().since(before).since(Fork.aside());
            assertEquals("*2\r\n$3\r\nGET\r\n$7\r\ncounted\r\n".length(), used.bytesIn());
            assertEquals(1, used.commands());
        }
    }

    private static BenchServer start() throws IOException {
        return BenchServer.start(BenchServer.LOOPBACK, Optional.empty(), Optional.empty());
    }
}
