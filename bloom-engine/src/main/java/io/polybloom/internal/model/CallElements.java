package io.polybloom.internal.model;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.ElementOutcome;
import io.polybloom.PackedBytes;
import io.polybloom.PartialBulkException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** The elements of one operation, in call order, and the known outcome of each. Confined to one thread at a time. */
public final class CallElements {

    private static final ElementOutcome[] OUTCOMES = ElementOutcome.values();

    private final IntFunction<ElementBytes> bytes;

    /** The outcome of each element by its ordinal: a call may have a million elements. */
    private final byte[] outcomes;

    private final BitSet mayBeStored = new BitSet();

    private CallElements(int size, IntFunction<ElementBytes> bytes) {
        this.bytes = bytes;
        this.outcomes = new byte[size];
        Arrays.fill(outcomes, (byte) ElementOutcome.UNKNOWN.ordinal());
    }

    /**
     * Copies the elements of a collection as bytes; packed ones are read where they stand.
     *
     * @throws NullPointerException if one is null
     */
    public static <T> CallElements of(Collection<? extends T> collection, Funnel<? super T> funnel) {
        if (collection instanceof PackedBytes packed && funnel.equals(Funnels.byteArrayFunnel())) {
            return of(packed);
        }
        @SuppressWarnings("unchecked") // the array is made from a collection of T and never returned
        T[] values = (T[]) collection.toArray();
        for (int i = 0; i < values.length; i++) {
            Objects.requireNonNull(values[i], "element " + i + " of the collection is null");
        }
        return new CallElements(values.length, new ElementStore(values, funnel)::get);
    }

    private static CallElements of(PackedBytes packed) {
        ElementBytes element = new ElementBytes();
        return new CallElements(packed.size(), index -> {
            element.set(packed.array(), packed.start(index), packed.end(index));
            return element;
        });
    }

    /** Returns one element whose bytes have been collected. */
    public static CallElements of(ElementBytes element) {
        return new CallElements(1, index -> element);
    }

    /** Returns elements whose bytes have been collected. */
    public static CallElements of(List<ElementBytes> elements) {
        return new CallElements(elements.size(), elements::get);
    }

    /** Returns the same elements, of which nothing is known yet. */
    public CallElements again() {
        return new CallElements(outcomes.length, bytes);
    }

    /** Returns the elements at some places, of which nothing is known yet. */
    public CallElements again(BitSet places) {
        int[] which = places.stream().toArray();
        return new CallElements(which.length, index -> bytes.apply(which[index]));
    }

    public int size() {
        return outcomes.length;
    }

    /** Returns the bytes of an element; valid until the next call. */
    public ElementBytes bytes(int index) {
        return bytes.apply(index);
    }

    public boolean is(int index, ElementOutcome outcome) {
        return outcomes[index] == outcome.ordinal();
    }

    public void set(int index, ElementOutcome outcome) {
        outcomes[index] = (byte) outcome.ordinal();
    }

    public void setAll(BitSet which, ElementOutcome outcome) {
        which.stream().forEach(index -> set(index, outcome));
    }

    /** Returns the places, from one to another (excluded), of the elements with this outcome. */
    public BitSet having(ElementOutcome outcome, int from, int to) {
        long[] which = new long[(to + Long.SIZE - 1) / Long.SIZE];
        for (int i = from; i < to; i++) {
            if (is(i, outcome)) {
                which[i / Long.SIZE] |= 1L << i;
            }
        }
        return BitSet.valueOf(which);
    }

    /** Returns how many elements, from one place to another (excluded), have this outcome. */
    public int count(ElementOutcome outcome, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += is(i, outcome) ? 1 : 0;
        }
        return count;
    }

    /** Records that a command which may have stored an element was sent. Nothing takes this back. */
    public void mayBeStored(int index) {
        mayBeStored.set(index);
    }

    /** Returns the exception with the known outcome of each element after a failure. */
    public PartialBulkException partial(RuntimeException reason) {
        ElementOutcome[] known = new ElementOutcome[outcomes.length];
        for (int i = 0; i < known.length; i++) {
            known[i] = OUTCOMES[outcomes[i]];
        }
        return new PartialBulkException(known, mayBeStored, reason);
    }

    /** Returns one flag per element: whether it has this outcome. */
    public boolean[] are(ElementOutcome outcome) {
        boolean[] flags = new boolean[outcomes.length];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = is(i, outcome);
        }
        return flags;
    }
}
