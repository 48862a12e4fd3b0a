package io.polybloom.layouts;

import io.polybloom.layout.BitSink;
import io.polybloom.layout.Geometry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes the bits of a filter in Redis as the file that Guava's {@code BloomFilter.writeTo} makes. Used once, by one thread. */
public final class GuavaFileSink implements BitSink {

    private static final int ZEROS = 1 << 16;

    private final String layout;
    private final OutputStream file;
    private byte[] rest = new byte[0];
    private long missing;

    /**
     * Creates the sink for a layout of Guava.
     *
     * @param layout {@code guava-64} or {@code guava-32}
     * @param file is neither flushed nor closed
     * @throws IllegalArgumentException for any other layout
     */
    public GuavaFileSink(String layout, OutputStream file) {
        this.layout = GuavaFormat.requireLayout(layout);
        this.file = file;
    }

    @Override
    public void begin(Geometry geometry, long bytes) throws IOException {
        GuavaFormat format = GuavaFormat.of(layout, geometry);
        missing = format.bodyBytes();
        if (bytes > missing) {
            throw new IOException("the Redis string has " + bytes + " bytes, more than the " + missing
                    + " of the filter: it is another filter");
        }
        file.write(format.header());
    }

    @Override
    public void write(byte[] piece) throws IOException {
        byte[] bytes = Arrays.copyOf(rest, rest.length + piece.length);
        System.arraycopy(piece, 0, bytes, rest.length, piece.length);
        int whole = bytes.length / Long.BYTES * Long.BYTES;
        rest = Arrays.copyOfRange(bytes, whole, bytes.length);
        GuavaFormat.convert(bytes, whole);
        file.write(bytes, 0, whole);
        missing -= whole;
    }

    /** The bits behind the end of the Redis string are zeros. */
    @Override
    public void end() throws IOException {
        if (rest.length > 0) {
            write(new byte[Long.BYTES - rest.length]);
        }
        byte[] zeros = new byte[ZEROS];
        while (missing > 0) {
            int length = (int) Math.min(zeros.length, missing);
            file.write(zeros, 0, length);
            missing -= length;
        }
    }
}
