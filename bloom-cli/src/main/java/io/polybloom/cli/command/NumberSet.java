package io.polybloom.cli.command;

/** A set of numbers other than 0 that keeps them without objects: open addressing with linear probing. */
final class NumberSet {

    private long[] slots = new long[1 << 16];
    private int size;

    /** Adds a number; true if it was not in the set. */
    boolean add(long number) {
        if (size > slots.length / 2) {
            grow();
        }
        boolean isNew = insert(number);
        size += isNew ? 1 : 0;
        return isNew;
    }

    int size() {
        return size;
    }

    private boolean insert(long number) {
        int mask = slots.length - 1;
        // The golden ratio spreads numbers that differ in few bits (Knuth, The Art of Computer Programming 3, 6.4).
        int slot = (int) ((number * 0x9e3779b97f4a7c15L) >>> 32) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == number) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = number;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[Math.multiplyExact(old.length, 2)];
        for (long number : old) {
            if (number != 0) {
                insert(number);
            }
        }
    }
}
