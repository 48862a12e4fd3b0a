package io.polybloom.internal.local;

import io.polybloom.internal.model.ElementBytes;
import java.util.function.ObjIntConsumer;

/** Bits in this JVM that can be asked for elements. Thread-safe. */
public interface ElementLookUp {

    /**
     * Returns whether all bits of an element are set.
     *
     * @param offsets is overwritten; has room for the bits of an element
     */
    boolean mightContain(ElementBytes element, long[] offsets);

    /**
     * Looks up elements, all of them in the same state; one answer per element in order.
     *
     * @param elements writes the bytes of the element at an index
     * @param block is overwritten
     */
    boolean[] mightContainAll(int count, ObjIntConsumer<ElementBytes> elements, LocalBits.Block block);
}
