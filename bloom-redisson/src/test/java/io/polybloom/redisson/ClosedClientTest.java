package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Calls are on their way when the client is shut down. */
class ClosedClientTest {

    /** The number of commands that Redisson fails when it is shut down. */
    private static final int REMEMBERED = 100;

    /** More than Redisson remembers; most of them wait for a connection. */
    @Test
    void allThatIsOnItsWayEndsWithAReason() throws Exception {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            endsWithItsClient(server, proxy, Clients.to(proxy.uri()), 2 * REMEMBERED);
        }
    }

    /** They outlive the client, so only what Redisson remembers ends. */
    @Test
    void aPipelineOnEventLoopsOfTheApplicationEndsWithAReason() throws Exception {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            RedissonClient other = Clients.to(server.uri());
            try {
                endsWithItsClient(server, proxy, Clients.onLoopsOf(other, proxy.uri()), 1);
            } finally {
                other.shutdown();
            }
        }
    }

    private static void endsWithItsClient(RedisServer server, TcpProxy proxy, RedissonClient client, int pipelines)
            throws Exception {
        byte[] word = "word".getBytes(UTF_8);
        Command write = new Command(Verb.HSETNX, word, word, word);
        RedissonTransport transport = new RedissonTransport(client);
        proxy.holdRepliesTo("HSETNX");
        List<CompletionStage<List<Reply>>> answers = new ArrayList<>();
        for (int i = 0; i < pipelines; i++) {
            answers.add(transport.send(new Batch(0, 0, List.of(write, write))));
        }
        for (int i = 0; i < pipelines; i++) {
            answers.add(transport.send(new Batch(0, 0, List.of(write))));
        }
        try (RespClient eyes = server.client()) {
            Await.until("a pipeline has arrived", Clients.LIMIT, () -> eyes.executions("hsetnx") > 1);
        }
        client.shutdown(0, 0, TimeUnit.SECONDS);
        for (CompletionStage<List<Reply>> answer : answers) {
            for (Reply reply : Clients.await(answer)) {
                Reply.Failure failure = assertInstanceOf(Reply.Failure.class, reply);
                assertInstanceOf(ClientClosedException.class, failure.cause());
                assertTrue(failure.mayHaveBeenApplied());
            }
        }
    }
}
