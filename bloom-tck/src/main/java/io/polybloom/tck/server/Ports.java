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
 * <p>All ports lie below those that operating systems give to outgoing connections. Otherwise the port of a server that
 * is down could be taken by any connection before the server comes back, and a client that tries to reconnect to it
 * could even be connected to itself.
 */
final class Ports {

    static final String HOST = "127.0.0.1";

    private static final int FIRST = 15_000;
    private static final int COUNT = 7_000;
    private static final int CLUSTER_BUS_OFFSET = 10_000;
    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /** Claims a port that nobody listens on, neither there nor on its cluster bus port. */
    static PortClaim claim() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PortClaim claim = PortClaim.on(FIRST + ThreadLocalRandom.current().nextInt(COUNT));
            if (claim == null) {
                continue;
            }
            if (isFree(claim.port()) && isFree(claim.port() + CLUSTER_BUS_OFFSET)) {
                return claim;
            }
            claim.release();
        }
        throw new UncheckedIOException(new IOException("none of " + ATTEMPTS + " ports from " + FIRST + " to "
                + (FIRST + COUNT - 1) + " on " + HOST + " is free"));
    }

    /** Returns a socket that listens on a claimed port. */
    static ServerSocket listen(PortClaim claim) {
        try {
            return bind(claim.port());
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
    }

    private static boolean isFree(int port) {
        try {
            bind(port).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
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
}
