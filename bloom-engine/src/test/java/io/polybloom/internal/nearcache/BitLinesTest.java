package io.polybloom.internal.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A bounded memory of bits forgets some, and invents none. */
class BitLinesTest {

    private static final int LINES = 50;
    private static final int BITS = LINES * BitLines.LINE_BITS;

    private final BitSet set = new BitSet();

    @Test
    void rememberEverythingThatThereIsRoomFor() {
        BitLines lines = new BitLines(LINES * BitLines.BYTES_PER_LINE, LINES);
        fill(lines, 5000);
        for (int bit = 0; bit < BITS; bit++) {
            assertEquals(set.get(bit), lines.has(bit), "bit " + bit);
        }
    }

    @Test
    void forgetALineWhenItsPlacesAreTaken() {
        BitLines lines = new BitLines(8 * BitLines.BYTES_PER_LINE, LINES);
        for (long number = 0; number < 10; number += 2) {
            lines.set(number * BitLines.LINE_BITS + number);
            assertTrue(lines.has(number * BitLines.LINE_BITS + number));
        }
        long known = IntStream.of(0, 2, 4, 6, 8)
                .filter(number -> lines.has((long) number * BitLines.LINE_BITS + number))
                .count();
        assertEquals(4, known);
        assertTrue(lines.has(8 * BitLines.LINE_BITS + 8));
        assertFalse(lines.has(8 * BitLines.LINE_BITS + 6));
    }

    @Test
    void inventNothingWhereThereIsTooLittleRoom() {
        BitLines lines = new BitLines(10 * BitLines.BYTES_PER_LINE, LINES);
        fill(lines, 5000);
        int known = 0;
        for (int bit = 0; bit < BITS; bit++) {
            assertTrue(set.get(bit) || !lines.has(bit), "bit " + bit);
            known += lines.has(bit) ? 1 : 0;
        }
        assertTrue(known > 0 && known < set.cardinality() / 4, known + " of " + set.cardinality());
    }

    @Test
    void numberBitsBeyondTheRangeOfAnInt() {
        BitLines lines = new BitLines(4096, Long.MAX_VALUE);
        long far = 3L << 40;
        lines.set(far);
        assertTrue(lines.has(far));
        assertFalse(lines.has(far + 64));
        assertFalse(lines.has(far + BitLines.LINE_BITS));
    }

    @Test
    void areHandedOnToALargerMemory() {
        BitLines lines = new BitLines(LINES * BitLines.BYTES_PER_LINE, LINES);
        fill(lines, 5000);
        BitLines larger = new BitLines(2 * LINES * BitLines.BYTES_PER_LINE, 2 * LINES);
        lines.copyTo(larger);
        for (int bit = 0; bit < 2 * BITS; bit++) {
            assertEquals(set.get(bit), larger.has(bit), "bit " + bit);
        }
    }

    /** Every thread sets its own residue, so any bit that nobody sets would be one that was read from another line. */
    @Test
    void inventNothingWhileThreadsReplaceEachOthersLines() {
        BitLines lines = new BitLines(8 * BitLines.BYTES_PER_LINE, LINES);
        long invented = IntStream.range(0, 4)
                .parallel()
                .mapToLong(thread -> {
                    Random random = new Random(thread);
                    long wrong = 0;
                    for (int i = 0; i < 300_000; i++) {
                        int line = random.nextInt(LINES);
                        lines.set((long) line * BitLines.LINE_BITS + line);
                        int asked = random.nextInt(LINES);
                        int bit = random.nextInt(LINES);
                        wrong += bit != asked && lines.has((long) asked * BitLines.LINE_BITS + bit) ? 1 : 0;
                    }
                    return wrong;
                })
                .sum();
        assertEquals(0, invented);
    }

    @Test
    void rememberWhatManyThreadsSetInTheSameLines() {
        BitLines lines = new BitLines(LINES * BitLines.BYTES_PER_LINE, LINES);
        IntStream.range(0, BITS).parallel().forEach(lines::set);
        assertEquals(0, IntStream.range(0, BITS).filter(bit -> !lines.has(bit)).count());
    }

    private void fill(BitLines lines, int count) {
        Random random = new Random(1);
        for (int i = 0; i < count; i++) {
            int bit = random.nextInt(BITS);
            set.set(bit);
            lines.set(bit);
        }
    }
}
