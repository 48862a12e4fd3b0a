package io.polybloom.layout;

import com.dynatrace.hash4j.hashing.HashValue128;

/**
 * How the bytes of an element become the two words h1 and h2 of which a native layout makes its bits. A filter keeps its hash for
 * life. Immutable and thread-safe.
 */
public abstract sealed class ElementHash permits Murmur3Hash {

    ElementHash() {}

    /** Returns murmur3_x64_128 with the seed of the native layouts, for elements that no adversary chooses. */
    public static ElementHash murmur3() {
        return Murmur3Hash.INSTANCE;
    }

    /** The name under which the hash is stored in a filter's parameters. */
    public abstract String id();

    /**
     * Hashes an element.
     *
     * @param element holds the element's bytes from index 0
     * @return h1 in the least significant bits, h2 in the most significant ones
     */
    abstract HashValue128 hash(byte[] element, int length);

    @Override
    public String toString() {
        return id();
    }
}
