package io.polybloom.cli.server;

import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * Encrypts the connections to a server that knows no TLS, as the server of the kit does not. Thread-safe.
 *
 * <p>Its port is known before that of the server, which may have to announce it.
 */
final class TlsFront implements AutoCloseable {

    private final SSLServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tls-front");
        thread.setDaemon(true);
        return thread;
    });

    private TlsFront(SSLServerSocket listener) {
        this.listener = listener;
    }

    /**
     * Listens on a free port of 127.0.0.1.
     *
     * @param certificate the certificate that the front presents to clients
     * @param authority who has signed it, and the certificates of clients
     * @param needsClients whether a client must show a certificate
     */
    static TlsFront open(X509Bundle certificate, X509Bundle authority, boolean needsClients)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                certificate.toKeyManagerFactory().getKeyManagers(),
                authority.toTrustManagerFactory().getTrustManagers(),
                null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        listener.setNeedClientAuth(needsClients);
        return new TlsFront(listener);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Begins to pass connections on to a server on 127.0.0.1. */
    void leadTo(int serverPort) {
        threads.execute(() -> {
            while (true) {
                Socket client;
                try {
                    client = listener.accept();
                } catch (SocketException closed) {
                    return;
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                threads.execute(() -> pass(client, serverPort));
            }
        });
    }

    /** Ends with the connection, whichever side closes it; a refused handshake is one that the client closes. */
    private void pass(Socket client, int serverPort) {
        try (client;
                Socket server = new Socket("127.0.0.1", serverPort)) {
            threads.execute(() -> copy(server, client));
            copy(client, server);
        } catch (IOException ended) {
            // Nothing to pass on: the server is closed when the test ends.
            return;
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // One side has closed the connection, and so both are closed.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
