package io.polybloom.layouts;

import io.polybloom.layout.BitSink;
import io.polybloom.layout.Geometry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes a filter in Redis to a stream, piece by piece, as Guava's {@code BloomFilter.writeTo} would. The stream is
 * flushed, not closed.
 */
public final class GuavaFileSink implements BitSink {

    private static final int PIECE = 1 << 16;

    private final String layout;
    private final OutputStream file;
    private final byte[] piece = new byte[PIECE];
    private int count;
    private long left;

    /**
     * Prepares a file.
     *
     * @param layout {@code guava-64} or {@code guava-32}
     * @throws IllegalArgumentException for any other layout
     */
    public GuavaFileSink(String layout, OutputStream file) {
        this.layout = GuavaFormat.requireLayout(layout);
        this.file = file;
    }

    @Override
    public void begin(Geometry geometry, long bytes) throws IOException {
        GuavaFormat format = GuavaFormat.of(layout, geometry);
        if (bytes > format.bodyBytes()) {
            throw new IOException("the Redis string has " + bytes + " bytes, but a filter of " + format.bits()
                    + " bits has at most " + format.bodyBytes() + ": it belongs to another filter");
        }
        left = format.bodyBytes();
        file.write(format.header());
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int taken = Math.min(PIECE - count, bytes.length - at);
            System.arraycopy(bytes, at, piece, count, taken);
            count += taken;
            at += taken;
            if (count == PIECE) {
                pass();
            }
        }
    }

    /** Pads the bits with zeros if the Redis string was shorter. */
    @Override
    public void end() throws IOException {
        while (left > 0) {
            Arrays.fill(piece, count, PIECE, (byte) 0);
            count = (int) Math.min(PIECE, left);
            pass();
        }
        file.flush();
    }

    private void pass() throws IOException {
        GuavaFormat.convert(piece, count);
        file.write(piece, 0, count);
        left -= count;
        count = 0;
    }
}
