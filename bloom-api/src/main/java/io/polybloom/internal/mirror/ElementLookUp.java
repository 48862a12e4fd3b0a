package io.polybloom.internal.mirror;

import io.polybloom.internal.element.ElementBytes;
import java.util.Collection;

/** Bits in this JVM that can be asked for elements. Thread-safe. */
public interface ElementLookUp {

    /**
     * Returns whether all bits of an element are set.
     *
     * @param offsets is overwritten; has room for the bits of an element
     */
    boolean mightContain(ElementBytes element, long[] offsets);

    /** Looks up elements, all of them in the same state; one answer per element in order. */
    default boolean[] mightContainAll(Collection<ElementBytes> elements, long[] offsets) {
        boolean[] answers = new boolean[elements.size()];
        int next = 0;
        for (ElementBytes element : elements) {
            answers[next++] = mightContain(element, offsets);
        }
        return answers;
    }
}
