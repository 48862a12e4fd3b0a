package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.cli.BloomCommand;
import io.polybloom.cli.Run;
import io.polybloom.cli.console.Console;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchCommandTest {

    @Test
    void printsALineEachTime() {
        try (RedisServer server = RedisServer.start()) {
            String[] where = {"--redis", server.uri()};
            Run.withInput("a\nb\n", where, "add", "--name", "n", "--capacity", "1k");
            Run watched = Run.with(where, "watch", "n", "--count", "2");
            assertEquals(0, watched.exitCode(), watched::toString);
            assertEquals(3, watched.lines().size(), watched.text());
            assertTrue(watched.lines().get(0).matches("TIME +ELEMENTS +ADDS/S +FILL +FP RATE"), watched.text());
            String line = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ +2 +0 +[\\d.]+ % +[\\d.e-]+";
            assertTrue(watched.lines().get(1).matches(line), watched.text());
            assertTrue(watched.lines().get(2).matches(line), watched.text());
            Run.assertFails("there is no filter 'none'", 1, Run.with(where, "watch", "none"));
            Run.assertFails("--count must be at least 1", 2, Run.with(where, "watch", "n", "--count", "0"));
        }
    }

    /** A line is there as soon as the filter was measured, and the connection may be closed until the next one. */
    @Test
    void goesOnWhenTheServerHasClosedTheIdleConnection() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        Console console = new Console(InputStream.nullInputStream(), out, System.err, 0, false, System::nanoTime);
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                BufferedReader lines = new BufferedReader(new InputStreamReader(new PipedInputStream(out)))) {
            Run.withInput("a\n", "add", "--name", "n", "--capacity", "1k", "--redis", server.uri());
            CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(
                    () -> BloomCommand.run(console, "watch", "n", "--count", "2", "--redis", server.uri()));
            assertTrue(lines.readLine().startsWith("TIME"));
            assertTrue(lines.readLine().contains(" 1 "));
            redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            assertTrue(lines.readLine().contains(" 1 "));
            assertEquals(0, exitCode.get(300, TimeUnit.SECONDS));
        }
    }

    @Test
    void addsPerSecondAreTheGrowthBetweenTwoLines() {
        BloomFilter<Integer> filter = InMemoryBloom.create()
                .open(FilterSpec.named("n").capacity(10_000).build(), Funnels.integerFunnel());
        Observation first = Observation.of(filter.stats(), 0, Instant.EPOCH, null);
        assertEquals(0, first.addsPerSecond());
        filter.addAll(IntStream.range(0, 5000).boxed().toList());
        FilterStats now = filter.stats();
        Observation second = Observation.of(now, 2_000_000_000L, Instant.EPOCH.plusSeconds(2), first);
        assertEquals(now.estimatedCount() / 2.0, second.addsPerSecond());
        filter.clear();
        assertTrue(Observation.of(filter.stats(), 3_000_000_000L, Instant.EPOCH, second)
                        .addsPerSecond()
                < 0);
    }
}
