package io.polybloom.layout;

import java.io.IOException;

/** Gives the bits of a filter of another system, in order. Confined to one thread at a time. */
public interface BitSource {

    /** Returns the number of bytes of the Redis string that they make. */
    long bytes();

    /** Reads the next bytes, as Redis holds them: exactly the given number, which is never more than are left. */
    byte[] read(int length) throws IOException;
}
