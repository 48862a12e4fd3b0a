package io.polybloom.tck.server;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a TCP port for a server, even while the server is down and for a while after it is closed. Otherwise another
 * server, of this process or of another one, could listen there and answer clients that still try to reconnect: a test
 * that expects a failure would get an answer.
 *
 * <p>Holds the UDP port of the same number, which nothing else here uses: the operating system gives it to one process
 * only, and takes it back when the process ends, however it ends.
 */
final class PortClaim implements AutoCloseable {

    /**
     * The number of closed claims that a process keeps: more than the ports of the tests that run at a time, but few
     * enough descriptors.
     */
    private static final int KEPT = 300;

    private static final Deque<PortClaim> CLOSED = new ArrayDeque<>();

    private final int port;
    private final DatagramSocket token;

    private PortClaim(int port, DatagramSocket token) {
        this.port = port;
        this.token = token;
    }

    /** Claims a port; returns null if it is claimed already. */
    static @Nullable PortClaim on(int port) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(Ports.HOST), port);
            return new PortClaim(port, new DatagramSocket(address));
        } catch (SocketException | UnknownHostException claimed) {
            return null;
        }
    }

    /** Returns the port. */
    int port() {
        return port;
    }

    /** Gives the port back at once. */
    void release() {
        token.close();
    }

    /** Gives the port back when 300 more claims of this process have been closed. */
    @Override
    public void close() {
        synchronized (CLOSED) {
            if (!isHeld() || CLOSED.contains(this)) {
                return;
            }
            CLOSED.add(this);
            if (CLOSED.size() > KEPT) {
                CLOSED.remove().release();
            }
        }
    }

    /** Returns whether the port is still kept, whether or not the claim is closed. */
    boolean isHeld() {
        return !token.isClosed();
    }
}
