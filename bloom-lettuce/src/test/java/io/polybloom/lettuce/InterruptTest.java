package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A thread that waits for an answer is interrupted, long before the connection's own timeout. */
class InterruptTest {

    private static final Duration LIMIT = Duration.ofSeconds(300);

    @Test
    void aBlockingCallEndsWhenItsThreadIsInterruptedAndIsNotSentAgain() throws Exception {
        FilterSpec spec = FilterSpec.named("interrupted").capacity(10_000).build();
        try (RedisServer server = RedisServer.start()) {
            RedisURI address = RedisURI.create(server.uri());
            address.setTimeout(LIMIT.multipliedBy(10));
            RedisClient client = RedisClient.create(address);
            try {
                BloomFilter<CharSequence> filter = LettuceBloom.on(client).open(spec, Funnels.stringFunnel(UTF_8));
                server.pause();
                BackendException single =
                        assertInstanceOf(BackendException.class, interrupted(() -> filter.add("single")));
                assertEquals(Reason.INTERRUPTED, single.reason());
                assertTrue(single.mayHaveBeenApplied());
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
