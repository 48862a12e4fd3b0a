package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/**
 * {@code bloom rebuild} as a process that is killed at seeded commands: the filter answers on, and {@code --abandon}
 * leaves no key. The number of kills is the property {@code bloom.kills.rebuild}; each takes about a second:
 *
 * <pre>{@code
 * ./mvnw -pl bloom-cli -am verify -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dit.test=KilledRebuildIT -Dfailsafe.failIfNoSpecifiedTests=false -Dbloom.kills.rebuild=20
 * }</pre>
 */
class KilledRebuildIT {

    private static final int KILLS = Integer.getInteger("bloom.kills.rebuild", 2);
    private static final int ELEMENTS = 2_000;
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path directory;

    @Test
    void aFilterOutlivesARebuildThatIsKilled() throws IOException {
        Path input = Files.write(directory.resolve("input"), Samples.texts("url", ELEMENTS));
        SplittableRandom random = new SplittableRandom(14);
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                RespClient redis = server.client();
                RedisClient jedis = RedisClient.create(server.uri())) {
            assertSucceeds(run(server, "add", "--name", "urls", "--capacity", "2000", input.toString()));
            assertTrue(!rebuild(front, input, Integer.MAX_VALUE));
            int commands = front.requests().size();
            int killed = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                killed += rebuild(front, input, 1 + random.nextInt(commands - 1)) ? 1 : 0;
                assertEquals(ELEMENTS, present(server, input));
                assertSucceeds(run(server, "rebuild", "--abandon", "urls"));
                assertEquals(ELEMENTS, present(server, input));
                FilterDescription filter = JedisBloom.on(jedis).describe("urls").orElseThrow();
                assertEquals(StoredFilter.keys(filter), keys(redis));
            }
            assertEquals(KILLS, killed);
        }
    }

    private static Run run(RedisServer server, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--redis", server.uri()));
        return Run.of(all.toArray(new String[0]));
    }

    private static void assertSucceeds(Run run) {
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static long present(RedisServer server, Path input) {
        Run checked = run(server, "check", "--name", "urls", input.toString());
        return checked.text()
                .lines()
                .filter(line -> line.startsWith("present\t"))
                .count();
    }

    /** Without those that a killed process leaves to expire: bits that were being uploaded. */
    private static List<String> keys(RespClient redis) {
        return redis.keys("*").stream()
                .filter(key -> !StoredFilter.isTemporary(key) || redis.integer("PTTL", key) < 0)
                .toList();
    }

    /** Runs it to its end, or kills it when it sends that one of its commands; returns whether it was killed. */
    private boolean rebuild(ScriptedServer front, Path input, int fatal) throws IOException {
        AtomicInteger commands = new AtomicInteger();
        AtomicReference<Process> process = new AtomicReference<>();
        front.answer(request -> {
            if (commands.incrementAndGet() < fatal) {
                return null;
            }
            CommandProcess.kill(process);
            // Commands that were on their way when it died are not executed, or they could complete a rebuild that is
            // decided.
            return ScriptedServer.DEAD_CLIENT;
        });
        process.set(start(front.uri(), input));
        CommandProcess.awaitEnd(process.get(), LIMIT_SECONDS);
        boolean wasKilled = commands.get() >= fatal;
        assertEquals(wasKilled ? 137 : 0, process.get().exitValue());
        return wasKilled;
    }

    private static Process start(String uri, Path input) throws IOException {
        return new ProcessBuilder(CommandProcess.command(List.of("rebuild", "urls", input.toString(), "--redis", uri)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
