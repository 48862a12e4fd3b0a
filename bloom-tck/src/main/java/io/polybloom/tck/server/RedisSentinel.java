package io.polybloom.tck.server;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A sentinel, which watches one primary under a name. Closing ends its process and removes its directory. */
final class RedisSentinel implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(20);

    private final Path directory = Directories.create();
    private final PortClaim port = Ports.claim();
    private final RedisProcess process;

    /**
     * Starts a sentinel and waits until it answers.
     *
     * @param quorum how many sentinels must agree that the primary is gone
     */
    RedisSentinel(String name, RedisServer primary, int quorum) {
        process = RedisProcess.start(
                directory,
                port(),
                List.of(
                        "sentinel monitor " + name + " " + primary.host() + " " + primary.port() + " " + quorum,
                        "sentinel down-after-milliseconds " + name + " 1000",
                        "sentinel failover-timeout " + name + " 4000"),
                "--sentinel");
        Await.until("the sentinel on port " + port() + " answers", START_LIMIT, this::answers);
    }

    int port() {
        return port.port();
    }

    RespClient client() {
        return RespClient.connect(Ports.HOST, port());
    }

    @Override
    public void close() {
        process.kill();
        Directories.delete(directory);
        port.close();
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the sentinel has ended by itself:\n" + process.lastLogLines());
        }
        try (RespClient client = client()) {
            return client.line("PING").equals("PONG");
        } catch (UncheckedIOException notListeningYet) {
            return false;
        }
    }
}
