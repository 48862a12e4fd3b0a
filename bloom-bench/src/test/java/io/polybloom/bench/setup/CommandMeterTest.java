package io.polybloom.bench.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class CommandMeterTest {

    @Test
    void readsTheCommandsOfOthersAndTheDearestOfThem() {
        String statistics = "# Commandstats\r\n"
                + "cmdstat_info:calls=3,usec=900,usec_per_call=300.00,rejected_calls=0,failed_calls=0\r\n"
                + "cmdstat_config|resetstat:calls=1,usec=500,usec_per_call=500.00\r\n"
                + "cmdstat_bitfield:calls=40,usec=4000,usec_per_call=100.00,rejected_calls=0,failed_calls=0\r\n"
                + "cmdstat_exec:calls=2,usec=201,usec_per_call=100.50\r\n";
        assertEquals(new CommandCost(7, 8, 42, "exec", 100.5), CommandMeter.cost(7, 8, statistics));
    }

    @Test
    void countsWhatTheWorkHasSent() throws IOException {
        try (BenchServer server = BenchServer.start(Optional.empty(), Optional.empty());
                RedisClient client = RedisClient.create("127.0.0.1", server.port())) {
            client.set("x", "before");
            CommandCost cost = server.commandMeter().costOf(() -> {
                client.set("x", "1");
                client.get("x");
                client.get("x");
            });
            // A connection that is made meanwhile introduces itself.
            assertTrue(cost.commands() >= 3, cost.toString());
            assertTrue(cost.dearestMicros() > 0, cost.toString());
        }
    }
}
