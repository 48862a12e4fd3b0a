package io.polybloom.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Accepts connections on a free port and serves each in a thread of its own, until it is closed. */
final class Listener implements AutoCloseable {

    /** Serves one connection until it returns or throws; the socket is closed after that. */
    interface Handler {
        void serve(Socket client) throws IOException, InterruptedException;
    }

    private final ServerSocket server = Ports.listen();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Handler handler;

    Listener(Handler handler) {
        this.handler = handler;
    }

    /** Begins to accept; until then connections wait in the kernel. */
    void start() {
        startThread("accept", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int openConnections() {
        return clients.size();
    }

    Thread startThread(String task, Runnable work) {
        Thread thread = new Thread(work, "bloom-tck-" + port() + "-" + task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        clients.forEach(RespClient::closeQuietly);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                clients.add(client);
                startThread("connection", () -> serve(client));
            }
        } catch (IOException closed) {
            clients.forEach(RespClient::closeQuietly);
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            handler.serve(client);
        } catch (IOException brokenConnection) {
            // The other side sees it as the end of this connection, which is the only answer there is to it.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            clients.remove(client);
        }
    }
}
