package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InFlightTest {

    /** Long before the timeout of a client: the command may be executed all the same. */
    @Test
    @Timeout(300)
    void anInterruptEndsTheWaitForAStage() {
        Batch write = new Batch(0, 0, List.of(new Command(Verb.UNLINK, new byte[] {'k'})));
        Thread.currentThread().interrupt();
        List<Reply> replies = InFlight.on(write, new CompletableFuture<>()).await();
        assertTrue(Thread.interrupted(), "the flag stays set");
        assertTrue(replies.get(0).mayHaveBeenApplied());
        assertInstanceOf(
                InterruptedException.class,
                assertInstanceOf(Reply.Failure.class, replies.get(0)).cause());
    }
}
