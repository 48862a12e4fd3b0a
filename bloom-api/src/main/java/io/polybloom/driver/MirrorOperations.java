package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.internal.mirror.LocalLookUps;
import io.polybloom.internal.mirror.Mirror;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Collection;

/**
 * The operations of a mirror, as they are in every flavour of the public API: each extends this class by a way to run
 * {@link #refreshing}. The steps of two refreshes must not run at the same time.
 *
 * @param <T> the type of the elements
 */
public class MirrorOperations<T> implements MirrorView<T> {

    private final Mirror mirror;
    private final LocalLookUps<T> lookUps;
    private final RefreshTimer timer;

    MirrorOperations(Mirror mirror, Funnel<? super T> funnel, MirrorOptions options) {
        this.mirror = mirror;
        this.lookUps = new LocalLookUps<>(funnel, mirror);
        this.timer = new RefreshTimer(options);
    }

    /** Creates another object for a mirror that was opened, which the flavour of the API takes in its place. */
    protected MirrorOperations(MirrorOperations<T> opened) {
        this.mirror = opened.mirror;
        this.lookUps = opened.lookUps;
        this.timer = opened.timer;
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
     * @param refresh waits for a refresh, or begins one unless another one is under way; what it throws of
     *     {@link BloomFilterException} is dropped, since the mirror itself refuses to answer if it becomes too old
     */
    public final void schedule(Runnable refresh) {
        timer.start(refresh);
    }

    @Override
    public final void close() {
        timer.stop();
        mirror.close();
    }

    /** Returns the name and the options, for logs. */
    @Override
    public final String toString() {
        return mirror.toString();
    }
}
