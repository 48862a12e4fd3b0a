package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.spec;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Single calls that are made while the answers to the first ones are kept back. */
class WaitingCallsTest {

    private static final int CALLS = 256;

    /** The number of calls that go alone before others wait. */
    private static final int ALONE = 4;

    /** How many of the calls that wait fit in one command depends on the number of hashes. */
    private static final int MOST_COMMANDS = CALLS / 8;

    private RedisServer server;
    private RespClient redis;
    private TcpProxy proxy;
    private TestClient client;
    private VertxBloomFilter<CharSequence> filter;

    @BeforeEach
    void open() {
        server = RedisServer.start();
        redis = server.client();
        proxy = TcpProxy.to(server);
        client = new TestClient(proxy.uri());
        filter = client.open(spec("waiting", 1));
    }

    @AfterEach
    void close() {
        client.close();
        proxy.close();
        redis.close();
        server.close();
    }

    @Test
    void callsThatWaitGoTogetherAndEachGetsItsOwnAnswerOnTheContextOfItsCaller() {
        Context first = client.vertx.getOrCreateContext();
        Context second = ((VertxInternal) client.vertx).createEventLoopContext();
        proxy.holdRepliesTo("BITFIELD");
        List<Future<Boolean>> adds = new ArrayList<>();
        for (Context context : List.of(first, second)) {
            adds.addAll(on(context, i -> filter.add(context == first ? "one-" + i : "two-" + i)));
        }
        proxy.pass();
        for (Future<Boolean> add : adds) {
            assertEquals(true, await(add));
        }
        assertTrue(redis.executions("BITFIELD") <= 2 * MOST_COMMANDS, redis.executions("BITFIELD") + " commands");
        for (Future<Boolean> lookUp : on(first, i -> filter.mightContain("one-" + i))) {
            assertEquals(true, await(lookUp));
        }
        for (Future<Boolean> lookUp : on(second, i -> filter.mightContain("three-" + i))) {
            assertEquals(false, await(lookUp));
        }
    }

    @Test
    void aCallOfAThreadWithoutContextIsAnsweredOnOneOfTheClientsVertx() {
        proxy.holdRepliesTo("BITFIELD");
        List<Future<Context>> contexts = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            contexts.add(filter.add("element-" + i).map(isNew -> Vertx.currentContext()));
        }
        proxy.pass();
        for (Future<Context> context : contexts) {
            assertNotNull(await(context));
        }
    }

    @Test
    void aLookUpBehindAnAddThatWaitsSeesIt() {
        proxy.holdRepliesTo("BITFIELD");
        List<Future<Boolean>> lookUps = on(client.vertx.getOrCreateContext(), i -> {
            filter.add("element-" + i);
            return filter.mightContain("element-" + i);
        });
        proxy.pass();
        for (int i = ALONE; i < CALLS; i++) {
            assertEquals(true, await(lookUps.get(i)), "element-" + i);
        }
    }

    /** A worker that blocks gets its answers late. Nobody else waits for that. */
    @Test
    void aWorkerThatBlocksHoldsUpNobody() {
        Context worker = ((VertxInternal) client.vertx)
                .contextBuilder()
                .withThreadingModel(ThreadingModel.WORKER)
                .build();
        Promise<Void> end = Promise.promise();
        Promise<List<Future<Boolean>>> called = Promise.promise();
        worker.runOnContext(start -> {
            List<Future<Boolean>> adds = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                adds.add(filter.add("worker-" + i));
            }
            called.complete(adds);
            end.future().toCompletionStage().toCompletableFuture().join();
        });
        List<Future<Boolean>> adds = await(called.future());
        for (Future<Boolean> add : on(client.vertx.getOrCreateContext(), i -> filter.add("loop-" + i))) {
            assertEquals(true, await(add));
        }
        end.complete();
        for (Future<Boolean> add : adds) {
            assertEquals(true, await(add));
        }
    }

    private static List<Future<Boolean>> on(Context context, IntFunction<Future<Boolean>> call) {
        Promise<List<Future<Boolean>>> called = Promise.promise();
        context.runOnContext(start -> {
            List<Future<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                answers.add(call.apply(i));
            }
            called.complete(answers);
        });
        return await(called.future());
    }
}
