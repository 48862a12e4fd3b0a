package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message names the problem for people first, and the command last. */
class MessagesTest {

    private static final String ADVICE = "check that the server is running and that its address is right";

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void theAddressIsDoubtedOnlyWhenNobodyAnswers(String client) throws IOException {
        try (RedisServer server = RedisServer.start("requirepass secret");
                RespClient owner = server.client()) {
            String address = "127.0.0.1:" + server.port();
            begins("the server requires a password", client, "redis://" + address);
            begins("the server rejected the user name or the password", client, "redis://:wrong@" + address);
            owner.call("ACL", "SETUSER", "me", "on", ">pw", "~*", "+@all", "-hgetall");
            begins(
                    "the user lacks the right to this command or key: check the user's permissions",
                    client,
                    "redis://me:pw@" + address);
            begins("", client, server.uri() + "/99");
        }
        int nobody = freePort();
        Run run = info(client, "redis://127.0.0.1:" + nobody);
        assertTrue(run.err().startsWith("bloom: no connection to the server: "), run::toString);
        assertTrue(run.err().contains(ADVICE), run::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aNodeOfAClusterIsAnsweredWithTheUriToUse(String client) {
        try (RedisCluster cluster = RedisCluster.start(2)) {
            // The first half of the slots, with that of the config of this filter, belongs to the other node.
            RedisServer other = cluster.nodes().get(1);
            String address = "127.0.0.1:" + other.port();
            begins(
                    "redis://" + address + " is a node of a cluster: use redis-cluster://" + address,
                    client,
                    "redis://" + address);
        }
    }

    private static void begins(String words, String client, String uri) {
        Run run = info(client, uri);
        assertTrue(run.err().startsWith("bloom: " + words), run::toString);
        assertFalse(run.err().contains(ADVICE), run::toString);
    }

    private static Run info(String client, String uri) {
        Run run = Run.of("info", "n", "--redis", uri, "--client", client);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals(1, run.err().lines().count(), run::toString);
        assertFalse(run.err().matches("(?s).*(Exception|[a-z]+\\.[a-z]+\\.[A-Z]).*"), run::toString);
        assertFalse(run.err().contains("wrong"), run::toString);
        return run;
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return probe.getLocalPort();
        }
    }
}
