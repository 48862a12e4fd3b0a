package io.polybloom.internal.model;

/**
 * What stands in the string of a partition for each bit of the layout, its <i>cell</i>: here that bit itself. A room
 * whose cells have several bits has a subclass of its own. Immutable.
 */
public class CellFormat {

    /** The bit itself. */
    public static final CellFormat BIT = new CellFormat();

    /** Creates a format of a room. */
    protected CellFormat() {}

    /** Returns the number of bits of a cell, 1 to 64. */
    public int width() {
        return 1;
    }

    /** Returns how many cells an add reads for each bit that it sets: none if the bit is the cell. */
    public final int readsOfAnAdd() {
        return width() > 1 ? 1 : 0;
    }

    /**
     * Returns whether an element is present.
     *
     * @param common the bits that are set in all of its cells, as a cell that is read as one number has them
     */
    public boolean isPresent(long common) {
        return (common & 1) != 0;
    }

    /** Returns whether an element has all that an add would write now, so that adding it would change nothing. */
    public boolean needsNoAdd(long common) {
        return isPresent(common);
    }

    /** Returns the type of a cell as BITFIELD names it. */
    public String type() {
        return "u1";
    }

    /** Returns the first bit of a cell in the string. */
    public long first(long offset) {
        return offset;
    }

    /** Returns the bit of a cell that an add sets. */
    public long added(long offset) {
        return offset;
    }

    /**
     * Returns a bit of a cell.
     *
     * @param age how many other bits of the cell adds have set since they set this one: 0 for the one that an add sets
     *     now, up to the {@linkplain #width width} less 1
     */
    public long bit(long offset, int age) {
        return offset;
    }

    /** Returns a cell of a string. */
    public long read(byte[] bytes, long offset) {
        return bytes[(int) (offset >> 3)] >> 7 - (offset & 7) & 1;
    }

    /** Sets the bit of a cell that an add sets, and returns the cell as it was. */
    public final long add(byte[] bytes, long offset) {
        long before = read(bytes, offset);
        set(bytes, offset);
        return before;
    }

    /** Sets the bit of a cell that an add sets, in a string that need not reach to the end of the cell. */
    public final void set(byte[] bytes, long offset) {
        long bit = added(offset);
        bytes[(int) (bit >> 3)] |= (byte) (0x80 >> (bit & 7));
    }
}
