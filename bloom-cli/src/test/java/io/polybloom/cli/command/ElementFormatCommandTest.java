package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.cli.Run;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Lines and Java's texts are the same elements only where they are the same bytes. */
class ElementFormatCommandTest {

    @Test
    void agreesWithJavaThroughEveryClient() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            BloomFilters filters = JedisBloom.on(jedis);
            for (String client : new String[] {"jedis", "lettuce", "redisson", "vertx"}) {
                String[] where = {"--name", client, "--redis", server.uri(), "--client", client};
                Run added = Run.withInput("caf\u00e9\n", where, "add", "--capacity", "100");
                assertEquals(0, added.exitCode(), added::toString);
                assertTrue(filters.openExisting(client, Funnels.stringFunnel(StandardCharsets.UTF_8))
                        .mightContain("caf\u00e9"));
                assertThrows(
                        SpecMismatchException.class,
                        () -> filters.openExisting(client, Funnels.unencodedCharsFunnel()));
            }
        }
    }

    @Test
    void refusesToAskForLinesInAFilterOfOtherBytes() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            FilterSpec spec = FilterSpec.named("x").capacity(100).build();
            JedisBloom.on(jedis).open(spec, Funnels.longFunnel()).add(42L);
            String[] where = {"--name", "x", "--redis", server.uri()};
            Run refused = Run.withInput("42\n", where, "check");
            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(
                    refused.err()
                            .endsWith("stores the element format int64-le, not utf-8, so its elements would be called"
                                    + " absent: if the lines have that format, use --elements int64-le\n"),
                    refused::toString);
            Run other = Run.withInput("42\n", where, "add", "--elements", "int64-le", "--capacity", "101");
            String start = "bloom: the filter 'x' exists with other parameters: capacity is 100, not 101";
            assertTrue(other.err().startsWith(start), other::toString);
            assertTrue(other.err().contains(", or run `bloom rebuild x`\n"), other::toString);
            assertFalse(other.err().contains("overCapacity"), "the user has named no policy: " + other);
            Run told = Run.withInput("*\0\0\0\0\0\0\0\n", where, "check", "--elements", "int64-le");
            assertEquals(0, told.exitCode(), told::toString);
            assertEquals("present\t*\0\0\0\0\0\0\0\n", told.text());
            Run info = Run.withInput("", where, "info");
            assertEquals(0, info.exitCode(), info::toString);
            assertTrue(info.text().contains("int64-le"), info::text);
        }
    }
}
