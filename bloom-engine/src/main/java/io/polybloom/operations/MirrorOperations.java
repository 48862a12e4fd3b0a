package io.polybloom.operations;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.internal.local.LocalCopy;
import io.polybloom.internal.local.LocalLookUps;
import io.polybloom.step.Step;
import java.lang.System.Logger;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a mirror, as they are in every flavour of the public API: each extends this class by a way to run
 * {@link #refreshing}. The steps of two refreshes must not run at the same time.
 *
 * @param <T> the type of the elements
 */
public class MirrorOperations<T> implements MirrorView<T> {

    private static final Logger LOGGER = System.getLogger("io.polybloom");

    private final LocalCopy mirror;
    private final LocalLookUps<T> lookUps;
    private final MirrorOptions options;
    private @Nullable Future<?> timer;
    private boolean isClosed;
    private boolean isFailing;

    MirrorOperations(LocalCopy mirror, Funnel<? super T> funnel, MirrorOptions options) {
        this.mirror = mirror;
        this.lookUps = new LocalLookUps<>(funnel, mirror);
        this.options = options;
    }

    /** Creates another object for a mirror that was opened, which the flavour of the API takes in its place. */
    protected MirrorOperations(MirrorOperations<T> opened) {
        this.mirror = opened.mirror;
        this.lookUps = opened.lookUps;
        this.options = opened.options;
    }

    @Override
    public final FilterDescription description() {
        return mirror.description();
    }

    @Override
    public final boolean mightContain(T element) {
        return lookUps.mightContain(element);
    }

    @Override
    public final boolean[] mightContainAll(Collection<? extends T> elements) {
        return lookUps.mightContainAll(elements);
    }

    @Override
    public final Instant asOf() {
        return mirror.asOf();
    }

    @Override
    public final long bytesRead() {
        return mirror.bytesRead();
    }

    /** Returns the steps that read what has changed. */
    public final Step<Void> refreshing() {
        return mirror.refresh();
    }

    /**
     * Lets the executor of the options refresh the mirror until it is closed; without an executor, nothing does.
     *
     * @param refresh waits for a refresh, or begins one unless another one is under way, and calls {@link #ended} at
     *     its end; what it throws of {@link BloomFilterException} counts as such an end
     */
    public final synchronized void schedule(Runnable refresh) {
        long interval = options.interval().toNanos();
        options.executor()
                .filter(executor -> !isClosed)
                .ifPresent(executor -> timer = executor.scheduleWithFixedDelay(
                        () -> attempt(refresh), interval, interval, TimeUnit.NANOSECONDS));
    }

    private void attempt(Runnable refresh) {
        try {
            refresh.run();
        } catch (BloomFilterException known) {
            ended(known);
        } catch (IllegalStateException closed) {
            if (!isClosed()) {
                throw closed;
            }
        }
    }

    /**
     * Receives the end of a refresh that the executor began, with the failure if there was one. The mirror has recorded
     * it: look-ups throw it, or name it as the cause once they are refused. Of several failures in a row the first one
     * is logged.
     */
    public final void ended(@Nullable Throwable failure) {
        boolean isFurther;
        synchronized (this) {
            isFurther = isFailing || isClosed;
            isFailing = failure != null;
        }
        if (failure != null && !isFurther) {
            LOGGER.log(
                    Logger.Level.WARNING,
                    "the mirror of the filter '" + mirror.name() + "' could not be refreshed: " + failure.getMessage());
        }
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    /** Ends the mirror; a refresh that is under way goes on. */
    @Override
    public final void close() {
        stopTimer();
        mirror.close();
    }

    private synchronized void stopTimer() {
        isClosed = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Returns the name and the options, for logs. */
    @Override
    public final String toString() {
        return mirror.toString();
    }
}
