package io.polybloom.bench.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.client.UngroupedClients;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.run.ServerMeter;
import io.polybloom.bench.run.ServerUse;
import io.polybloom.layout.Layouts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

class BenchServerTest {

    private static final List<String> ELEMENTS =
            IntStream.range(0, 5_000).mapToObj(Integer::toString).toList();

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

    @Test
    void whoMayNotSendGroupsNamesEachBit() throws IOException {
        try (BenchServer server = BenchServer.start(Optional.empty(), Optional.empty());
                JedisBenchClient all = new JedisBenchClient("all", server.uri());
                UngroupedClients ungrouped = UngroupedClients.on(server.uriWithoutGroups())) {
            for (Client client : ungrouped.all()) {
                assertTrue(bitfieldsOfAdding(client, all) > 0, client.name());
            }
            assertEquals(0, bitfieldsOfAdding(all, all));
        }
    }

    private static long bitfieldsOfAdding(Client client, JedisBenchClient other) {
        OurFilter filter = OurFilter.of(client, Layouts.CLASSIC);
        filter.create(ELEMENTS.size(), 0.01);
        long before = bitfields(other);
        filter.add(ELEMENTS);
        return bitfields(other) - before;
    }

    private static long bitfields(JedisBenchClient client) {
        Matcher calls = Pattern.compile("cmdstat_bitfield:calls=(\\d+)")
                .matcher(client.jedis().info("commandstats"));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }
}
