package io.polybloom.internal.model;

/**
 * The bits of a trailer that say that the partition is being rebuilt. Each rebuild of a generation has a bit of its
 * own, which is set and never removed: so no command that arrives late can take back the mark of a later rebuild. All
 * rebuilds from the sixth on share the last bit.
 */
public final class RebuildMarks {

    /** The number of bits. */
    public static final int BITS = 6;

    private static final int FIRST_BIT = 2;

    private RebuildMarks() {}

    /** Returns how far after the bits of a partition the mark of a rebuild is. */
    public static int bitOf(int rebuild) {
        return FIRST_BIT + Math.min(rebuild, BITS) - 1;
    }

    /**
     * Returns the number of the latest rebuild that has left its mark, at most {@link #BITS}.
     *
     * @param marks the bits, of which that of the first rebuild is the highest; 0 if there is none
     */
    public static int latest(long marks) {
        long bits = marks & (1 << BITS) - 1;
        return bits == 0 ? 0 : BITS - Long.numberOfTrailingZeros(bits);
    }

    /** Returns a trailer without the marks. */
    public static byte without(byte trailer) {
        return (byte) (trailer & -1 << BITS);
    }
}
