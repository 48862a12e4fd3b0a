package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.CellFormat;
import io.polybloom.internal.model.Layer;

/**
 * The cells of a filter with a window. A cell has one bit, a <i>column</i>, for each remembered slice and the present
 * one; slice S has column {@code S mod width}, so a slice that begins takes the column of the one that has just been
 * forgotten.
 */
final class Columns extends CellFormat {

    private final int width;

    /** The columns that say that an element is present, as a cell that is read as one number has them. */
    private final long counted;

    /** The column that an add sets, from 0, the highest bit of a cell. */
    private final int column;

    /**
     * Creates the cells of a partition that is prepared up to a slice, at the time of another slice.
     *
     * @param slice the newest slice in the partition
     * @param present the present slice, no older
     */
    Columns(FilterWindow window, long slice, long present) {
        width = window.columns();
        column = (int) Math.floorMod(slice, (long) width);
        long remembered = 0;
        for (long each = Math.max(present, slice) - window.slices(); each <= slice; each++) {
            remembered |= flag(width, each);
        }
        counted = remembered;
    }

    /** Returns the cells of a layer of a filter with a window. */
    static Columns of(Layer layer) {
        return (Columns) layer.cells();
    }

    private static long flag(int width, long slice) {
        return 1L << width - 1 - Math.floorMod(slice, (long) width);
    }

    @Override
    public int width() {
        return width;
    }

    /** Returns the columns that say that an element is present, as a cell that is read as one number has them. */
    long counted() {
        return counted;
    }

    @Override
    public boolean isPresent(long common) {
        return (common & counted) != 0;
    }

    /** An element need not be added again if it is in the newest slice. */
    @Override
    public boolean needsNoAdd(long common) {
        return (common & 1L << width - 1 - column) != 0;
    }

    /** Returns whether an element is in a slice. */
    boolean isIn(long slice, long common) {
        return (common & flag(width, slice)) != 0;
    }

    /** Unsigned, unless the cell has all 64 bits. */
    @Override
    public String type() {
        return (width == Long.SIZE ? "i" : "u") + width;
    }

    @Override
    public long first(long offset) {
        return offset * width;
    }

    @Override
    public long added(long offset) {
        return offset * width + column;
    }

    @Override
    public long bit(long offset, int age) {
        return offset * width + Math.floorMod(column - age, width);
    }

    @Override
    public long read(byte[] bytes, long offset) {
        long value = 0;
        long from = offset * width;
        for (long bit = from; bit < from + width; bit++) {
            value = value << 1 | bytes[(int) (bit >> 3)] >> 7 - (bit & 7) & 1;
        }
        return value;
    }

    /**
     * Returns the string that clears the columns of some slices in all cells when a partition is combined with it by
     * AND, and keeps the trailer.
     *
     * @param from the first slice whose column is cleared
     * @param to the last one
     */
    byte[] mask(long bits, int trailerBytes, long from, long to) {
        long kept = width == Long.SIZE ? -1L : (1L << width) - 1;
        for (long slice = from; slice <= to && slice < from + width; slice++) {
            kept &= ~flag(width, slice);
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
