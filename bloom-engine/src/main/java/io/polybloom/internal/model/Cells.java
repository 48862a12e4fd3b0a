package io.polybloom.internal.model;

import io.polybloom.FilterWindow;

/**
 * The cells of a partition: what stands in the string for each bit of the layout. In a filter without a window a cell
 * is that bit. With a window it has one bit, a <i>column</i>, for each remembered slice and the present one; slice S
 * has column {@code S mod width}, so a slice that begins takes the column of the one that has just been forgotten.
 *
 * @param width the bits of a cell, 1 to 64
 * @param counted the columns that say that an element is present, as a cell that is read as one number has them
 * @param column the column that an add sets, from 0, the highest bit of a cell
 */
public record Cells(int width, long counted, int column) {

    /** The cells of a filter without a window. */
    static final Cells BITS = new Cells(1, 1, 0);

    /**
     * Returns the cells of a partition that is prepared up to a slice, at the time of another slice.
     *
     * @param slice the newest slice in the partition
     * @param present the present slice, no older
     */
    static Cells of(FilterWindow window, long slice, long present) {
        int width = window.columns();
        long counted = 0;
        for (long each = Math.max(present, slice) - window.slices(); each <= slice; each++) {
            counted |= bit(width, each);
        }
        return new Cells(width, counted, (int) Math.floorMod(slice, (long) width));
    }

    private static long bit(int width, long slice) {
        return 1L << width - 1 - Math.floorMod(slice, (long) width);
    }

    /** Returns whether a cell of a partition has other bits than the one of the layout. */
    public boolean areWide() {
        return width > 1;
    }

    /** Returns how many cells an add reads for each bit that it sets: none if the bit is the cell. */
    public int readsOfAnAdd() {
        return areWide() ? 1 : 0;
    }

    /**
     * Returns whether an element is present.
     *
     * @param common the columns that are set in all of its cells
     */
    public boolean isPresent(long common) {
        return (common & counted) != 0;
    }

    /** Returns whether an element is in the newest slice, so that adding it would change nothing. */
    public boolean isInNewest(long common) {
        return (common & 1L << width - 1 - column) != 0;
    }

    /** Returns whether an element is in a slice. */
    public boolean isIn(long slice, long common) {
        return (common & bit(width, slice)) != 0;
    }

    /** Returns the type of a cell as BITFIELD names it: unsigned, unless the cell has all 64 bits. */
    public String type() {
        return (width == Long.SIZE ? "i" : "u") + width;
    }

    /** Returns the first bit of a cell in the string. */
    public long first(long offset) {
        return offset * width;
    }

    /** Returns the bit of a cell that says that an element is in a slice. */
    public long bitOf(long slice, long offset) {
        return offset * width + Math.floorMod(slice, (long) width);
    }

    /** Returns the bit of a cell that an add sets. */
    public long added(long offset) {
        return offset * width + column;
    }

    /** Returns a cell of a string. */
    public long read(byte[] bytes, long offset) {
        if (width == 1) {
            return bytes[(int) (offset >> 3)] >> 7 - (offset & 7) & 1;
        }
        long value = 0;
        long from = offset * width;
        for (long bit = from; bit < from + width; bit++) {
            value = value << 1 | bytes[(int) (bit >> 3)] >> 7 - (bit & 7) & 1;
        }
        return value;
    }

    /** Sets the bit of a cell that an add sets, and returns the cell as it was. */
    public long add(byte[] bytes, long offset) {
        long before = read(bytes, offset);
        set(bytes, offset);
        return before;
    }

    /** Sets the bit of a cell that an add sets, in a string that need not reach to the end of the cell. */
    public void set(byte[] bytes, long offset) {
        long bit = added(offset);
        bytes[(int) (bit >> 3)] |= (byte) (0x80 >> (bit & 7));
    }

    /**
     * Returns the string that clears the columns of some slices in all cells when a partition is combined with it by
     * AND, and keeps the trailer.
     *
     * @param from the first slice whose column is cleared
     * @param to the last one
     */
    public byte[] mask(long bits, int trailerBytes, long from, long to) {
        long kept = width == Long.SIZE ? -1L : (1L << width) - 1;
        for (long slice = from; slice <= to && slice < from + width; slice++) {
            kept &= ~bit(width, slice);
        }
        byte[] mask = new byte[(int) (bits / Byte.SIZE) + trailerBytes];
        // The pattern repeats after as many bytes as a cell has bits.
        for (int bit = 0; bit < Math.min((long) width * Byte.SIZE, bits); bit++) {
            if ((kept >> width - 1 - bit % width & 1) == 1) {
                mask[bit >> 3] |= (byte) (0x80 >> (bit & 7));
            }
        }
        int end = (int) (bits / Byte.SIZE);
        for (int filled = Math.min(width, end); filled < end; filled *= 2) {
            System.arraycopy(mask, 0, mask, filled, Math.min(filled, end - filled));
        }
        for (int at = end; at < mask.length; at++) {
            mask[at] = (byte) 0xff;
        }
        return mask;
    }
}
