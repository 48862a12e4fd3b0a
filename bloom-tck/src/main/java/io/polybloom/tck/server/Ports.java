package io.polybloom.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports to listen on.
 *
 * <p>All lie below the ports that operating systems give to outgoing connections. Out of those, a port whose server is
 * down could be taken by any connection before the server comes back, and a client that tries to reconnect to it could
 * even be connected to itself.
 */
final class Ports {

    static final String HOST = "127.0.0.1";

    private static final int FIRST = 15_000;
    private static final int COUNT = 7_000;
    private static final int CLUSTER_BUS_OFFSET = 10_000;
    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /**
     * Returns a port that is free now, and whose cluster bus port is; another process may take it before its user does.
     */
    static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = candidate();
            if (isFree(port)) {
                return port;
            }
        }
        throw noneFree();
    }

    /** Returns whether a port is free now, and its cluster bus port is; that of a server which is down is not. */
    static boolean isFree(int port) {
        try (PortClaim claim = PortClaim.on(port)) {
            if (claim == null) {
                return false;
            }
            bind(port).close();
            bind(port + CLUSTER_BUS_OFFSET).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Returns a socket that listens on a free port. */
    static ServerSocket listen() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = candidate();
            try (PortClaim claim = PortClaim.on(port)) {
                if (claim != null) {
                    return bind(port);
                }
            } catch (IOException taken) {
                continue;
            }
        }
        throw noneFree();
    }

    private static int candidate() {
        return FIRST + ThreadLocalRandom.current().nextInt(COUNT);
    }

    private static ServerSocket bind(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
            return socket;
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    private static UncheckedIOException noneFree() {
        return new UncheckedIOException(new IOException("none of " + ATTEMPTS + " ports from " + FIRST + " to "
                + (FIRST + COUNT - 1) + " on " + HOST + " is free"));
    }
}
