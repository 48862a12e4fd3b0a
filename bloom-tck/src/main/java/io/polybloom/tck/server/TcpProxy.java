package io.polybloom.tck.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Passes on messages between a client and a server, until it is told to behave like a bad network.
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to(server)) {
 *     client.connect(proxy.uri());
 *     proxy.cutAfter(7);          // the next reply ends after its seventh byte
 * }
 * }</pre>
 *
 * <p>A behaviour applies to all connections, present and future, until the next call. The server gets every request
 * except during {@link #blackHole}: a request whose reply is cut has been executed. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

    private final String upstreamHost;
    private final int upstreamPort;
    private final Faults faults = new Faults();
    private final Listener listener = new Listener(this::serve);

    private TcpProxy(String upstreamHost, int upstreamPort) {
        this.upstreamHost = upstreamHost;
        this.upstreamPort = upstreamPort;
        listener.start();
    }

    /** Opens a proxy to a server. */
    public static TcpProxy to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /** Opens a proxy to a server, which need not listen at this address until a client connects. */
    public static TcpProxy to(String host, int port) {
        return new TcpProxy(host, port);
    }

    /** Returns the address it listens on: {@code "127.0.0.1"}. */
    public String host() {
        return Ports.HOST;
    }

    /** Returns the port it listens on. */
    public int port() {
        return listener.port();
    }

    /** Returns the URI for clients, without a password: {@code "redis://127.0.0.1:15001"}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    /** Returns how many clients are connected now. */
    public int openConnections() {
        return listener.openConnections();
    }

    /** Passes on everything, including the data that was held back. This is the initial behaviour. */
    public void pass() {
        faults.pass();
    }

    /**
     * Lets a number of reply bytes through, counted over all connections, then ends the connection that carried the
     * last of them with an orderly end of stream, and passes on everything again. With 0 the connection is ended when
     * the server has begun to reply, and the client gets no byte of it.
     *
     * @param replyBytes how many, at least 0
     */
    public void cutAfter(long replyBytes) {
        cutAfter(replyBytes, () -> {});
    }

    /**
     * Does as {@link #cutAfter(long)}, and lets an accident happen when the bytes have passed, before the connection
     * ends: the server is killed, for example.
     *
     * @param replyBytes how many, at least 0
     * @param accident runs once, in a thread of the proxy
     */
    public void cutAfter(long replyBytes, Runnable accident) {
        faults.endAfter(replyBytes, Faults.Ending.END_OF_STREAM, accident);
    }

    /**
     * Does as {@link #cutAfter(long)}, but ends the connection with a reset, which may overtake the bytes before it.
     *
     * @param replyBytes how many, at least 0
     */
    public void resetAfter(long replyBytes) {
        resetAfter(replyBytes, () -> {});
    }

    /**
     * Does as {@link #resetAfter(long)}, and lets an accident happen when the bytes have passed, before the connection
     * ends.
     *
     * @param replyBytes how many, at least 0
     * @param accident runs once, in a thread of the proxy
     */
    public void resetAfter(long replyBytes, Runnable accident) {
        faults.endAfter(replyBytes, Faults.Ending.RESET, accident);
    }

    /**
     * Holds back all replies on each connection on which a command arrives from now on, until another behaviour is set,
     * such as {@link #pass()}. Requests are not held back, and other connections, including new ones, are not affected.
     *
     * @param command its name, such as {@code "BITFIELD"}
     */
    public void holdRepliesTo(String command) {
        faults.holdRepliesTo(command);
    }

    /** Stops reading from both sides: connections stay open, new ones are accepted, and nothing arrives anywhere. */
    public void blackHole() {
        faults.blackHole();
    }

    /** Stops listening and ends all connections. */
    @Override
    public void close() {
        listener.close();
        faults.pass();
    }

    @Override
    public String toString() {
        return uri() + " to " + upstreamHost + ":" + upstreamPort;
    }

    private void serve(Socket client) throws IOException, InterruptedException {
        switch (relay(client)) {
            case RESET -> {
                client.setSoLinger(true, 0);
                client.close();
            }
            case END_OF_STREAM -> {
                client.shutdownOutput();
                // Closing with unread requests would become a reset, so they are read until the client leaves.
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
            case NONE -> client.close();
        }
    }

    private Faults.Ending relay(Socket client) throws IOException, InterruptedException {
        try (Socket server = new Socket(upstreamHost, upstreamPort)) {
            server.setTcpNoDelay(true);
            AtomicBoolean held = new AtomicBoolean();
            listener.startThread("requests", () -> passRequests(client, server, held));
            return passReplies(server, client, held);
        }
    }

    private void passRequests(Socket client, Socket server, AtomicBoolean held) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = client.getInputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                faults.holdRequest();
                if (faults.holdsReplyTo(new String(buffer, 0, length, StandardCharsets.ISO_8859_1))) {
                    held.set(true);
                }
                server.getOutputStream().write(buffer, 0, length);
            }
            server.shutdownOutput();
        } catch (IOException ended) {
            RespClient.closeQuietly(server);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Faults.Ending passReplies(Socket server, Socket client, AtomicBoolean held)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[1 << 16];
        InputStream in = server.getInputStream();
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            Faults.Admission admission = faults.admitReply(length, held::get);
            client.getOutputStream().write(buffer, 0, admission.length());
            if (admission.ending() != Faults.Ending.NONE) {
                admission.accident().run();
                return admission.ending();
            }
        }
        return Faults.Ending.NONE;
    }
}
