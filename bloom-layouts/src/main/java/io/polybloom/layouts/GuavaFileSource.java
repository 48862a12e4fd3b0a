package io.polybloom.layouts;

import io.polybloom.layout.BitSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads the file that Guava's {@code BloomFilter.writeTo} has made as the bits of a filter for Redis. Used once, by one thread. */
public final class GuavaFileSource implements BitSource {

    private final InputStream file;
    private final GuavaFormat format;

    /**
     * Begins to read the file, which is not closed.
     *
     * @throws IOException if it is no file of Guava's, or one of a filter that no Redis string can hold
     */
    public GuavaFileSource(InputStream file) throws IOException {
        this.file = file;
        this.format = GuavaFormat.readHeader(file);
    }

    /** The layout, bits and hashes with which the filter must be opened. */
    public GuavaFormat format() {
        return format;
    }

    @Override
    public long bytes() {
        return format.bodyBytes();
    }

    @Override
    public byte[] read(int length) throws IOException {
        byte[] bytes = file.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the file ends before the last bit of the filter");
        }
        GuavaFormat.convert(bytes, length);
        return bytes;
    }
}
