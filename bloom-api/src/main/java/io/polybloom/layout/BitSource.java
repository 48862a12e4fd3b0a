package io.polybloom.layout;

import java.io.IOException;

/** Gives the bits of a filter of another system, in order. Confined to one thread at a time. */
public interface BitSource {

    /** The number of bytes of the Redis string that they make. */
    long bytes();

    /** The next bytes, as Redis holds them: as many as asked for, which is never more than are left. */
    byte[] read(int length) throws IOException;
}
