package io.polybloom.tck.server;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition by asking again and again until a deadline.
 *
 * <p>Thread-safe: it has no state.
 */
public final class Await {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Await() {}

    /**
     * Returns as soon as the condition holds. The condition is checked at least once, even with a limit of zero.
     *
     * @param what the condition in words, for the message: "the server answers"
     * @param limit how long to wait at most
     * @param condition the condition that is checked every few milliseconds; an exception that it throws ends the wait
     * @throws IllegalStateException if the condition does not hold within the limit, or the thread was interrupted
     */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                throw new IllegalStateException("gave up after " + limit.toMillis() + " ms of waiting until " + what);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting until " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Returns the result of an attempt, which is repeated as long as it fails with the expected exception: for clients
     * whose timeout is shorter than a busy machine may take.
     *
     * @param what the attempt in words, for the message: "the client opens the filter"
     * @param limit how long to repeat it at most
     * @param expected the exception that does not end the wait
     * @throws IllegalStateException if no attempt succeeds within the limit, or the thread was interrupted
     */
    public static <R> R value(
            String what, Duration limit, Class<? extends RuntimeException> expected, Supplier<R> attempt) {
        AtomicReference<@Nullable R> value = new AtomicReference<>();
        until(what, limit, () -> {
            try {
                value.set(attempt.get());
                return true;
            } catch (RuntimeException failure) {
                if (expected.isInstance(failure)) {
                    return false;
                }
                throw failure;
            }
        });
        return Objects.requireNonNull(value.get());
    }
}
