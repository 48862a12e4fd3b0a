package io.polybloom.cli.stream;

import io.polybloom.BackendException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Makes sure, after a pause of the input, that the connection is alive before lines are added. A server may have closed
 * it meanwhile, or have been started again, and an add that finds this out has an unknown outcome. So look-ups, which
 * may be repeated, go first until one is answered. Confined to one thread.
 */
final class Pause {

    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Longer than any client takes to notice that its connection is dead, and to have another one. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long BETWEEN_ATTEMPTS_MILLIS = 100;

    private final AddingOrder order;
    private final LongSupplier nanoClock;
    private long lastWork;

    Pause(AddingOrder order, LongSupplier nanoClock) {
        this.order = order;
        this.nanoClock = nanoClock;
        this.lastWork = nanoClock.getAsLong();
    }

    /** Records that the server has just answered. */
    void begins() {
        lastWork = nanoClock.getAsLong();
    }

    /**
     * Returns at once if there was no pause, otherwise when the server has answered a look-up.
     *
     * @throws BackendException if it does not answer for long, or refuses; nothing was added then
     */
    void ends(List<byte[]> keys) {
        long end = nanoClock.getAsLong();
        boolean isAnswered = end - lastWork < SHORTEST_NANOS;
        while (!isAnswered) {
            isAnswered = isAnswered(keys, end);
        }
    }

    private boolean isAnswered(List<byte[]> keys, long begin) {
        try {
            order.probe(keys);
            return true;
        } catch (BackendException failure) {
            if (!mayPass(failure) || nanoClock.getAsLong() - begin > PATIENCE_NANOS) {
                throw failure;
            }
            sleep(failure);
            return false;
        }
    }

    private static boolean mayPass(BackendException failure) {
        return switch (failure.reason()) {
            case UNREACHABLE, NO_ANSWER, LOADING -> true;
            default -> false;
        };
    }

    private static void sleep(BackendException failure) {
        try {
            Thread.sleep(BETWEEN_ATTEMPTS_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
