package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.polybloom.cli.Run;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server behind TLS, whose certificate is signed by an authority of our own, through each client. */
class EncryptedServerTest {

    private static final Duration START = Duration.ofSeconds(300);
    private static final int SLOTS = 16_384;

    @TempDir
    static Path directory;

    private static final List<AutoCloseable> STARTED = new ArrayList<>();
    private static int open;
    private static int strict;
    private static int cluster;

    @BeforeAll
    static void startServers() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .setKeyUsage(true, CertificateBuilder.KeyUsage.keyCertSign)
                .buildSelfSigned();
        X509Bundle server = new CertificateBuilder()
                .subject("CN=127.0.0.1")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
        X509Bundle client =
                new CertificateBuilder().subject("CN=client").rsa2048().buildIssuedBy(authority);
        write("ca.pem", authority.getCertificatePEM());
        write("server.key", server.getPrivateKeyPEM());
        write("client.pem", client.getCertificatePEM());
        write("client.key", client.getPrivateKeyPEM());
        open = start(TlsFront.open(server, authority, false));
        strict = start(TlsFront.open(server, authority, true));
        cluster = startCluster(TlsFront.open(server, authority, false));
    }

    @AfterAll
    static void endServers() throws Exception {
        for (AutoCloseable started : STARTED) {
            started.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theAuthorityIsTrustedWhenItIsNamed(String client) {
        String uri = "rediss://127.0.0.1:" + open;
        works("authority-" + client, client, uri, "--cacert", file("ca.pem"));
        fails("no connection to", client, uri);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theServerMustHaveTheNameThatWasAskedFor(String client) {
        String uri = "rediss://localhost:" + open;
        fails("no connection to", client, uri, "--cacert", file("ca.pem"));
        works("other-name-" + client, client, uri, "--insecure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theClientShowsItsOwnCertificate(String client) {
        String uri = "rediss://127.0.0.1:" + strict;
        String[] both = {"--cacert", file("ca.pem"), "--cert", file("client.pem"), "--key", file("client.key")};
        works("client-" + client, client, uri, both);
        fails("", client, uri, "--cacert", file("ca.pem"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aClusterIsEncryptedToo(String client) {
        works("cluster-" + client, client, "rediss-cluster://127.0.0.1:" + cluster, "--cacert", file("ca.pem"));
    }

    @Test
    void whatIsNoCertificateIsNamed() {
        String uri = "rediss://127.0.0.1:" + open;
        fails("server.key has no PEM certificates", "jedis", uri, "--cacert", file("server.key"));
        fails("none.pem: no such file", "jedis", uri, "--cacert", file("none.pem"));
        fails(
                "ca.pem has no PEM private key that matches",
                "jedis",
                uri,
                "--cert",
                file("client.pem"),
                "--key",
                file("ca.pem"));
    }

    private static void works(String name, String client, String uri, String... options) {
        String[] where = where(name, client, uri, options);
        Run added = Run.withInput("a\n", where, "add", "--capacity", "1k");
        assertEquals(0, added.exitCode(), added::toString);
        Run checked = Run.withInput("a\nz\n", where, "check");
        assertEquals("present\ta\nabsent\tz\n", checked.text(), checked::toString);
    }

    private static void fails(String fragment, String client, String uri, String... options) {
        Run run = Run.withInput("a\n", where("refused", client, uri, options), "check");
        Run.assertFails(fragment, 1, run);
        assertEquals(1, run.err().lines().count(), run::toString);
        assertFalse(run.err().contains("Exception"), run::toString);
        assertFalse(run.err().contains("address is right"), "somebody answers: " + run);
    }

    private static String[] where(String name, String client, String uri, String... options) {
        List<String> where = new ArrayList<>(List.of("--name", name, "--redis", uri, "--client", client));
        where.addAll(List.of(options));
        return where.toArray(new String[0]);
    }

    private static String file(String name) {
        return directory.resolve(name).toString();
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static int start(TlsFront front, String... settings) {
        STARTED.add(front);
        RedisServer server = RedisServer.start(settings);
        STARTED.add(server);
        front.leadTo(server.port());
        return front.port();
    }

    /** Starts a cluster of one node, which announces the port of its front. */
    private static int startCluster(TlsFront front) {
        int port = start(
                front, "cluster-enabled yes", "cluster-announce-ip 127.0.0.1", "cluster-announce-port " + front.port());
        RedisServer node = (RedisServer) STARTED.get(STARTED.size() - 1);
        try (RespClient client = node.client()) {
            List<Object> slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            for (int slot = 0; slot < SLOTS; slot++) {
                slots.add(slot);
            }
            client.call(slots.toArray());
            Await.until(
                    "the cluster takes commands",
                    START,
                    () -> client.text("CLUSTER", "INFO").contains("cluster_state:ok"));
        }
        return port;
    }
}
