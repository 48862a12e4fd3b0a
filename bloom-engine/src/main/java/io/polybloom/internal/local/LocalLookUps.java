package io.polybloom.internal.local;

import com.google.common.hash.Funnel;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.layout.Geometry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The look-ups of callers' elements in bits of this JVM. A single one makes no garbage. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class LocalLookUps<T> {

    /** What a look-up needs for a moment, kept for the next one of its thread so that none makes garbage. */
    private static final class Scratch {
        /** A larger element is not kept: a thread may live long. */
        private static final int MOST_BYTES = 1 << 16;

        private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

        private final ElementBytes element = new ElementBytes();
        private final long[] offsets = new long[Geometry.MAX_HASHES];
        private LocalBits.@Nullable Block block;
        private boolean isInUse;

        /** A funnel that itself looks up elements gets another one. */
        static Scratch take() {
            Scratch own = OF_THREAD.get();
            Scratch free = own.isInUse ? new Scratch() : own;
            free.isInUse = true;
            return free;
        }

        LocalBits.Block block() {
            LocalBits.Block known = block;
            if (known == null) {
                known = new LocalBits.Block();
                block = known;
            }
            return known;
        }

        void giveBack() {
            isInUse = false;
            if (element.bytes().length + (block == null ? 0 : block.bytes()) > MOST_BYTES) {
                OF_THREAD.remove();
            }
        }
    }

    private final Funnel<? super T> funnel;
    private final ElementLookUp bits;

    /** Creates look-ups in bits. */
    public LocalLookUps(Funnel<? super T> funnel, ElementLookUp bits) {
        this.funnel = Objects.requireNonNull(funnel, "funnel");
        this.bits = bits;
    }

    /** Looks up an element. */
    public boolean mightContain(T element) {
        Objects.requireNonNull(element, "element");
        Scratch scratch = Scratch.take();
        try {
            scratch.element.set(funnel, element);
            return bits.mightContain(scratch.element, scratch.offsets);
        } finally {
            scratch.giveBack();
        }
    }

    /** Looks up elements, all of them in the same state of the bits. */
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        List<T> all = new ArrayList<>(elements);
        all.forEach(element -> Objects.requireNonNull(element, "element"));
        Scratch scratch = Scratch.take();
        try {
            return bits.mightContainAll(
                    all.size(), (bytes, index) -> bytes.set(funnel, all.get(index)), scratch.block());
        } finally {
            scratch.giveBack();
        }
    }
}
