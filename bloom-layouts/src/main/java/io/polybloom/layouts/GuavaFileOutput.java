package io.polybloom.layouts;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Takes a Guava file and writes, piece by piece, the bytes of the Redis string to another stream, which it does not close. */
final class GuavaFileOutput extends OutputStream {

    private static final int PIECE = 1 << 16;

    private final OutputStream redisString;
    private final byte[] piece = new byte[PIECE];
    private int count;
    private long written;
    private @Nullable GuavaFormat format;

    GuavaFileOutput(OutputStream redisString) {
        this.redisString = redisString;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        for (int at = offset; at < offset + length; ) {
            int room = (format == null ? GuavaFormat.HEADER_BYTES : PIECE) - count;
            int taken = Math.min(room, offset + length - at);
            System.arraycopy(source, at, piece, count, taken);
            count += taken;
            at += taken;
            if (taken == room) {
                pass();
            }
        }
    }

    /** What the header said, once the whole file has been taken. */
    GuavaFormat finish() throws IOException {
        if (format == null || written + count != format.bodyBytes()) {
            throw new EOFException("the Guava file does not have the length that its header says");
        }
        pass();
        return format;
    }

    private void pass() throws IOException {
        if (format == null) {
            format = GuavaFormat.parse(piece);
        } else {
            GuavaFormat.convert(piece, count);
            redisString.write(piece, 0, count);
            written += count;
        }
        count = 0;
    }
}
