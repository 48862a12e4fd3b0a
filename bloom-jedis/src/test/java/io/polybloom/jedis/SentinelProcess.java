package io.polybloom.jedis;

import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisBinary;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A sentinel that watches one primary under the name {@value #PRIMARY}. */
final class SentinelProcess implements AutoCloseable {

    static final String PRIMARY = "primary";

    private final Path directory;
    private final int port;
    private final Process process;

    private SentinelProcess(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    static SentinelProcess watching(RedisServer primary) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path directory = Files.createTempDirectory("sentinel");
        Files.write(
                directory.resolve("sentinel.conf"),
                List.of(
                        "bind " + primary.host(),
                        "port " + port,
                        "sentinel monitor " + PRIMARY + " " + primary.host() + " " + primary.port() + " 1",
                        "sentinel down-after-milliseconds " + PRIMARY + " 2000",
                        "sentinel failover-timeout " + PRIMARY + " 2000"));
        Process process = new ProcessBuilder(RedisBinary.find().toString(), "sentinel.conf", "--sentinel")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        SentinelProcess sentinel = new SentinelProcess(directory, port, process);
        Await.until("the sentinel answers", Fixtures.LIMIT, sentinel::answers);
        return sentinel;
    }

    int port() {
        return port;
    }

    /** Returns a connection to the sentinel. */
    RespClient client() {
        return RespClient.connect(InetAddress.getLoopbackAddress().getHostAddress(), port);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Fixtures.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the sentinel does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the sentinel ended by itself");
        }
        try (RespClient client = client()) {
            return "PONG".equals(client.text("PING"));
        } catch (UncheckedIOException notListeningYet) {
            return false;
        }
    }
}
