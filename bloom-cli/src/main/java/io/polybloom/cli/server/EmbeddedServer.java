package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server of our own on the loopback interface, which ends with this process: ephemeral, or durable in a data
 * directory.
 */
public final class EmbeddedServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int ATTEMPTS = 3;

    private final ServerProcess process;
    private final ServerAddress address;
    private final @Nullable DataDirectory directory;

    private EmbeddedServer(ServerProcess process, ServerAddress address, @Nullable DataDirectory directory) {
        this.process = process;
        this.address = address;
        this.directory = directory;
    }

    /** Starts a server that keeps its data in a directory, or nowhere if there is none. */
    public static EmbeddedServer start(@Nullable Path directory) {
        return start(directory, ServerProcess.Program.EMBEDDED);
    }

    static EmbeddedServer start(@Nullable Path path, ServerProcess.Program program) {
        DataDirectory directory = path == null ? null : DataDirectory.lock(path);
        try {
            return start(directory, program);
        } catch (IOException e) {
            close(directory);
            throw new CommandFailure(
                    "the embedded Redis does not start (" + e.getMessage()
                            + "): start a Redis server and name it with --redis URI",
                    e);
        }
    }

    /** Where the server listens. */
    public ServerAddresses addresses() {
        return ServerAddresses.of(address);
    }

    @Override
    public void close() {
        try {
            if (directory != null) {
                directory.compact(address);
            }
            process.close();
        } catch (IOException e) {
            throw new CommandFailure("the embedded Redis could not be stopped: " + e.getMessage(), e);
        } finally {
            close(directory);
        }
    }

    private static EmbeddedServer start(@Nullable DataDirectory directory, ServerProcess.Program program)
            throws IOException {
        // The password keeps other users of the machine out, and proves that it is our server that answers on the port.
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        for (int attempt = 1; true; attempt++) {
            ServerAddress address = new ServerAddress(false, HOST, freePort(), null, password, 0);
            try {
                ServerProcess process = ServerProcess.start(program, settings(address, directory));
                return new EmbeddedServer(process, address, directory);
            } catch (IOException e) {
                boolean portTaken = String.valueOf(e.getMessage()).contains("Address already in use");
                if (!portTaken || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static List<String> settings(ServerAddress address, @Nullable DataDirectory directory) {
        List<String> settings = new ArrayList<>(
                List.of("bind " + HOST, "port " + address.port(), "requirepass " + address.password(), "save \"\""));
        settings.addAll(directory == null ? List.of("appendonly no") : directory.settings());
        return settings;
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
