package io.polybloom.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Accepts connections on a free port and serves each in a thread of its own, until it is closed. */
final class Listener implements AutoCloseable {

    /** Serves one connection until it returns or throws; the socket is closed after that. */
    interface Handler {
        void serve(Socket client) throws IOException, InterruptedException;
    }

    private final PortClaim claim = Ports.claim();
    private final ServerSocket server = Ports.listen(claim);
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Handler handler;
    private final CountDownLatch ended = new CountDownLatch(1);

    Listener(Handler handler) {
        this.handler = handler;
    }

    /** Begins to accept; until then connections wait in the kernel. */
    void start() {
        startThread("accept", this::accept);
    }

    int port() {
        return claim.port();
    }

    int openConnections() {
        return clients.size();
    }

    void startThread(String task, Runnable work) {
        Thread thread = new Thread(work, "bloom-tck-" + port() + "-" + task);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        clients.forEach(RespClient::closeQuietly);
        awaitEnd();
        claim.close();
    }

    /**
     * Waits for the accepting thread: the kernel keeps listening as long as a thread is in the call, even on a closed
     * socket.
     */
    private void awaitEnd() {
        try {
            if (!ended.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("port " + port() + " is still listening");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while closing port " + port(), interrupted);
        }
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
        } finally {
            ended.countDown();
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            handler.serve(client);
        } catch (IOException brokenConnection) {
            // The other side sees the end of this connection, which is the only possible answer.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            clients.remove(client);
        }
    }
}
