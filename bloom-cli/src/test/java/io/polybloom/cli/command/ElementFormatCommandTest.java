package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import com.google.common.hash.PrimitiveSink;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.cli.Run;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.RedisServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/** Lines and Java's texts and numbers are the same elements only where they are the same bytes. */
class ElementFormatCommandTest {

    private static final String[] SIZE = {"--capacity", "100"};

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
                                    + " absent: if the lines are whole numbers of 64 bits, use --elements int64-le\n"),
                    refused::toString);
            for (String command : new String[] {"add", "load", "dedup", "explain", "rebuild"}) {
                String[] named = command.equals("rebuild")
                        ? new String[] {command, "x", "--redis", server.uri()}
                        : new String[] {command, "--name", "x", "--redis", server.uri()};
                Run.assertFails("not utf-8, so its elements would be called absent", 1, Run.withInput("42\n", named));
            }
            Run other = Run.withInput("42\n", where, "add", "--elements", "int64-le", "--capacity", "101");
            String start = "bloom: the filter 'x' exists with other parameters: capacity is 100, not 101";
            assertTrue(other.err().startsWith(start), other::toString);
            assertTrue(other.err().contains(", or run `bloom rebuild x`\n"), other::toString);
            assertFalse(other.err().contains("overCapacity"), "the user has named no policy: " + other);
            Run told = Run.withInput("42\n43\n", where, "check", "--elements", "int64-le");
            assertEquals(0, told.exitCode(), told::toString);
            assertEquals("present\t42\nabsent\t43\n", told.text());
            Run info = Run.withInput("", where, "info");
            assertEquals(0, info.exitCode(), info::toString);
            assertTrue(info.text().contains("int64-le"), info::text);
        }
    }

    /** A guard whose ids a job loads: the application would otherwise call every id absent. */
    @ParameterizedTest
    @CsvSource({
        "load, int64-le, true",
        "load, int64-be, true",
        "load, int32-le, false",
        "load, int32-be, false",
        "add, int64-le, true",
        "dedup, int32-le, false",
        "rebuild, int64-le, true"
    })
    void numbersAreTheElementsOfJava(String command, String format, boolean isLong) {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            String[] where = {"--name", "ids", "--redis", server.uri(), "--elements", format};
            if (command.equals("rebuild")) {
                succeeds(Run.withInput("5\n", where, "add", "--capacity", "100"));
                succeeds(Run.withInput("-7\n42\n", command, "ids", "--redis", server.uri(), "--elements", format));
            } else {
                succeeds(Run.withInput("-7\n42\n", where, command, "--capacity", "100"));
            }
            ByteOrder order = format.endsWith("le") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            BloomFilters filters = JedisBloom.on(jedis);
            Predicate<Integer> contains = isLong
                    ? number -> filters.openExisting("ids", longs(order)).mightContain((long) number)
                    : number -> filters.openExisting("ids", ints(order)).mightContain(number);
            assertTrue(contains.test(-7));
            assertTrue(contains.test(42));
            assertFalse(contains.test(5));
            assertEquals(
                    "present\t42\nabsent\t5\n",
                    succeeds(Run.withInput("42\n5\n", where, "check")).text());
            Run explained = succeeds(Run.withInput("42\n", where, "explain"));
            assertTrue(explained.text().startsWith("{\"element\":\"42\","), explained.text());
        }
    }

    @Test
    void textIsConvertedFromUtf8() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            BloomFilters filters = JedisBloom.on(jedis);
            for (Charset charset : List.of(
                    StandardCharsets.UTF_16LE,
                    StandardCharsets.UTF_16BE,
                    StandardCharsets.ISO_8859_1,
                    StandardCharsets.US_ASCII)) {
                String name = charset.name().toLowerCase(Locale.ROOT);
                String[] where = {"--name", name, "--redis", server.uri(), "--elements", name};
                String text = charset.equals(StandardCharsets.US_ASCII) ? "cafe" : "caf\u00e9";
                succeeds(Run.withInput(text + "\n", where, "load", "--capacity", "100"));
                assertTrue(
                        filters.openExisting(name, Funnels.stringFunnel(charset))
                                .mightContain(text),
                        name);
            }
            String[] where = {"--name", "us-ascii", "--redis", server.uri(), "--elements", "us-ascii"};
            Run.assertFails("line 1 is 'caf\u00e9'", 1, Run.withInput("caf\u00e9\n", where, "check", "-q"));
        }
    }

    @Test
    void aLineThatIsNoNumberEndsTheCommandAfterTheLinesBeforeIt() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            String[] where = {"--name", "ids", "--redis", server.uri(), "--elements", "int64-le"};
            String lines = "1\n2\nthree\n4\n";
            for (String command : List.of("dedup", "add", "check", "load")) {
                Run run = Run.withInput(lines, where, command, command.equals("check") ? new String[0] : SIZE);
                assertEquals(1, run.exitCode(), run::toString);
                assertTrue(
                        run.err()
                                .contains("bloom: line 3 is 'three', which cannot be an element of the format int64-le:"
                                        + " lines must be whole numbers of 64 bits"),
                        run::toString);
                assertEquals(
                        command.equals("dedup") ? "1\n2\n" : command.equals("check") ? "present\t1\npresent\t2\n" : "",
                        run.text());
            }
            BloomFilter<Long> ids = JedisBloom.on(jedis).openExisting("ids", Funnels.longFunnel());
            assertTrue(ids.mightContain(2L));
            assertFalse(ids.mightContain(4L));
            for (String wrong : List.of("", " 1", "1.0", "9223372036854775808", "0x10")) {
                Run.assertFails("line 1 is '", 1, Run.withInput(wrong + "\n", where, "check", "-q"));
            }
            Run.assertFails("; it ends with a CR: try --crlf", 1, Run.withInput("1\r\n", where, "check", "-q"));
            assertEquals(
                    "present\t1\r\n",
                    succeeds(Run.withInput("1\r\n", where, "check", "--crlf")).text());
            String[] small = {"--name", "small", "--redis", server.uri(), "--elements", "int32-le"};
            Run.assertFails(
                    "whole numbers of 32 bits",
                    1,
                    Run.withInput("2147483648\n", small, "add", "-q", "--capacity", "9"));
        }
    }

    /** Guava's files do not say what their elements are. */
    @Test
    void aFilterOfAnotherSystemTakesNumbers() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            String[] where = {"--name", "g", "--redis", server.uri(), "--layout", "guava-64", "--capacity", "100"};
            succeeds(Run.withInput("42\n", where, "load", "--elements", "int64-le"));
            FilterSpec spec =
                    FilterSpec.named("g").layout("guava-64").capacity(100).build();
            assertTrue(JedisBloom.on(jedis).open(spec, Funnels.longFunnel()).mightContain(42L));
        }
    }

    @Test
    void saysThatNoLineHasTheFormatOfAFunnelOfOnesOwn() {
        try (RedisServer server = RedisServer.start();
                RedisClient jedis = RedisClient.create(server.uri())) {
            FilterSpec spec = FilterSpec.named("x").capacity(100).build();
            JedisBloom.on(jedis).open(spec, (Long number, PrimitiveSink into) -> into.putLong(number + 1));
            Run.assertFails(
                    "no line can have that format, so use the program that has created the filter",
                    1,
                    Run.withInput("1\n", "check", "--name", "x", "--redis", server.uri()));
        }
    }

    private static Run succeeds(Run run) {
        assertEquals(0, run.exitCode(), run::toString);
        return run;
    }

    private static Funnel<Long> longs(ByteOrder order) {
        return (number, into) -> into.putBytes(
                ByteBuffer.allocate(Long.BYTES).order(order).putLong(number).array());
    }

    private static Funnel<Integer> ints(ByteOrder order) {
        return (number, into) -> into.putBytes(
                ByteBuffer.allocate(Integer.BYTES).order(order).putInt(number).array());
    }
}
