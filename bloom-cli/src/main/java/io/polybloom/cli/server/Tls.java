package io.polybloom.cli.server;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.polybloom.cli.console.CommandFailure;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that a client trusts on an encrypted connection, and the one that it presents. The files are read
 * when a client needs them, not before.
 *
 * @param authorities a PEM file of certificates that sign those of servers; those that Java trusts if there is none
 * @param certificate a PEM file with the certificate of the client, if it shows one
 * @param key a PEM file with the private key of the certificate, if there is one
 * @param insecure whether the certificate of any server is accepted
 */
public record Tls(
        @Nullable Path authorities,
        @Nullable Path certificate,
        @Nullable Path key,
        boolean insecure) {

    /** Trusts the certificates that Java trusts, and presents none. */
    public static final Tls DEFAULT = new Tls(null, null, null, false);

    /** Returns the trust managers, which decide whether the certificate of a server is trusted. */
    TrustManagerFactory trust() {
        if (insecure) {
            return InsecureTrustManagerFactory.INSTANCE;
        }
        if (authorities == null) {
            try {
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init((KeyStore) null);
                return trust;
            } catch (GeneralSecurityException e) {
                throw new CommandFailure("Java has no certificates to trust: " + e.getMessage(), e);
            }
        }
        PemTrustOptions options = new PemTrustOptions().addCertPath(readable(authorities));
        return read(authorities, "no PEM certificates", options::getTrustManagerFactory);
    }

    /** Returns the key managers, if the client presents a certificate. */
    Optional<KeyManagerFactory> identity() {
        if (certificate == null || key == null) {
            return Optional.empty();
        }
        PemKeyCertOptions options =
                new PemKeyCertOptions().setCertPath(readable(certificate)).setKeyPath(readable(key));
        return Optional.of(read(key, "no PEM private key that matches " + certificate, options::getKeyManagerFactory));
    }

    /** Returns both for a client that takes nothing but the means of Java. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] identity =
                    identity().map(KeyManagerFactory::getKeyManagers).orElse(null);
            context.init(identity, trust().getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new CommandFailure("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static String readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new CommandFailure(file + (Files.exists(file) ? " cannot be read" : ": no such file"), null);
        }
        return file.toAbsolutePath().toString();
    }

    private interface Reading<T> {
        T read(Vertx vertx) throws Exception;
    }

    /** Vert.x reads all forms of PEM, and each client takes the result. */
    private static <T> T read(Path file, String complaint, Reading<T> reading) {
        Vertx vertx = Vertx.vertx();
        try {
            return reading.read(vertx);
        } catch (Exception e) {
            throw new CommandFailure(file + " has " + complaint, e);
        } finally {
            vertx.close().await();
        }
    }
}
