package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.testing.MemoryRedis;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A server for many threads, which may keep back its answers. */
final class HeldRedis implements Transport<InFlight> {

    final MemoryRedis redis = new MemoryRedis();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile @Nullable RuntimeException failure;

    /** Keeps back the answers from now on. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    /** Hands out the answers that were kept back, and those to come. */
    void letGo() {
        gate.countDown();
    }

    /** Fails in place of each answer from now on; {@code null} ends that. */
    void failWith(@Nullable RuntimeException thrown) {
        failure = thrown;
    }

    @Override
    public synchronized InFlight send(Batch batch) {
        CountDownLatch held = gate;
        InFlight answer = redis.send(batch);
        return () -> {
            awaitUninterrupted(held);
            RuntimeException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
            return answer.await();
        };
    }

    @Override
    public int window() {
        return 4;
    }

    /** As a socket does, which an interrupt does not end. */
    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean wasInterrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
