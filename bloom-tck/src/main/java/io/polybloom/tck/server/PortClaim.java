package io.polybloom.tck.server;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a TCP port for a server, also while the server is down. Otherwise another test, in this process or in another
 * one, could take the port before the server comes back.
 *
 * <p>Holds the UDP port of the same number, which nothing else here uses: the operating system gives it to one process
 * only, and takes it back when the process ends, however it ends.
 */
final class PortClaim implements AutoCloseable {

    private final DatagramSocket token;

    private PortClaim(DatagramSocket token) {
        this.token = token;
    }

    /** Claims a port; null if it is claimed already. */
    static @Nullable PortClaim on(int port) {
        try {
            return new PortClaim(new DatagramSocket(new InetSocketAddress(InetAddress.getByName(Ports.HOST), port)));
        } catch (SocketException | UnknownHostException claimed) {
            return null;
        }
    }

    @Override
    public void close() {
        token.close();
    }
}
