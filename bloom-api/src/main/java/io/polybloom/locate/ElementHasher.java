package io.polybloom.locate;

import com.google.common.hash.Funnel;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;

/**
 * Finds the bits of one element after another, with one buffer for the bytes of all: the way from an element to its bits that
 * every operation takes. Not thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class ElementHasher<T> {

    private final ElementBytes bytes = new ElementBytes();
    private final Funnel<? super T> funnel;
    private final Layout layout;
    private final Geometry geometry;

    /** Creates a hasher for the bits of a layer of that shape. */
    public ElementHasher(Funnel<? super T> funnel, Layout layout, Geometry geometry) {
        this.funnel = funnel;
        this.layout = layout;
        this.geometry = geometry;
    }

    /**
     * Finds the bits of an element.
     *
     * @param offsets receives the k bit offsets within the partition, in order, from index 0; it may repeat an offset
     * @return the partition that the element lives in
     */
    public int locate(T element, long[] offsets) {
        bytes.set(funnel, element);
        return layout.locate(bytes.bytes(), bytes.length(), geometry, offsets, 0);
    }
}
