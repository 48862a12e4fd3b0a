package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.redisson.api.RedissonClient;

/** The caller has shut the client down and continues to call, or calls are on their way meanwhile. */
class ClosedClientTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);
    private static final List<String> WORDS =
            IntStream.range(0, 100).mapToObj(number -> "word-" + number).toList();

    /** The number of commands that Redisson fails when it is shut down. */
    private static final int REMEMBERED = 100;

    @Test
    void callsOnAClientThatWasShutDownFailWithAReason() throws Exception {
        FilterSpec spec =
                FilterSpec.named("closed").capacity(10_000).partitions(3).build();
        try (RedisServer server = RedisServer.start()) {
            RedissonClient client = Clients.to(server.uri());
            BloomFilter<CharSequence> filter = RedissonBloom.on(client).open(spec, TEXT);
            AsyncBloomFilter<CharSequence> later =
                    Clients.await(RedissonBloom.async(client).<CharSequence>open(spec, TEXT));
            client.shutdown();
            List<Executable> calls = List.of(
                    () -> filter.add("a"),
                    () -> filter.addAll(WORDS),
                    () -> filter.mightContain("a"),
                    () -> filter.mightContainAll(WORDS),
                    () -> filter.load(WORDS, taken -> {}),
                    filter::stats,
                    filter::clear,
                    () -> filter.expire(Duration.ofHours(1)),
                    () -> filter.expireAt(Instant.now().plus(Duration.ofHours(1))),
                    filter::persist,
                    filter::delete,
                    () -> RedissonBloom.on(client).open(spec, TEXT),
                    () -> {
                        throw Clients.failureOf(later.add("a"));
                    },
                    () -> {
                        throw Clients.failureOf(later.addAll(WORDS));
                    });
            for (Executable call : calls) {
                assertIsTold(thrownBy(call));
            }
        }
    }

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

    private static void assertIsTold(Throwable thrown) {
        Throwable failure = thrown instanceof PartialBulkException partial ? partial.getCause() : thrown;
        BackendException backend = assertInstanceOf(BackendException.class, failure);
        assertEquals(Reason.CLIENT_CLOSED, backend.reason(), backend.getMessage());
        assertFalse(backend.mayHaveBeenApplied());
    }

    /** A call that never ends must not hold up the test. */
    private static Throwable thrownBy(Executable call) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                call.execute();
                thrown.complete(new AssertionError("the call has returned"));
            } catch (Throwable failure) {
                thrown.complete(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return Clients.await(thrown);
    }
}
