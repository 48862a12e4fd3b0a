package io.polybloom.internal.element;

import com.google.common.hash.Funnel;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** The elements of one operation, in call order, and the known outcome of each. Confined to one thread at a time. */
public final class Elements {

    private final IntFunction<ElementBytes> bytes;
    private final ElementOutcome[] outcomes;
    private final BitSet mayBeStored = new BitSet();

    private Elements(int size, IntFunction<ElementBytes> bytes) {
        this.bytes = bytes;
        this.outcomes = new ElementOutcome[size];
        Arrays.fill(outcomes, ElementOutcome.UNKNOWN);
    }

    /**
     * Copies the elements of a collection as bytes.
     *
     * @throws NullPointerException if one is null
     */
    public static <T> Elements of(Collection<? extends T> collection, Funnel<? super T> funnel) {
        @SuppressWarnings("unchecked") // the array is made from a collection of T and never returned
        T[] values = (T[]) collection.toArray();
        for (int i = 0; i < values.length; i++) {
            Objects.requireNonNull(values[i], "element " + i + " of the collection is null");
        }
        return new Elements(values.length, new ElementStore(values, funnel)::get);
    }

    /** Returns one element whose bytes have been collected. */
    public static Elements of(ElementBytes element) {
        return new Elements(1, index -> element);
    }

    /** Returns elements whose bytes have been collected. */
    public static Elements of(List<ElementBytes> elements) {
        return new Elements(elements.size(), elements::get);
    }

    /** Returns the same elements, of which nothing is known yet. */
    public Elements again() {
        return new Elements(outcomes.length, bytes);
    }

    public int size() {
        return outcomes.length;
    }

    /** Returns the bytes of an element; valid until the next call. */
    public ElementBytes bytes(int index) {
        return bytes.apply(index);
    }

    public boolean is(int index, ElementOutcome outcome) {
        return outcomes[index] == outcome;
    }

    public void set(int index, ElementOutcome outcome) {
        outcomes[index] = outcome;
    }

    public void setAll(BitSet which, ElementOutcome outcome) {
        which.stream().forEach(index -> outcomes[index] = outcome);
    }

    /** Returns the places, from one to another (excluded), of the elements with this outcome. */
    public BitSet having(ElementOutcome outcome, int from, int to) {
        BitSet which = new BitSet(to);
        for (int i = from; i < to; i++) {
            which.set(i, outcomes[i] == outcome);
        }
        return which;
    }

    /** Records that a command which may have stored an element was sent. Nothing takes this back. */
    public void mayBeStored(int index) {
        mayBeStored.set(index);
    }

    /** Returns the exception with the known outcome of each element after a failure. */
    public PartialBulkException partial(RuntimeException reason) {
        return new PartialBulkException(outcomes, mayBeStored, reason);
    }

    /** Returns one flag per element: whether it has this outcome. */
    public boolean[] are(ElementOutcome outcome) {
        boolean[] flags = new boolean[outcomes.length];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = outcomes[i] == outcome;
        }
        return flags;
    }
}
