package io.polybloom.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Redis of one fork: the embedded one, or that which {@code -Dredis-server=FILE} and {@code -Dmodule=FILE} name.
 * JMH passes these properties on from the JVM that it was started in. For the threads that JMH sets up a trial in and
 * profiles it from.
 */
public final class Fork {

    private static volatile @Nullable BenchServer server;
    private static volatile ServerUse aside = ServerUse.NONE;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Fork::close));
    }

    private Fork() {}

    /**
     * Starts the server in place of the one before it. It ends with the process: the profiler reads it after the end of
     * the trial.
     */
    public static BenchServer start(String kind) {
        try {
            BenchServer started = BenchServer.start(kind, file("redis-server"), file("module"));
            close();
            server = started;
            return started;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Does work which is not that of the benchmark: what it costs the server is not counted. */
    public static void aside(Runnable work) {
        InfoMeter meter = meter().orElse(null);
        if (meter == null) {
            work.run();
            return;
        }
        ServerUse before = meter.before();
        work.run();
        aside = aside.plus(meter.after().since(before));
    }

    private static void close() {
        BenchServer last = server;
        if (last != null) {
            last.close();
        }
    }

    /** Returns what measures the server; empty if none was started. */
    static Optional<InfoMeter> meter() {
        return Optional.ofNullable(server).map(BenchServer::meter);
    }

    static ServerUse aside() {
        return aside;
    }

    static void countAll() {
        aside = ServerUse.NONE;
    }

    private static Optional<Path> file(String property) {
        Optional<Path> file = Optional.ofNullable(System.getProperty(property)).map(Path::of);
        file.filter(path -> !path.toFile().isFile()).ifPresent(path -> {
            throw new IllegalArgumentException("-D" + property + ": there is no file " + path);
        });
        return file;
    }
}
