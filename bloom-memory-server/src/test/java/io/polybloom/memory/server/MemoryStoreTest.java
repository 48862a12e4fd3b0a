package io.polybloom.memory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

    private static final long LIMIT_MILLIS = Duration.ofSeconds(300).toMillis();

    /**
     * A clock that is read in the middle of a command. A reader stays there until the other thread is there, too, or
     * waits outside, or has ended.
     */
    private static final class MeetingPlace implements InstantSource {
        private final AtomicInteger inside = new AtomicInteger();
        private volatile List<Thread> threads = List.of();
        private volatile boolean haveMet;

        @Override
        public Instant instant() {
            inside.incrementAndGet();
            for (Thread other : threads) {
                while (other != Thread.currentThread() && inside.get() < 2 && mayStillCome(other)) {
                    Thread.onSpinWait();
                }
            }
            haveMet |= inside.get() > 1;
            inside.decrementAndGet();
            return Instant.EPOCH;
        }

        private static boolean mayStillCome(Thread other) {
            return other.getState() != Thread.State.WAITING && other.getState() != Thread.State.TERMINATED;
        }
    }

    @Test
    void threadsTakeTurns() throws InterruptedException {
        MeetingPlace clock = new MeetingPlace();
        MemoryStore store = new MemoryStore(clock);
        store.execute(List.of(setBit(0)));
        Thread first = new Thread(() -> store.execute(List.of(setBit(1), setBit(2))));
        Thread second = new Thread(() -> store.execute(List.of(setBit(3), setBit(4))));
        clock.threads = List.of(first, second);
        for (Thread thread : clock.threads) {
            thread.setDaemon(true);
            thread.start();
        }
        for (Thread thread : clock.threads) {
            thread.join(LIMIT_MILLIS);
            assertFalse(thread.isAlive(), "a thread has not ended");
        }
        assertFalse(clock.haveMet, "two threads were in the middle of a command at the same time");
        clock.threads = List.of();
        assertEquals(List.of(new Reply.Int(5)), store.execute(List.of(new Command(Verb.BITCOUNT, bytes("key")))));
    }

    private static Command setBit(int offset) {
        return new Command(Verb.SETBIT, bytes("key"), bytes(Integer.toString(offset)), bytes("1"));
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }
}
