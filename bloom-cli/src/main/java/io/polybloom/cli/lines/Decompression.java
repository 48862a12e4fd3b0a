package io.polybloom.cli.lines;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.google.common.io.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Recognises input that gzip or zstd has compressed, by its first bytes. */
final class Decompression {

    private static final int BUFFER = 1 << 16;
    private static final int[] GZIP = {0x1f, 0x8b, 0x08};
    private static final int[] ZSTD = {0x28, 0xb5, 0x2f, 0xfd};

    /** The message of the decompression of zstd about input that ends early. */
    private static final String TRUNCATED = "Truncated source";

    private Decompression() {}

    /**
     * Returns the input as it was before it was compressed, or as it is. It waits for no more bytes than tell. To close
     * it frees the memory of the decompression, and leaves the input open.
     *
     * @throws IOException if the input cannot be read, or only begins as if it were compressed
     */
    static InputStream of(InputStream raw) throws IOException {
        Peeked input = new Peeked(raw);
        if (input.startsWith(GZIP)) {
            return new Decompressed(new Gunzip(new CountingInputStream(new UntilEnd(input))));
        }
        return input.startsWith(ZSTD) ? new Decompressed(zstd(input)) : input;
    }

    private static InputStream zstd(InputStream input) throws IOException {
        try {
            return new ZstdInputStreamNoFinalizer(input);
        } catch (LinkageError unsupported) {
            throw new IOException(
                    "zstd is not supported on this machine: decompress the input first, for example with zstd -dc",
                    unsupported);
        }
    }

    /** Input whose first bytes have been looked at. */
    private static final class Peeked extends FilterInputStream {

        private final byte[] first = new byte[BUFFER];
        private int peeked;
        private int taken;
        private boolean isShort;

        Peeked(InputStream raw) {
            super(raw);
        }

        boolean startsWith(int[] magic) throws IOException {
            for (int i = 0; i < magic.length; i++) {
                if ((i == peeked && !peek()) || (first[i] & 0xff) != magic[i]) {
                    return false;
                }
            }
            return true;
        }

        private boolean peek() throws IOException {
            int count = isShort ? -1 : in.read(first, peeked, first.length - peeked);
            isShort = count < 0;
            peeked += Math.max(0, count);
            return !isShort;
        }

        @Override
        public int read() throws IOException {
            return taken < peeked ? first[taken++] & 0xff : isShort ? -1 : in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (taken == peeked || length == 0) {
                // A terminal would be asked again after its end-of-file if this were forgotten.
                return isShort ? -1 : in.read(bytes, offset, length);
            }
            int count = Math.min(length, peeked - taken);
            System.arraycopy(first, taken, bytes, offset, count);
            taken += count;
            return count;
        }

        @Override
        public int available() throws IOException {
            return peeked - taken + (isShort ? 0 : in.available());
        }

        @Override
        public long skip(long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        @Override
        public void close() {}
    }

    /**
     * Reads pieces that gzip has compressed, up to the end of the input. The JDK's own reader takes whatever follows a
     * piece and is not another one for padding, and drops it.
     */
    private static final class Gunzip extends GZIPInputStream {

        /** The checksum and the length behind the compressed data of a piece. */
        private static final int TRAILER = 8;

        private final CountingInputStream input;
        private long filled;

        Gunzip(CountingInputStream input) throws IOException {
            super(input, BUFFER);
            this.input = input;
        }

        @Override
        protected void fill() throws IOException {
            super.fill();
            filled = input.getCount();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count < 0 && (input.read() >= 0 || input.getCount() > filled - inf.getRemaining() + TRAILER)) {
                throw new IOException("what follows the data that gzip has compressed was not compressed by gzip");
            }
            return count;
        }
    }

    /**
     * Says that more is available until the end: a reader of gzip would take a pause between two files, which were
     * compressed one by one, for the end of all.
     */
    private static final class UntilEnd extends BufferedInputStream {

        UntilEnd(InputStream in) {
            super(in, BUFFER);
        }

        @Override
        public synchronized int available() throws IOException {
            mark(1);
            int next = read();
            reset();
            return next < 0 ? 0 : Math.max(1, super.available());
        }
    }

    /** Does not know which bytes are available without waiting, so lines are not held back for those that follow. */
    private static final class Decompressed extends FilterInputStream {

        Decompressed(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (ZstdIOException failure) {
                if (TRUNCATED.equals(failure.getMessage())) {
                    throw new EOFException(TRUNCATED);
                }
                throw failure;
            }
        }

        @Override
        public int available() {
            return 0;
        }
    }
}
