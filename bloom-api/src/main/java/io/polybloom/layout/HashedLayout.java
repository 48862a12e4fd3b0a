package io.polybloom.layout;

/**
 * A layout in which all bits of an element follow from the two words of its hash. So these words, 16 bytes, can be kept
 * in place of the offsets of many elements.
 */
public sealed interface HashedLayout extends Layout permits BlockedLayout, ClassicLayout {

    /** Returns the hash of this layout. */
    ElementHash elementHash();

    /**
     * Hashes an element.
     *
     * @param element holds the element's bytes from index 0
     * @param words receives the two words, from index 0
     * @return the number of the element's partition
     */
    default int hash(byte[] element, int length, Geometry geometry, long[] words) {
        words[1] = elementHash().hash(element, length, words, 0);
        return ElementHash.partition(words[0], words[1], geometry.partitions());
    }

    /**
     * Finds the bits of an element by the two words of its hash.
     *
     * @param geometry a shape that this layout has sized
     * @param offsets receives the k bit offsets within the partition, in order, from index {@code at}
     */
    void locate(long h1, long h2, Geometry geometry, long[] offsets, int at);

    @Override
    default int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        long h2 = elementHash().hash(element, length, offsets, at);
        long h1 = offsets[at];
        locate(h1, h2, geometry, offsets, at);
        return ElementHash.partition(h1, h2, geometry.partitions());
    }
}
