package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server of our own on the loopback interface, which ends with this process: ephemeral, or durable in a data
 * directory.
 */
public final class EmbeddedServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int ATTEMPTS = 3;

    private final RedisServer server;
    private final ServerAddresses addresses;
    private final @Nullable DataDirectory directory;

    private EmbeddedServer(RedisServer server, ServerAddresses addresses, @Nullable DataDirectory directory) {
        this.server = server;
        this.addresses = addresses;
        this.directory = directory;
    }

    /** Starts a server that keeps its data in a directory, or nowhere if there is none. */
    public static EmbeddedServer start(@Nullable Path directory) {
        return start(directory, ExecutableProvider.newJarResourceProvider());
    }

    static EmbeddedServer start(@Nullable Path path, ExecutableProvider executable) {
        DataDirectory directory = path == null ? null : DataDirectory.lock(path);
        try {
            return start(directory, executable);
        } catch (IOException e) {
            close(directory);
            throw new CommandFailure(
                    "the embedded Redis cannot run here; start a Redis and name it with --redis (" + e.getMessage()
                            + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()) + ")",
                    e);
        }
    }

    /** Where the server listens. */
    public ServerAddresses addresses() {
        return addresses;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new CommandFailure("the embedded Redis could not be ended: " + e.getMessage(), e);
        } finally {
            close(directory);
        }
    }

    private static EmbeddedServer start(@Nullable DataDirectory directory, ExecutableProvider executable)
            throws IOException {
        // The password keeps other users of the machine out, and proves that it is our server that answers on the port.
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        for (int attempt = 1; true; attempt++) {
            int port = freePort();
            RedisServer server = builder(directory, password)
                    .executableProvider(executable)
                    .port(port)
                    .build();
            try {
                server.start();
                ServerAddress address = new ServerAddress(false, HOST, port, null, password, 0);
                return new EmbeddedServer(server, new ServerAddresses(false, List.of(address)), directory);
            } catch (IOException e) {
                boolean portTaken = String.valueOf(e.getCause()).contains("Address already in use");
                if (!portTaken || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static RedisServerBuilder builder(@Nullable DataDirectory directory, String password) {
        RedisServerBuilder builder = RedisServer.newRedisServer()
                .bind(HOST)
                .setting("requirepass " + password)
                .setting("save \"\"");
        if (directory == null) {
            return builder.setting("appendonly no").onShutdownForceStop(true);
        }
        return builder.setting("appendonly yes")
                .setting("appendfsync everysec")
                .setting("dir " + quoted(directory.path()))
                .setting("pidfile " + quoted(directory.processIdFile()));
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return probe.getLocalPort();
        }
    }

    private static void close(@Nullable DataDirectory directory) {
        try {
            if (directory != null) {
                directory.close();
            }
        } catch (IOException e) {
            throw new CommandFailure("the lock of the data directory could not be released: " + e.getMessage(), e);
        }
    }
}
