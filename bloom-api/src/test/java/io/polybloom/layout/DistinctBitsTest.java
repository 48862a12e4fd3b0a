package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.layout.BlockedTheory.DistinctBits;
import org.junit.jupiter.api.Test;

class DistinctBitsTest {

    /** What was thrown before is continued, and does not depend on who has asked for it. */
    @Test
    void hasTheSameMomentsInAnyOrder() {
        DistinctBits few = new DistinctBits(512);
        DistinctBits all = new DistinctBits(512);
        all.moment(1, all.fullAfter());
        for (int hashes : new int[] {64, 1, 7}) {
            for (int elements = 0; elements * hashes <= few.fullAfter(); elements++) {
                assertEquals(all.moment(hashes, elements), few.moment(hashes, elements));
            }
        }
        assertEquals(1, few.moment(7, few.fullAfter()));
    }

    /** Of a block of 64 bits, one throw sets one bit, and the second one another with the chance 63/64. */
    @Test
    void startsWithAnEmptyBlock() {
        DistinctBits bits = new DistinctBits(64);
        assertEquals(0, bits.moment(1, 0));
        assertEquals(1 / 64.0, bits.moment(1, 1));
        assertEquals((1 + 63 / 64.0) / 64, bits.moment(1, 2), 1e-15);
    }
}
