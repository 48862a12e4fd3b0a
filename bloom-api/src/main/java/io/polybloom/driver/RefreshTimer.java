package io.polybloom.driver;

import io.polybloom.BloomFilterException;
import io.polybloom.MirrorOptions;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Refreshes a mirror by the executor that its options name, until the mirror is closed. Thread-safe. */
final class RefreshTimer {

    private final MirrorOptions options;
    private @Nullable Future<?> task;
    private boolean isStopped;

    RefreshTimer(MirrorOptions options) {
        this.options = options;
    }

    /** Begins, if there is an executor. */
    synchronized void start(Runnable refresh) {
        long interval = options.interval().toNanos();
        options.executor()
                .filter(executor -> !isStopped)
                .ifPresent(executor -> task = executor.scheduleWithFixedDelay(
                        () -> attempt(refresh), interval, interval, TimeUnit.NANOSECONDS));
    }

    private void attempt(Runnable refresh) {
        try {
            refresh.run();
        } catch (BloomFilterException known) {
            // The mirror has recorded it: look-ups throw it, or name it as the cause once they are refused.
        } catch (IllegalStateException closed) {
            if (!isStopped()) {
                throw closed;
            }
        }
    }

    private synchronized boolean isStopped() {
        return isStopped;
    }

    /** Ends; a refresh that is under way goes on. */
    synchronized void stop() {
        isStopped = true;
        if (task != null) {
            task.cancel(false);
        }
    }
}
