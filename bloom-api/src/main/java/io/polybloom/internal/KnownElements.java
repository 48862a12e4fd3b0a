package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Which elements of a pass need not be asked for, since the near cache knows them; each is looked up there once. */
final class KnownElements {

    private final Elements elements;
    private final Generation generation;
    private final @Nullable KnownBits known;
    private final BitSet seen = new BitSet();

    KnownElements(Elements elements, Generation generation) {
        this.elements = elements;
        this.generation = generation;
        this.known = generation.knownBits();
    }

    /** Whether the element at this place is known to be present; if so, that is its outcome. */
    boolean contains(int index) {
        if (known == null) {
            return false;
        }
        if (!seen.get(index)) {
            seen.set(index);
            Partition holder = known.holderOf(elements.bytes(index), generation.layers());
            if (holder != null && known.isConfirmed(holder)) {
                elements.set(index, ElementOutcome.PRESENT);
            }
        }
        return elements.is(index, ElementOutcome.PRESENT);
    }
}
