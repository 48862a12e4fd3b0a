package io.polybloom.layouts;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A Guava file that is made, piece by piece, from the bytes of a Redis string; what the string lacks at its end is zeros. */
final class GuavaFileInput extends InputStream {

    private static final int PIECE = 1 << 16;

    private final InputStream redisString;
    private final byte[] piece = new byte[PIECE];
    private long toConvert;
    private int next;
    private int end;

    GuavaFileInput(GuavaFormat format, InputStream redisString) {
        this.redisString = redisString;
        toConvert = format.bodyBytes();
        end = GuavaFormat.HEADER_BYTES;
        System.arraycopy(format.header(), 0, piece, 0, end);
    }

    @Override
    public int read() throws IOException {
        return fill() ? piece[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, end - next);
        System.arraycopy(piece, next, target, offset, count);
        next += count;
        return count;
    }

    /** Whether there is a byte left. */
    private boolean fill() throws IOException {
        if (next == end && toConvert > 0) {
            next = 0;
            end = (int) Math.min(PIECE, toConvert);
            toConvert -= end;
            int present = redisString.readNBytes(piece, 0, end);
            Arrays.fill(piece, present, end, (byte) 0);
            GuavaFormat.convert(piece, end);
            if (toConvert == 0 && redisString.read() >= 0) {
                throw new IOException("the Redis string is longer than the bits of the filter: it is another filter");
            }
        }
        return next < end;
    }
}
