package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A thread that waits for an answer is interrupted, long before the client's own timeout. */
class InterruptTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final FilterSpec SPEC =
            FilterSpec.named("interrupted").capacity(10_000).build();

    @Test
    void aBlockingCallEndsWhenItsThreadIsInterruptedAndIsNotSentAgain() throws Exception {
        Config config = new Config();
        try (RedisServer server = RedisServer.start()) {
            config.useSingleServer()
                    .setAddress(server.uri())
                    .setTimeout((int) LIMIT.toMillis() * 10)
                    .setConnectionMinimumIdleSize(1);
            RedissonClient client = Redisson.create(config);
            try {
                BloomFilter<CharSequence> filter = RedissonBloom.on(client).open(SPEC, Funnels.stringFunnel(UTF_8));
                server.pause();
                BackendException single =
                        assertInstanceOf(BackendException.class, interrupted(() -> filter.add("single")));
                assertEquals(Reason.INTERRUPTED, single.reason());
                assertTrue(single.mayHaveBeenApplied());
                PartialBulkException bulk = assertInstanceOf(
                        PartialBulkException.class, interrupted(() -> filter.addAll(List.of("one", "two"))));
                assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), bulk.outcomes());
                server.resume();
                assertFalse(filter.add("single"), "what was sent is executed, once");
            } finally {
                client.shutdown();
            }
        }
    }

    /** Calls in a thread that is interrupted while it waits; returns the exception. */
    private static Throwable interrupted(Runnable call) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            try {
                call.run();
                thrown.complete(new AssertionError("the call has returned"));
            } catch (RuntimeException failure) {
                flag.set(Thread.currentThread().isInterrupted());
                thrown.complete(failure);
            }
        });
        thread.start();
        Await.until("the thread waits", LIMIT, () -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        Throwable failure = thrown.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertTrue(flag.get(), "the flag stays set");
        return failure;
    }
}
