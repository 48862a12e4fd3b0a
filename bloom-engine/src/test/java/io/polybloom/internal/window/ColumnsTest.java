package io.polybloom.internal.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterWindow;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

    private static final int CELLS = 88;

    private static FilterWindow window(int slices) {
        return new FilterWindow(Duration.ofSeconds(slices), slices);
    }

    /** With 4 slices, slice 7 has column 2, the highest bit of a cell being column 0. */
    @Test
    void countIfTheirSlicesAreRemembered() {
        Columns cells = new Columns(window(4), 7, 7);
        assertEquals(5, cells.width());
        assertEquals(0b11111, cells.counted());
        assertEquals(0b11100, new Columns(window(4), 7, 9).counted(), "slices 5 to 7, with columns 0 to 2");
        assertEquals(0b00100, new Columns(window(4), 7, 11).counted());
        assertEquals(0, new Columns(window(4), 7, 12).counted());
        assertTrue(cells.needsNoAdd(0b00100));
        assertFalse(cells.needsNoAdd(0b11011));
        assertTrue(cells.isIn(6, 0b01000));
        assertEquals(13 * 5 + 2, cells.added(13));
        assertEquals(13 * 5 + 1, cells.bit(13, 1), "slice 6");
        assertEquals(13 * 5 + 3, cells.bit(13, 4), "slice 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7, 12, 31, 62, 63})
    void areClearedIfTheirSlicesBegin(int slices) {
        SplittableRandom random = new SplittableRandom(slices);
        int width = slices + 1;
        for (long from = 1; from < 3L * width; from++) {
            long to = from + random.nextInt(slices);
            Columns cells = new Columns(window(slices), from - 1, to);
            byte[] mask = cells.mask((long) CELLS * width, 1, from, to);
            assertEquals(CELLS * width / 8 + 1, mask.length);
            assertEquals(-1, mask[mask.length - 1], "the trailer");
            for (int cell = 0; cell < CELLS; cell++) {
                for (long slice = from; slice < from + width; slice++) {
                    assertEquals(slice > to, cells.isIn(slice, cells.read(mask, cell)), "slice " + slice);
                }
            }
        }
    }

    @Test
    void areReadAsTheyStandInTheString() {
        byte[] bytes = new byte[64];
        Columns widest = new Columns(window(63), 100, 100);
        assertEquals("i64", widest.type());
        assertEquals("u63", new Columns(window(62), 100, 100).type());
        Arrays.fill(bytes, 8, 16, (byte) 0xff);
        assertEquals(-1, widest.read(bytes, 1));
        assertEquals(0, widest.read(bytes, 2));
        assertTrue(widest.isPresent(1));
        assertTrue(widest.isPresent(Long.MIN_VALUE));
    }
}
