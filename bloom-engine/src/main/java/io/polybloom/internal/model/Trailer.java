package io.polybloom.internal.model;

import java.util.Arrays;

/**
 * What the byte after the bits of a partition says. Its last bits are marks, which rebuilds leave: each has a bit of
 * its own, which is set and never removed, so no command that arrives late can take back a later mark. All marks from
 * the sixth on share the last bit.
 *
 * @param isAlive whether the key is the one that was made for the partition; if not, its bits mean nothing
 * @param isSealed whether the partition takes no new elements
 * @param latestMark the number of the latest mark, at most {@link #MARKS}; 0 if there is none
 */
public record Trailer(boolean isAlive, boolean isSealed, int latestMark) {

    /** The number of bits for marks. */
    public static final int MARKS = 6;

    /** Stands for the trailer of a partition that has none. */
    public static final Trailer NONE = new Trailer(true, false, 0);

    /** The trailer of a key that was not made for the partition, or of none at all. */
    public static final Trailer DEAD = new Trailer(false, false, 0);

    private static final int FIRST_MARK = 2;
    private static final int ALIVE = 0x80;
    private static final int SEALED = 0x40;

    /** The meaning of each byte, so that to read one makes no garbage. */
    private static final Trailer[] ALL = new Trailer[1 << Byte.SIZE];

    static {
        Arrays.setAll(ALL, Trailer::read);
    }

    private static Trailer read(int bits) {
        int marks = bits & (1 << MARKS) - 1;
        int latest = marks == 0 ? 0 : MARKS - Integer.numberOfTrailingZeros(marks);
        return new Trailer((bits & ALIVE) != 0, (bits & SEALED) != 0, latest);
    }

    /** Reads the byte, from the eight lowest bits of a number. */
    public static Trailer of(long bits) {
        return ALL[(int) bits & 0xff];
    }

    /** Returns how far after the bits of a partition a mark is, by its number, from 1 on. */
    public static int bitOfMark(int mark) {
        return FIRST_MARK + Math.min(mark, MARKS) - 1;
    }

    /** Returns the byte without the marks. */
    public static byte withoutMarks(byte trailer) {
        return (byte) (trailer & -1 << MARKS);
    }
}
