package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.LIMIT;
import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** Many threads on a pool of the default size make single calls while the answers to the first ones are kept back. */
@Timeout(300)
class WaitingCallsTest {

    private static final int THREADS = 64;

    /** As many calls go alone as the pool has connections by default. */
    private static final int ALONE = 8;

    private static final int MOST_BITS_OF_A_COMMAND = 1024;

    @Test
    void callsThatWaitGoTogetherAndEachGetsItsOwnAnswer() throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client();
                TcpProxy proxy = TcpProxy.to(server);
                RedisClient client = Fixtures.client(proxy.host(), proxy.port(), new ConnectionPoolConfig())) {
            BloomFilter<CharSequence> filter = JedisBloom.on(client).open(Fixtures.roomy("waiting", 1), TEXT);
            List<String> words = words(0, THREADS);
            filter.addAll(words.subList(0, THREADS / 2));
            long before = redis.executions("BITFIELD");
            proxy.holdRepliesTo("BITFIELD");
            List<FutureTask<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String word = words.get((7 * i) % THREADS);
                Thread thread = start(answers, () -> filter.mightContain(word));
                if (i < ALONE) {
                    awaitExecutions(redis, before + i + 1);
                } else {
                    awaitPark(thread);
                }
            }
            assertEquals(before + ALONE, redis.executions("BITFIELD"), "the others wait");
            proxy.pass();
            for (int i = 0; i < THREADS; i++) {
                assertEquals(
                        (7 * i) % THREADS < THREADS / 2,
                        answers.get(i).get(LIMIT.toSeconds(), TimeUnit.SECONDS),
                        "thread " + i);
            }
            int hashes = filter.description().layers().get(0).hashes();
            int together = MOST_BITS_OF_A_COMMAND / hashes;
            int groups = (THREADS - ALONE + together - 1) / together;
            assertEquals(before + ALONE + groups, redis.executions("BITFIELD"));
        }
    }

    private static Thread start(List<FutureTask<Boolean>> answers, Callable<Boolean> call) {
        FutureTask<Boolean> answer = new FutureTask<>(call);
        answers.add(answer);
        Thread thread = new Thread(answer);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitExecutions(RespClient redis, long count) {
        while (redis.executions("BITFIELD") < count) {
            Thread.onSpinWait();
        }
    }

    /** A thread that waits for the calls of others shows the reason of its wait. */
    private static void awaitPark(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        while (blocker == null || !blocker.getClass().getName().startsWith("io.polybloom.")) {
            Thread.onSpinWait();
            blocker = LockSupport.getBlocker(thread);
        }
    }
}
