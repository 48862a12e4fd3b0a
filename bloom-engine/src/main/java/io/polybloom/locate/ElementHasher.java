package io.polybloom.locate;

import com.google.common.hash.Funnel;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.step.Environment;

/**
 * Finds the bits of elements exactly as every operation does, with one buffer for the bytes of all elements. Not
 * thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class ElementHasher<T> {

    private final ElementBytes bytes = new ElementBytes();
    private final Funnel<? super T> funnel;
    private final Layer layer;

    /** Creates a hasher for a filter as it would be created on one server; for a keyed filter, a key is drawn. */
    public ElementHasher(Funnel<? super T> funnel, FilterSpec spec) {
        this.funnel = funnel;
        this.layer = new Generation(Descriptions.created(spec, "", Environment.ofSystem(1))).shape();
    }

    /**
     * Finds the bits of an element.
     *
     * @param offsets receives the k bit offsets within the partition, in order, from index 0; offsets may repeat
     * @return the number of the element's partition
     */
    public int locate(T element, long[] offsets) {
        bytes.set(funnel, element);
        return layer.locate(bytes, offsets);
    }
}
