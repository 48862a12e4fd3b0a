package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.polybloom.cli.Run;
import io.polybloom.tck.server.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
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

/** A TLS server of Redis, whose certificate is signed by an authority of our own, through each client. */
class EncryptedServerTest {

    private static final Duration START = Duration.ofSeconds(300);

    @TempDir
    static Path directory;

    private static final List<Process> STARTED = new ArrayList<>();
    private static int open;
    private static int strict;
    private static int cluster;

    @BeforeAll
    static void startServers() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .setKeyUsage(true, CertificateBuilder.KeyUsage.keyCertSign)
                .rsa2048()
                .buildSelfSigned();
        X509Bundle server = new CertificateBuilder()
                .subject("CN=127.0.0.1")
                .addSanIpAddress("127.0.0.1")
                .rsa2048()
                .buildIssuedBy(authority);
        X509Bundle client =
                new CertificateBuilder().subject("CN=client").rsa2048().buildIssuedBy(authority);
        write("ca.pem", authority.getCertificatePEM());
        write("server.pem", server.getCertificatePEM());
        write("server.key", server.getPrivateKeyPEM());
        write("client.pem", client.getCertificatePEM());
        write("client.key", client.getPrivateKeyPEM());
        open = start("tls-auth-clients no");
        strict = start("tls-auth-clients yes");
        cluster =
                start("tls-auth-clients no", "tls-cluster yes", "cluster-enabled yes", "cluster-announce-ip 127.0.0.1");
        command(cluster, "CLUSTER", "ADDSLOTSRANGE", "0", "16383");
        Await.until(
                "the cluster takes commands",
                START,
                () -> command(cluster, "CLUSTER", "INFO").contains("cluster_state:ok"));
    }

    @AfterAll
    static void endServers() {
        STARTED.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theAuthorityIsTrustedWhenItIsNamed(String client) {
        String uri = "rediss://127.0.0.1:" + open;
        works("authority-" + client, client, uri, "--cacert", file("ca.pem"));
        fails("no connection to", client, uri);
        works("insecure-" + client, client, uri, "--insecure");
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
        fails("server.key has no certificates in PEM", "jedis", uri, "--cacert", file("server.key"));
        fails("none.pem: no such file", "jedis", uri, "--cacert", file("none.pem"));
        fails(
                "ca.pem has no private key in PEM that fits",
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

    /** The server that the kit brings along has no TLS; the one of the system has. */
    private static int start(String... settings) throws IOException {
        int port = freePort();
        Path home = Files.createDirectory(directory.resolve("server-" + port));
        List<String> lines = new ArrayList<>(List.of(
                "bind 127.0.0.1",
                "port 0",
                "tls-port " + port,
                "dir " + home,
                "save \"\"",
                "tls-cert-file " + file("server.pem"),
                "tls-key-file " + file("server.key"),
                "tls-ca-cert-file " + file("ca.pem")));
        lines.addAll(List.of(settings));
        Path file = Files.write(home.resolve("redis.conf"), lines);
        Process process = new ProcessBuilder("redis-server", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile())
                .start();
        STARTED.add(process);
        Await.until("the server listens", START, () -> listens(port));
        return port;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String command(int port, String... words) {
        List<String> command = new ArrayList<>(List.of(
                "redis-cli", "--tls", "--cacert", file("ca.pem"), "-h", "127.0.0.1", "-p", Integer.toString(port)));
        command.addAll(List.of(words));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String answer = new String(process.getInputStream().readAllBytes());
            assertTrue(process.waitFor() == 0, answer);
            return answer;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return probe.getLocalPort();
        }
    }
}
