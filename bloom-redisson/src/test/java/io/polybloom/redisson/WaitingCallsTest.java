package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Single calls that are made while the answers to the first ones are kept back. */
class WaitingCallsTest {

    private static final int CALLS = 256;

    /** The number of calls that go alone before others wait. */
    private static final int ALONE = 4;

    /** How many of the calls that wait fit in one command depends on the number of hashes. */
    private static final int MOST_COMMANDS = CALLS / 8;

    private static final int MOST_WAITING = 65_536;

    private static final FilterSpec SPEC = FilterSpec.named("waiting")
            .capacity(100_000)
            .falsePositiveRate(1e-6)
            .build();

    private RedisServer server;
    private RespClient redis;
    private TcpProxy proxy;
    private RedissonClient client;
    private AsyncBloomFilter<CharSequence> filter;

    @BeforeEach
    void open() throws Exception {
        server = RedisServer.start();
        redis = server.client();
        proxy = TcpProxy.to(server);
        client = Clients.to(proxy.uri());
        filter = Clients.await(RedissonBloom.async(client).<CharSequence>open(SPEC, Funnels.stringFunnel(UTF_8)));
    }

    @AfterEach
    void close() {
        client.shutdown();
        proxy.close();
        redis.close();
        server.close();
    }

    @Test
    void callsThatWaitGoTogetherAndEachGetsItsOwnAnswer() throws Exception {
        List<CompletionStage<Boolean>> adds = keptBack(CALLS, true);
        for (CompletionStage<Boolean> add : adds) {
            assertEquals(true, Clients.await(add));
        }
        long before = redis.executions("BITFIELD");
        List<CompletionStage<Boolean>> lookUps = keptBack(2 * CALLS, false);
        for (int i = 0; i < 2 * CALLS; i++) {
            assertEquals(i < CALLS, Clients.await(lookUps.get(i)), "element-" + i);
        }
        assertTrue(before <= MOST_COMMANDS, before + " commands");
        assertTrue(
                redis.executions("BITFIELD") - before <= 2 * MOST_COMMANDS, redis.executions("BITFIELD") + " commands");
    }

    @Test
    void aLookUpBehindAnAddThatWaitsSeesIt() throws Exception {
        proxy.holdRepliesTo("BITFIELD");
        List<CompletionStage<Boolean>> lookUps = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            filter.add("element-" + i);
            lookUps.add(filter.mightContain("element-" + i));
        }
        proxy.pass();
        for (int i = ALONE; i < CALLS; i++) {
            assertEquals(true, Clients.await(lookUps.get(i)), "element-" + i);
        }
    }

    @Test
    void aCancelledCallThatWaitsIsNotSent() throws Exception {
        proxy.holdRepliesTo("BITFIELD");
        List<CompletionStage<Boolean>> adds = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            adds.add(filter.add("element-" + i));
        }
        for (int i = ALONE; i < CALLS; i += 2) {
            assertTrue(adds.get(i).toCompletableFuture().cancel(false));
        }
        proxy.pass();
        for (int i = ALONE + 1; i < CALLS; i += 2) {
            assertEquals(true, Clients.await(adds.get(i)));
        }
        for (int i = ALONE; i < CALLS; i++) {
            assertEquals(i % 2 == 1, Clients.await(filter.mightContain("element-" + i)), "element-" + i);
        }
    }

    @Test
    void oneCallTooManyIsRefusedAndAllOthersAreAnswered() throws Exception {
        proxy.holdRepliesTo("BITFIELD");
        List<CompletionStage<Boolean>> lookUps = new ArrayList<>();
        for (int i = 0; i < ALONE + MOST_WAITING; i++) {
            lookUps.add(filter.mightContain("element-" + i % 100));
        }
        BackendException refused =
                assertInstanceOf(BackendException.class, Clients.failureOf(filter.add("one too many")));
        assertEquals(Reason.TOO_MANY_WAITING, refused.reason());
        assertEquals(false, refused.mayHaveBeenApplied());
        proxy.pass();
        for (CompletionStage<Boolean> lookUp : lookUps) {
            assertEquals(false, Clients.await(lookUp));
        }
        assertEquals(true, Clients.await(filter.add("one too many")), "it was not sent");
    }

    private List<CompletionStage<Boolean>> keptBack(int calls, boolean add) {
        proxy.holdRepliesTo("BITFIELD");
        List<CompletionStage<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            answers.add(add ? filter.add("element-" + i) : filter.mightContain("element-" + i));
        }
        proxy.pass();
        return answers;
    }
}
