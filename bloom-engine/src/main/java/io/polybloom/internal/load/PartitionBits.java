package io.polybloom.internal.load;

import io.polybloom.internal.model.Partition;
import io.polybloom.step.Step;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The bits that a load has collected for one partition, in pages of which only those with a bit exist. Not thread-safe.
 */
final class PartitionBits {

    /**
     * The bytes of a partition that take a server about as long to take up and merge as one bit takes to set, whose
     * time {@code ExchangeCost} has.
     */
    private static final int BYTES_PER_BIT = 128;

    private static final byte[] NOTHING = {};

    private final Partition partition;
    private final @Nullable BitPage[] pages;

    PartitionBits(Partition partition) {
        this.partition = partition;
        this.pages = new BitPage[(int) ((partition.bits() - 1) >>> BitPage.SHIFT) + 1];
    }

    /** Returns the bits, to be merged; a page is a piece. Nobody may set a bit afterwards. */
    PartitionPieces pieces() {
        boolean areFew = listed().orElse(Integer.MAX_VALUE) <= partition.bits() / Byte.SIZE / BYTES_PER_BIT;
        return new PartitionPieces(
                partition, pages.length, this::piece, areFew ? Optional.of(offsets()) : Optional.empty());
    }

    private Step<byte[]> piece(int index) {
        BitPage page = pages[index];
        return Step.done(page == null ? NOTHING : page.bytes());
    }

    /** Returns the page at an index; null if it has no bit. */
    @Nullable
    BitPage page(int index) {
        return pages[index];
    }

    /** Sets a bit and returns how many more bytes of memory that took. */
    int set(long offset) {
        int index = (int) (offset >>> BitPage.SHIFT);
        int bit = (int) offset & (BitPage.BITS - 1);
        BitPage page = pages[index];
        if (page != null) {
            return page.set(bit);
        }
        page = new BitPage(partition.bits() - ((long) index << BitPage.SHIFT));
        pages[index] = page;
        return BitPage.emptyBytes() + page.set(bit);
    }

    /** Returns how many bits are listed, including repeated ones; empty if a page has too many for a list. */
    OptionalInt listed() {
        int listed = 0;
        for (BitPage page : pages) {
            int more = page == null ? 0 : page.listed();
            if (more < 0) {
                return OptionalInt.empty();
            }
            listed += more;
        }
        return OptionalInt.of(listed);
    }

    /** Returns the offsets of the bits, if {@link #listed} tells how many there are. */
    long[] offsets() {
        long[] offsets = new long[listed().orElseThrow()];
        int at = 0;
        for (int index = 0; index < pages.length; index++) {
            BitPage page = pages[index];
            if (page != null) {
                at = page.copyTo(offsets, at, (long) index << BitPage.SHIFT);
            }
        }
        return offsets;
    }
}
