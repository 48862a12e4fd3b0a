package io.polybloom.layout;

import java.io.IOException;

/** Takes the bits of a filter of another system, in order. Confined to one thread at a time. */
public interface BitSink {

    /**
     * Begins.
     *
     * @param geometry the shape of the filter
     * @param bytes how many bytes will follow: as many as the Redis string has, which may be fewer than the shape
     *     allows; the bits behind them are 0
     */
    void begin(Geometry geometry, long bytes) throws IOException;

    /** Takes the next bytes, as Redis holds them: the first bit is the most significant one of its byte. */
    void write(byte[] piece) throws IOException;

    /** Ends; every byte has been written. */
    void end() throws IOException;
}
