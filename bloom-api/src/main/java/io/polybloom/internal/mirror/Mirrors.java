package io.polybloom.internal.mirror;

import io.polybloom.internal.element.ElementBytes;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The open mirrors of one engine, which are told which elements its filters have added. One that nobody uses any more
 * is forgotten. Thread-safe.
 */
public final class Mirrors {

    private volatile List<WeakReference<Mirror>> open = List.of();

    /** Returns whether there is no mirror to be told. */
    public boolean areNone() {
        return open.isEmpty();
    }

    /** Tells the mirrors of a filter that an element is in it. */
    public void tell(String filter, ElementBytes element) {
        for (WeakReference<Mirror> reference : open) {
            Mirror mirror = reference.get();
            if (mirror != null && mirror.name().equals(filter)) {
                mirror.learn(element);
            }
        }
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
