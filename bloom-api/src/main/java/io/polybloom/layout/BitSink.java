package io.polybloom.layout;

import java.io.IOException;

/** Receives the bits of a filter of another system, in order. Confined to one thread at a time. */
public interface BitSink {

    /**
     * Begins to receive the bits.
     *
     * @param geometry the shape of the filter
     * @param bytes the number of bytes that will follow, which is the length of the Redis string. It may be less than
     *     the shape allows; then the other bits are 0
     */
    void begin(Geometry geometry, long bytes) throws IOException;

    /** Receives the next bytes, as Redis holds them: the first bit is the most significant one of its byte. */
    void write(byte[] piece) throws IOException;

    /** Ends; every byte has been written. */
    void end() throws IOException;
}
