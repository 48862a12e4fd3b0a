package io.polybloom.internal.local;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.MirrorOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The open copies of one engine, which are told which elements its filters have added before the caller is answered.
 * One that nobody uses any more is forgotten. Thread-safe.
 */
public final class LocalCopies {

    private volatile List<WeakReference<LocalCopy>> open = List.of();

    /** Returns whether there is no copy to be told. */
    public boolean isEmpty() {
        return open.isEmpty();
    }

    /**
     * Opens a copy of an existing filter, of which nothing is read yet. It is told of what is added until it is
     * {@linkplain #remove removed}.
     *
     * @param elementFormat how the caller's elements become bytes
     */
    public LocalCopy open(String name, String elementFormat, MirrorOptions options, Environment environment) {
        LocalCopy copy = Seams.only(LocalCopy.Room.class).open(name, elementFormat, options, environment, this);
        add(copy);
        return copy;
    }

    /** Tells the copies of a filter that an element is in it. */
    public void tell(String filter, ElementBytes element) {
        for (WeakReference<LocalCopy> reference : open) {
            LocalCopy copy = reference.get();
            if (copy != null && copy.name().equals(filter)) {
                copy.learn(element);
            }
        }
    }

    /**
     * Returns an add which, before the caller gets its answers, tells the copies which elements it has added or found
     * present. A copy that is opened while the add is in progress need not know of it.
     */
    public <R> Step<R> telling(String filter, Step<R> add, CallElements elements) {
        if (isEmpty()) {
            return add;
        }
        return add.also(answers -> tell(filter, elements, index -> true)).translateFailure(failure -> {
            tell(filter, elements, index -> isKnownToBeAdded(failure, index));
            return failure;
        });
    }

    private void tell(String filter, CallElements elements, IntPredicate isAdded) {
        for (int i = 0; i < elements.size(); i++) {
            if (isAdded.test(i)) {
                tell(filter, elements.bytes(i));
            }
        }
    }

    private static boolean isKnownToBeAdded(BloomFilterException failure, int index) {
        if (!(failure instanceof PartialBulkException partial)) {
            return false;
        }
        ElementOutcome outcome = partial.outcomes().get(index);
        return outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT;
    }

    private synchronized void add(LocalCopy copy) {
        List<WeakReference<LocalCopy>> now = others(copy);
        now.add(new WeakReference<>(copy));
        open = List.copyOf(now);
    }

    /** Tells a copy no more. */
    public synchronized void remove(LocalCopy copy) {
        open = List.copyOf(others(copy));
    }

    private List<WeakReference<LocalCopy>> others(LocalCopy copy) {
        List<WeakReference<LocalCopy>> others = new ArrayList<>(open);
        others.removeIf(reference -> reference.get() == null || reference.get() == copy);
        return others;
    }
}
