package io.polybloom.cli.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.BloomCommand;
import io.polybloom.cli.console.Console;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream that pauses while the server changes. The pause is one of the clock that the command reads. */
class PausedStreamTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    private final AtomicLong nanoseconds = new AtomicLong();
    private final PipedOutputStream input = new PipedOutputStream();
    private final PipedOutputStream output = new PipedOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({"jedis, ''", "lettuce, ''", "redisson, ''", "vertx, ''", "jedis, --writer w"})
    void answersTheNextLineAfterTheServerHasClosedIdleConnections(String client, String option) throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            run(server, client, option, () -> {
                Await.until("what was printed is settled", LIMIT, () -> isSettled(redis));
                redis.call("CLIENT", "KILL", "TYPE", "normal");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void answersTheNextLineAfterTheServerHasBeenStartedAgain(String client) throws Exception {
        try (RedisServer server = RedisServer.start("appendonly yes", "appendfsync always")) {
            run(server, client, "", () -> {
                server.kill();
                server.revive();
            });
        }
    }

    /** Claims that are settled leave one member, which shows that their key was not lost. */
    private static boolean isSettled(RespClient redis) {
        return StoredFilter.claims(redis, "n").stream().allMatch(key -> redis.integer("ZCARD", key) == 1);
    }

    private void run(RedisServer server, String client, String option, Runnable pause) throws Exception {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(new PipedInputStream(output), StandardCharsets.UTF_8));
        CompletableFuture<Integer> exitCode = start(server, client, option);
        for (int i = 0; i < 3; i++) {
            input.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
            assertEquals("line " + i, lines.readLine(), errors::toString);
            pause.run();
            nanoseconds.addAndGet(TimeUnit.SECONDS.toNanos(20));
        }
        input.close();
        assertEquals(0, exitCode.get(LIMIT.toSeconds(), TimeUnit.SECONDS), errors::toString);
        assertTrue(
                errors.toString(StandardCharsets.UTF_8).startsWith("3 lines: 3 unique, 0 duplicates"),
                errors::toString);
    }

    private CompletableFuture<Integer> start(RedisServer server, String client, String option) throws IOException {
        PipedInputStream in = new PipedInputStream(input);
        PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
        Console console = new Console(in, output, err, 0, false, nanoseconds::get);
        String words = "dedup --name n --capacity 1000 --redis " + server.uri() + " --client " + client + " " + option;
        return CompletableFuture.supplyAsync(() -> {
            int exitCode = BloomCommand.run(console, words.strip().split(" "));
            close();
            return exitCode;
        });
    }

    /** So that the reader does not wait for a command that has failed. */
    private void close() {
        try {
            output.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
