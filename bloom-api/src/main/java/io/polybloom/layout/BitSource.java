package io.polybloom.layout;

import java.io.IOException;

/** Supplies the bits of a filter of another system, in order. Confined to one thread at a time. */
public interface BitSource {

    /** Returns the number of bytes of the resulting Redis string. */
    long bytes();

    /**
     * Reads the next bytes, as Redis holds them: exactly the given number, which is at most the number of bytes that
     * are left.
     */
    byte[] read(int length) throws IOException;
}
