package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.failureOf;
import static io.polybloom.vertx.TestClient.spec;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A write whose answer is lost is reported as one that may have been applied, and is never sent again. */
class LostAnswerTest {

    @Test
    void aPausedServerGetsTheWriteOnce() {
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(impatient(server.uri()))) {
            assertWrittenOnce(server, client);
        }
    }

    @Test
    void aPausedNodeOfAClusterGetsTheWriteOnce() {
        // The other nodes must not declare the paused one dead meanwhile.
        try (RedisCluster cluster = RedisCluster.start(3, "cluster-node-timeout 60000")) {
            RedisOptions options = impatient(cluster.nodes().get(0).uri()).setType(RedisClientType.CLUSTER);
            try (TestClient client = new TestClient(options)) {
                VertxBloomFilter<CharSequence> filter = answered(() -> client.open(spec("once", 1)));
                String key = ElementLocator.stored(filter.description())
                        .locate("x".getBytes(UTF_8))
                        .get(0)
                        .key();
                assertWrittenOnce(cluster.nodeOfKey(key.getBytes(UTF_8)), client);
            }
        }
    }

    @Test
    void aConnectionThatIsCutAfterTheWriteIsNoErrorReply() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server);
                RespClient eyes = server.client();
                TestClient client = new TestClient(proxy.uri())) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("cut", 1));
            long before = eyes.executions("bitfield");
            proxy.cutAfter(0);
            BackendException failure = failureOf(BackendException.class, filter.add("a"));
            assertEquals(Reason.NO_ANSWER, failure.reason());
            assertTrue(failure.mayHaveBeenApplied());
            assertEquals(before + 1, eyes.executions("bitfield"));
            assertFalse(await(filter.add("a")), "it was applied, and nothing pretends that it is new");
        }
    }

    @Test
    void aConnectionThatIsCutDuringSeveralReadsIsAFailure() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server);
                TestClient client = new TestClient(proxy.uri())) {
            VertxBloomFilter<CharSequence> filter = client.open(spec("cut", 1));
            proxy.cutAfter(0);
            BackendException failure = failureOf(BackendException.class, filter.stats());
            assertEquals(Reason.NO_ANSWER, failure.reason());
            assertEquals(0, await(filter.stats()).estimatedCount());
        }
    }

    private static void assertWrittenOnce(RedisServer server, TestClient client) {
        VertxBloomFilter<CharSequence> filter = answered(() -> client.open(spec("once", 1)));
        answered(() -> await(filter.add("before")));
        try (RespClient eyes = server.client()) {
            eyes.startLog();
            server.pause();
            BackendException failure = failureOf(BackendException.class, filter.add("a"));
            server.resume();
            assertEquals(Reason.NO_ANSWER, failure.reason());
            assertTrue(failure.mayHaveBeenApplied());
            Await.until("the write arrives", TestClient.LIMIT, () -> eyes.bitWrites() > 0);
            assertTrue(answered(() -> await(filter.mightContain("a"))));
            assertEquals(1, eyes.bitWrites());
        }
    }

    /** The client may give up before a busy machine has answered; it is asked again. */
    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", TestClient.LIMIT, BackendException.class, operation);
    }

    private static RedisOptions impatient(String uri) {
        NetClientOptions net = new NetClientOptions().setReadIdleTimeout(500).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return new RedisOptions().setConnectionString(uri).setNetClientOptions(net);
    }
}
