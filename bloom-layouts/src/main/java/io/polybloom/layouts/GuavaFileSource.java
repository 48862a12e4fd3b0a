package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import io.polybloom.layout.BitSource;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bits of a filter that Guava's {@code BloomFilter.writeTo} has written, read in pieces. The stream is not closed.
 */
public final class GuavaFileSource implements BitSource {

    private static final int PIECE = 1 << 16;

    private final InputStream file;
    private final GuavaFormat format;
    private final byte[] piece = new byte[PIECE];
    private int next;
    private int end;
    private long left;

    private GuavaFileSource(InputStream file, GuavaFormat format) {
        this.file = file;
        this.format = format;
        this.left = format.bodyBytes();
    }

    /**
     * Reads the header of a file, which must end after the filter. If a stream has several filters, or other data after
     * one, let Guava read each: {@code of(BloomFilter.readFrom(in, funnel))}.
     *
     * @throws IOException if it is not a Guava header, or the filter is too large for a Redis string
     */
    public static GuavaFileSource open(InputStream file) throws IOException {
        return new GuavaFileSource(file, GuavaFormat.readHeader(file));
    }

    /**
     * Returns a source with a copy of the bits of a Guava filter.
     *
     * @throws IOException if the filter is too large for a Redis string
     */
    public static GuavaFileSource of(BloomFilter<?> filter) throws IOException {
        FirstBytes header = new FirstBytes(GuavaFormat.HEADER_BYTES);
        filter.writeTo(header);
        GuavaFormat format = GuavaFormat.readHeader(new ByteArrayInputStream(header.bytes()));
        FirstBytes whole = new FirstBytes(GuavaFormat.HEADER_BYTES + format.bodyBytes());
        filter.writeTo(whole);
        return open(new ByteArrayInputStream(whole.bytes()));
    }

    /** Returns the layout, bits and hashes with which the filter must be opened. */
    public GuavaFormat format() {
        return format;
    }

    @Override
    public long bytes() {
        return format.bodyBytes();
    }

    /**
     * Throws {@link EOFException} if the file is shorter than its header says, and {@link IOException} if it is longer.
     */
    @Override
    public byte[] read(int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            if (next == end) {
                fill();
            }
            int taken = Math.min(end - next, length - at);
            System.arraycopy(piece, next, bytes, at, taken);
            next += taken;
            at += taken;
        }
        return bytes;
    }

    private void fill() throws IOException {
        int wanted = (int) Math.min(PIECE, left);
        if (wanted == 0 || file.readNBytes(piece, 0, wanted) < wanted) {
            throw new EOFException("the Guava file ends before the " + format.bits() + " bits that its header names");
        }
        GuavaFormat.convert(piece, wanted);
        next = 0;
        end = wanted;
        left -= wanted;
        if (left == 0 && file.read() >= 0) {
            throw new IOException(
                    "the Guava file goes on after the " + format.bits() + " bits that its header names: if"
                            + " it has several filters, let Guava's readFrom read each, for GuavaFileSource.of");
        }
    }
}
