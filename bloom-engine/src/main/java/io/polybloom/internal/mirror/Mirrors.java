package io.polybloom.internal.mirror;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.MirrorOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.local.LocalCopy;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The open mirrors of one engine, which are told which elements its filters have added. One that nobody uses any more
 * is forgotten. Thread-safe.
 */
final class Mirrors implements LocalCopies {

    private volatile List<WeakReference<Mirror>> open = List.of();

    @Override
    public boolean isEmpty() {
        return open.isEmpty();
    }

    @Override
    public void tell(String filter, ElementBytes element) {
        for (WeakReference<Mirror> reference : open) {
            Mirror mirror = reference.get();
            if (mirror != null && mirror.name().equals(filter)) {
                mirror.learn(element);
            }
        }
    }

    @Override
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

    @Override
    public LocalCopy open(String name, String elementFormat, MirrorOptions options, Environment environment) {
        return new Mirror(name, elementFormat, options, environment, this);
    }

    synchronized void add(Mirror mirror) {
        List<WeakReference<Mirror>> now = others(mirror);
        now.add(new WeakReference<>(mirror));
        open = List.copyOf(now);
    }

    synchronized void remove(Mirror mirror) {
        open = List.copyOf(others(mirror));
    }

    private List<WeakReference<Mirror>> others(Mirror mirror) {
        List<WeakReference<Mirror>> others = new ArrayList<>(open);
        others.removeIf(reference -> reference.get() == null || reference.get() == mirror);
        return others;
    }
}
