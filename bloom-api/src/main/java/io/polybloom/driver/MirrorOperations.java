package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.MirrorOptions;
import io.polybloom.MirrorView;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.internal.mirror.Mirror;
import io.polybloom.layout.Geometry;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The operations of a mirror, as they are in every flavour of the public API: each extends this class by a way to run
 * {@link #refreshing}. The steps of two refreshes must not run at the same time.
 *
 * @param <T> the type of the elements
 */
public class MirrorOperations<T> implements MirrorView<T> {

    /** What a look-up needs for a moment, kept for the next one of its thread so that none makes garbage. */
    private static final class Scratch {
        /** A larger element is not kept: a thread may live long. */
        private static final int MOST_BYTES = 1 << 16;

        private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

        private final ElementBytes element = new ElementBytes();
        private final long[] offsets = new long[Geometry.MAX_HASHES];
        private boolean isInUse;

        /** A funnel that itself looks up elements gets another one. */
        static Scratch take() {
            Scratch own = OF_THREAD.get();
            Scratch free = own.isInUse ? new Scratch() : own;
            free.isInUse = true;
            return free;
        }

        void giveBack() {
            isInUse = false;
            if (element.bytes().length > MOST_BYTES) {
                OF_THREAD.remove();
            }
        }
    }

    private final Mirror mirror;
    private final Funnel<? super T> funnel;
    private final RefreshTimer timer;

    MirrorOperations(Mirror mirror, Funnel<? super T> funnel, MirrorOptions options) {
        this.mirror = mirror;
        this.funnel = funnel;
        this.timer = new RefreshTimer(options);
    }

    /** Creates another object for a mirror that was opened, which the flavour of the API takes in its place. */
    protected MirrorOperations(MirrorOperations<T> opened) {
        this.mirror = opened.mirror;
        this.funnel = opened.funnel;
        this.timer = opened.timer;
    }

    @Override
    public final FilterDescription description() {
        return mirror.description();
    }

    @Override
    public final boolean mightContain(T element) {
        Objects.requireNonNull(element, "element");
        Scratch scratch = Scratch.take();
        try {
            scratch.element.set(funnel, element);
            return mirror.mightContain(scratch.element, scratch.offsets);
        } finally {
            scratch.giveBack();
        }
    }

    @Override
    public final boolean[] mightContainAll(Collection<? extends T> elements) {
        List<ElementBytes> all = new ArrayList<>(elements.size());
        for (T element : elements) {
            ElementBytes bytes = new ElementBytes();
            bytes.set(funnel, Objects.requireNonNull(element, "element"));
            all.add(bytes);
        }
        return mirror.mightContainAll(all, new long[Geometry.MAX_HASHES]);
    }

    @Override
    public final Instant asOf() {
        return mirror.asOf();
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
