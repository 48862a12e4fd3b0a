package io.polybloom.internal.load;

import com.google.common.hash.Funnel;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * The elements of a load, taken one by one as they are needed. Confined to one thread at a time.
 *
 * @param <T> the type of the elements
 */
public final class LoadSource<T> {

    private final Iterator<? extends T> elements;
    private final Funnel<? super T> funnel;
    private final LongConsumer progress;
    private final ElementBytes bytes = new ElementBytes();
    private long taken;

    /** Begins to take elements; the consumer is told their number from time to time. */
    public LoadSource(Iterator<? extends T> elements, Funnel<? super T> funnel, LongConsumer progress) {
        this.elements = elements;
        this.funnel = funnel;
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    boolean hasNext() {
        return elements.hasNext();
    }

    /** Takes an element; its bytes are valid until the next one. */
    ElementBytes next() {
        bytes.set(funnel, take());
        return bytes;
    }

    /** Takes the given number of elements, or those that are left. */
    CallElements next(int most) {
        List<T> some = new ArrayList<>();
        while (some.size() < most && elements.hasNext()) {
            some.add(take());
        }
        return CallElements.of(some, funnel);
    }

    /** Returns how many elements were taken so far. */
    public long taken() {
        return taken;
    }

    void reportProgress() {
        progress.accept(taken);
    }

    private T take() {
        T element = Objects.requireNonNull(elements.next(), () -> "element " + taken + " is null");
        taken++;
        return element;
    }
}
