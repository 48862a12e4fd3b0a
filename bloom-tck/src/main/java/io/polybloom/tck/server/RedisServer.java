package io.polybloom.tck.server;

import io.polybloom.tck.resp.RespError;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server in its own process, on a free port of 127.0.0.1 and in a temporary directory.
 *
 * <pre>{@code
 * try (RedisServer server = RedisServer.start("maxmemory 32mb", "requirepass secret")) {
 *     useAnyClient(server.uri());
 *     server.pause();
 * }
 * }</pre>
 *
 * <p>Closing ends the process and removes the directory; servers that are left open are closed when the JVM ends.
 * Without settings it keeps its data in memory only. Thread-safe: a test may kill the server while other threads talk
 * to it.
 *
 * @see RedisBinary how the executable is found
 */
public final class RedisServer implements StandaloneServer, AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int PORTS_TRIED = 10;
    private static final Set<String> KEPT_ON_RESTART = Set.of(RedisProcess.SETTINGS_FILE, "nodes.conf");
    private static final Set<RedisServer> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            OPEN.forEach(RedisServer::kill);
            OPEN.forEach(RedisServer::close);
        }));
    }

    private final RedisSettings settings;
    private final Path directory = Directories.create();
    private final PortClaim port;

    private @Nullable RedisProcess process;

    private RedisServer(PortClaim port, RedisSettings settings) {
        this.port = port;
        this.settings = settings;
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @param settings lines of {@code redis.conf}, such as {@code "maxmemory 32mb"}, {@code "requirepass secret"},
     *     {@code "appendonly yes"}, {@code "replicaof 127.0.0.1 7000"} or {@code "cluster-enabled yes"}; without
     *     {@code bind}, {@code port}, {@code dir}, {@code daemonize} and {@code logfile}, which belong to this class
     * @throws IllegalArgumentException if a setting belongs to this class
     * @throws IllegalStateException if no executable is found, or the server does not come up; the message has its log
     */
    public static RedisServer start(String... settings) {
        return start(Ports::claim, new RedisSettings(List.of(settings)));
    }

    static RedisServer start(Supplier<PortClaim> ports, RedisSettings settings) {
        for (int attempt = 1; ; attempt++) {
            RedisServer server = new RedisServer(ports.get(), settings);
            OPEN.add(server);
            try {
                server.launch();
                return server;
            } catch (IllegalStateException | UncheckedIOException failure) {
                boolean portTaken = server.process != null && server.process.foundItsPortTaken();
                server.close();
                if (!portTaken || attempt == PORTS_TRIED) {
                    throw failure;
                }
            }
        }
    }

    /** Returns the address it listens on: {@code "127.0.0.1"}. */
    public String host() {
        return Ports.HOST;
    }

    /** Returns the port it listens on, the same after a restart. */
    public int port() {
        return port.port();
    }

    @Override
    public String uri() {
        String password = password();
        return "redis://" + (password == null ? "" : ":" + percentEncoded(password) + "@") + host() + ":" + port();
    }

    @Override
    public RespClient client() {
        RespClient client = RespClient.connect(host(), port());
        String password = password();
        if (password != null) {
            client.call("AUTH", password);
        }
        return client;
    }

    /** Returns whether the process exists. A paused one does. */
    public synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /**
     * Ends the process at once, as a power failure does, and waits until it is gone. Does nothing if it has ended
     * already.
     */
    public synchronized void kill() {
        if (process != null) {
            process.kill();
        }
    }

    /**
     * Ends the process if it runs, throws its data away and starts it again on the same port. A member of a cluster
     * keeps its identity and its slots, without their keys.
     *
     * @throws IllegalStateException if it does not come up, or was closed
     */
    public synchronized void restart() {
        requireOpen();
        kill();
        Directories.empty(directory, KEPT_ON_RESTART);
        revive();
    }

    /**
     * Starts the process again after it was killed, on the same port and with the data that it has persisted, if its
     * settings make it persist any.
     *
     * @throws IllegalStateException if it does not come up, still runs, or was closed
     */
    public synchronized void revive() {
        requireOpen();
        if (isRunning()) {
            throw new IllegalStateException("still running");
        }
        launch();
    }

    /** Pauses the process: connections stay open, new ones are accepted by the kernel, nothing is answered. */
    public synchronized void pause() {
        running().signal("STOP");
    }

    /** Lets a paused process continue, with all that was sent to it meanwhile. */
    public synchronized void resume() {
        running().signal("CONT");
    }

    /** Ends the process and removes its directory. Does nothing the second time. */
    @Override
    public synchronized void close() {
        kill();
        Directories.delete(directory);
        port.close();
        OPEN.remove(this);
    }

    /** Returns {@link #uri()} without the password. */
    @Override
    public String toString() {
        return "redis://" + host() + ":" + port();
    }

    private void requireOpen() {
        if (!OPEN.contains(this)) {
            throw new IllegalStateException("closed");
        }
    }

    @Nullable
    String password() {
        return settings.password();
    }

    private synchronized void launch() {
        RedisProcess started = RedisProcess.start(directory, port(), settings.lines());
        process = started;
        Await.until(this + " answers", START_LIMIT, () -> answers(started));
    }

    private RedisProcess running() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    private boolean answers(RedisProcess process) {
        if (!process.isAlive()) {
            throw new IllegalStateException(RedisBinary.find() + " ended by itself (" + RedisBinary.VARIABLE
                    + " can name another executable):\n" + process.lastLogLines());
        }
        try (RespClient client = client()) {
            return client.line("PING").equals("PONG") && process.hasItsPort();
        } catch (UncheckedIOException notListeningYet) {
            return false;
        } catch (RespError loadingOrStranger) {
            // A stranger on our port may refuse the password; ours then finds the port taken and ends.
            return false;
        }
    }

    private static String percentEncoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
