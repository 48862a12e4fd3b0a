package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;

/** A server that does not answer in time, and later works off all that it was sent. */
class PausedServerTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(UTF_8);
    private static final FilterSpec SPEC =
            FilterSpec.named("paused").capacity(100_000).partitions(4).build();

    private static final int MOST_ATTEMPTS = 100;

    private RedisServer server;
    private RedissonClient client;
    private RespClient eyes;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        client = Clients.impatientlyTo(server.uri());
        eyes = server.client();
    }

    @AfterEach
    void stop() {
        client.shutdown();
        eyes.close();
        server.close();
    }

    @Test
    void anAddIsSentOnceAndItsOutcomeIsUnknown() throws Exception {
        AsyncBloomFilter<CharSequence> filter = opened();
        eyes.call("CONFIG", "RESETSTAT");
        server.pause();

        BackendException backend = sentAndUnanswered(() -> filter.add("x"));

        assertEquals(Reason.NO_ANSWER, backend.reason());
        assertTrue(backend.mayHaveBeenApplied());
        assertInstanceOf(RedisResponseTimeoutException.class, backend.getCause());
        resumeAndWaitFor("bitfield");
        assertEquals(1, eyes.executions("bitfield"));
        assertTrue(
                answered(() -> RedissonBloom.on(client).open(SPEC, TEXT).mightContain("x")),
                "the add that was not answered has been applied");
    }

    /** The same client, asked without Polybloom: the other tests would see this if its retries were in force. */
    @Test
    void redissonItselfSendsAgain() throws Exception {
        eyes.call("CONFIG", "RESETSTAT");
        server.pause();

        RFuture<Object> answer = ((Redisson) client)
                .getCommandExecutor()
                .writeAsync("key", StringCodec.INSTANCE, new RedisCommand<>("BITFIELD"), "key", "SET", "u1", 1, 1);

        assertInstanceOf(RedisResponseTimeoutException.class, Clients.failureOf(answer));
        server.resume();
        Await.until("it has come twice", Clients.LIMIT, () -> eyes.executions("bitfield") > 1);
    }

    @Test
    void aPipelineIsSentOnceToo() throws Exception {
        RedissonTransport transport = new RedissonTransport(client);
        byte[] word = "pipeline".getBytes(UTF_8);
        Batch pipeline =
                new Batch(0, 0, List.of(new Command(Verb.HSETNX, word, word, word), new Command(Verb.HGETALL, word)));
        eyes.call("CONFIG", "RESETSTAT");
        server.pause();

        sendUnanswered(transport, pipeline);

        resumeAndWaitFor("hgetall");
        assertEquals(1, eyes.executions("hsetnx"));
    }

    @Test
    void callersAreNotBlocked() throws Exception {
        RedissonClient patient = Clients.to(server.uri());
        try {
            AsyncBloomFilter<CharSequence> filter =
                    Clients.await(RedissonBloom.async(patient).<CharSequence>open(SPEC, TEXT));
            server.pause();

            List<CompletionStage<?>> stages = List.of(
                    filter.addAll(elements(20_000)),
                    filter.add("x"),
                    filter.mightContain("x"),
                    filter.stats(),
                    filter.clear(),
                    filter.delete());

            for (CompletionStage<?> stage : stages) {
                assertFalse(stage.toCompletableFuture().isDone(), "returned before any answer could come");
            }
            server.resume();
            for (CompletionStage<?> stage : stages) {
                Clients.await(stage.handle((value, failure) -> true));
            }
        } finally {
            patient.shutdown();
        }
    }

    @Test
    void theFailureOfABulkOperationIsUnwrapped() throws Exception {
        AsyncBloomFilter<CharSequence> filter = opened();
        server.pause();

        Throwable failure = Clients.failureOf(filter.addAll(elements(20_000)));

        PartialBulkException partial = assertInstanceOf(PartialBulkException.class, failure);
        assertEquals(ElementOutcome.UNKNOWN, partial.outcomes().get(0));
        server.resume();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        RedissonClient patient = Clients.to(server.uri());
        BloomFilter<CharSequence> filter = RedissonBloom.on(patient).open(SPEC, TEXT);
        server.pause();
        AtomicReference<BackendException> failure = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            failure.set(assertThrows(BackendException.class, () -> filter.add("x")));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        Await.until("the caller waits", Clients.LIMIT, () -> caller.getState() == Thread.State.WAITING);

        caller.interrupt();

        Await.until("the caller has ended", Clients.LIMIT, () -> !caller.isAlive());
        assertTrue(failure.get().mayHaveBeenApplied());
        assertSame(InterruptedException.class, failure.get().getCause().getClass());
        assertTrue(flag.get());
        server.resume();
        patient.shutdown();
    }

    /** The client may give up before a busy machine has opened the filter; it is asked again. */
    private AsyncBloomFilter<CharSequence> opened() {
        return answered(() -> {
            try {
                return Clients.await(RedissonBloom.async(client).<CharSequence>open(SPEC, TEXT));
            } catch (ExecutionException late) {
                throw (BackendException) late.getCause();
            } catch (Exception impossible) {
                throw new AssertionError(impossible);
            }
        });
    }

    private static <R> R answered(Supplier<R> operation) {
        return Await.value("the client answers", Clients.LIMIT, BackendException.class, operation);
    }

    /** Calls until something was sent: a busy machine may need longer for it than the client waits. */
    private static BackendException sentAndUnanswered(Supplier<CompletionStage<?>> call) throws Exception {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            BackendException failure = assertInstanceOf(BackendException.class, Clients.failureOf(call.get()));
            if (failure.mayHaveBeenApplied()) {
                return failure;
            }
        }
        throw new AssertionError("nothing was sent in " + MOST_ATTEMPTS + " attempts");
    }

    /** Likewise, without the engine. */
    private static void sendUnanswered(RedissonTransport transport, Batch pipeline) throws Exception {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Reply reply = Clients.await(transport.send(pipeline)).get(0);
            if (assertInstanceOf(Reply.Failure.class, reply).mayHaveBeenApplied()) {
                return;
            }
        }
        throw new AssertionError("nothing was sent in " + MOST_ATTEMPTS + " attempts");
    }

    private void resumeAndWaitFor(String command) {
        server.resume();
        Await.until("the server has worked off what it was sent", Clients.LIMIT, () -> eyes.executions(command) > 0);
    }

    private static List<String> elements(int count) {
        List<String> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add("element-" + i);
        }
        return elements;
    }
}
