package io.polybloom.bench.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.ServerUse;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

class BenchServerTest {

    @Test
    void tellsAboutItselfAndEnds() throws IOException {
        int port;
        try (BenchServer server = BenchServer.start(Optional.empty(), Optional.empty())) {
            port = server.port();
            assertTrue(
                    server.description()
                            .matches("Redis \\d+\\.\\d+\\.\\d+ on 127.0.0.1, save \"\", appendonly \"no\", .*"),
                    server.description());
            assertFalse(server.hasBloomModule());
            assertTrue(server.description().endsWith("no Bloom module"), server.description());
        }
        try (RedisClient client = RedisClient.create("127.0.0.1", port)) {
            assertThrows(JedisConnectionException.class, () -> client.get("x"));
        }
    }

    @Test
    void itsClockCountsWhatTheServerDoes() throws IOException {
        try (BenchServer server = BenchServer.start(Optional.empty(), Optional.empty());
                RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            ServerMeter meter = server.meter();
            ServerUse before = meter.before();
            client.setbit("x", 1L << 27, true);
            for (int i = 0; i < 20; i++) {
                client.bitcount("x");
            }
            long used = meter.after().since(before).micros();
            assertTrue(used > 10_000, used + " us for counting 20 times 16 MiB");
        }
    }

    @Test
    void itsMeterCountsTheBytesOfOthersAndNotItsOwn() throws IOException {
        try (BenchServer server = BenchServer.start(Optional.empty(), Optional.empty());
                RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            client.set("key", "value");
            ServerMeter meter = server.meter();
            ServerUse before = meter.before();
            assertEquals("value", client.get("key"));
            ServerUse used = meter.after().since(before);
            assertEquals("*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".length(), used.bytesIn());
            assertEquals("$5\r\nvalue\r\n".length(), used.bytesOut());
        }
    }
}
