package io.polybloom.simulation.day;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The events of some slices of equal traffic. Half of them bring the element of an earlier event, at a seeded distance:
 * in the same call, in the same slice, in the span, about when the element is forgotten, or long after that.
 */
final class Events {

    private final int[] elements;
    private final int perSlice;
    private final int[] distinct;
    private final int fresh;

    /**
     * Draws the events.
     *
     * @param perCall the number of events that are added at once
     * @param perSlice the number of events in a slice
     * @param slices the number of slices in the span
     * @param count the number of slices with events
     */
    Events(int perCall, int perSlice, int slices, int count, long seed) {
        this.perSlice = perSlice;
        this.elements = new int[perSlice * count];
        this.distinct = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        int span = perSlice * slices;
        int next = 0;
        for (int i = 0; i < elements.length; i++) {
            int distance = i == 0 || random.nextBoolean()
                    ? 0
                    : switch (random.nextInt(5)) {
                        case 0 -> random.nextInt(1, perCall);
                        case 1 -> random.nextInt(1, perSlice);
                        case 2 -> random.nextInt(perSlice, span);
                        case 3 -> random.nextInt(span - perSlice, span + 2 * perSlice);
                        default -> random.nextInt(span, 3 * span);
                    };
            elements[i] = distance == 0 || distance > i ? next++ : elements[i - distance];
        }
        this.fresh = next;
        countDistinct();
    }

    private void countDistinct() {
        int[] last = new int[elements.length];
        Arrays.fill(last, -1);
        for (int i = 0; i < elements.length; i++) {
            int slice = i / perSlice;
            if (last[elements[i]] != slice) {
                last[elements[i]] = slice;
                distinct[slice]++;
            }
        }
    }

    int count() {
        return elements.length;
    }

    /** Returns the number of elements. */
    int elements() {
        return fresh;
    }

    /** Returns the element of an event, a number from 0. */
    int element(int event) {
        return elements[event];
    }

    /** Returns the number of distinct elements in a slice. */
    int distinct(int slice) {
        return distinct[slice];
    }

    /** Returns the largest number of distinct elements in a slice. */
    int mostDistinct() {
        return Arrays.stream(distinct).max().orElseThrow();
    }
}
