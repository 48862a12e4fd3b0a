package io.polybloom.internal.nearcache;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import java.util.BitSet;
import java.util.List;

/** Which elements of a pass need not be asked for, since the near cache knows them; each is looked up there once. */
public final class KnownElements {

    private final CallElements elements;
    private final List<Layer> layers;
    private final KnownBits known;
    private final BitSet seen = new BitSet();

    /** Prepares to look for elements in some layers. */
    public KnownElements(CallElements elements, KnownBits known, List<Layer> layers) {
        this.elements = elements;
        this.layers = layers;
        this.known = known;
    }

    /** Returns whether the element at this place is known to be present; if so, that is its outcome. */
    public boolean contains(int index) {
        if (!seen.get(index)) {
            seen.set(index);
            Partition holder = known.holderOf(elements.bytes(index), layers);
            if (holder != null && known.isConfirmed(holder)) {
                elements.set(index, ElementOutcome.PRESENT);
            }
        }
        return elements.is(index, ElementOutcome.PRESENT);
    }
}
