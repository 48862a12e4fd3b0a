package io.polybloom.internal.membership;

import io.polybloom.internal.model.Offsets;

/**
 * The offsets that a chunk touches: a hash set with open addressing that is at most half full. Offsets are below 2^32,
 * the bits of the largest string. Immutable.
 */
final class OffsetSet {

    private static final int FREE = 0;

    /** 2^32 divided by the golden ratio, made odd: its products have well mixed high bits (Knuth, TAOCP 3, 6.4). */
    private static final int GOLDEN = 0x9e3779b1;

    private final int[] slots;
    private final int shift;

    /** Creates the set of some offsets. */
    OffsetSet(Offsets offsets) {
        int count = offsets.size();
        int sizeLog = Integer.SIZE - Integer.numberOfLeadingZeros(2 * count + 1);
        this.slots = new int[1 << sizeLog];
        this.shift = Integer.SIZE - sizeLog;
        for (int i = 0; i < count; i++) {
            int key = keyOf(offsets.get(i));
            slots[slotOf(key)] = key;
        }
    }

    /**
     * Returns whether any of the offsets is in the set. The last bit of the largest string always counts as present.
     */
    boolean containsAny(Offsets offsets) {
        for (int i = 0; i < offsets.size(); i++) {
            int key = keyOf(offsets.get(i));
            if (slots[slotOf(key)] == key) {
                return true;
            }
        }
        return false;
    }

    private static int keyOf(long offset) {
        return (int) offset + 1;
    }

    /** Returns the slot that holds the key, or the free one where it would be. */
    private int slotOf(int key) {
        int slot = key * GOLDEN >>> shift;
        while (slots[slot] != FREE && slots[slot] != key) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }
}
