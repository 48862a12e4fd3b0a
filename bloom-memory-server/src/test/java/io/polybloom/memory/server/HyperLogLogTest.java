package io.polybloom.memory.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The estimates of counters; that they are those of a real Redis, the comparison of the simulator shows. */
class HyperLogLogTest {

    private static final int SETS = 100;

    /** From three times the registers on, the error is that of large sets. */
    private static final int ELEMENTS = 50_000;

    private static final double STANDARD_ERROR = 1.04 / 128;

    /**
     * With the seeds that are fixed here the result is always the same. For any other seeds the number of sets within
     * one standard error is binomial with p = 0.683, and outside of 42 to 93 with a chance below 2e-7; each set lies
     * beyond six standard errors with a chance of 2e-9.
     */
    @Test
    void theErrorsOfManySetsAreThoseOfTheTheory() {
        int withinOne = 0;
        for (int set = 0; set < SETS; set++) {
            HyperLogLog counter = HyperLogLog.of(null);
            Random random = new Random(set);
            ByteBuffer element = ByteBuffer.allocate(2 * Integer.BYTES);
            for (int i = 0; i < ELEMENTS; i++) {
                // The index makes the elements of a set distinct.
                counter.add(element.putInt(0, random.nextInt())
                        .putInt(Integer.BYTES, i)
                        .array());
            }
            double error = Math.abs(counter.estimate() - ELEMENTS) / (double) ELEMENTS;
            assertTrue(error <= 6 * STANDARD_ERROR, "set " + set + ": " + error);
            withinOne += error <= STANDARD_ERROR ? 1 : 0;
        }
        assertTrue(withinOne >= 42 && withinOne <= 93, withinOne + " of " + SETS);
    }

    @Test
    void theFormsOfAStringAreReadAlike() {
        HyperLogLog counter = HyperLogLog.of(null);
        assertEquals(0, counter.estimate());
        for (int i = 0; i < 3_000; i++) {
            counter.add(new byte[] {(byte) i, (byte) (i >> 8)});
        }
        byte[] dense = counter.toBytes();
        assertArrayEquals(dense, HyperLogLog.of(dense).toBytes());
        assertEquals(counter.estimate(), HyperLogLog.of(dense).estimate());
        byte[] empty = {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, (byte) 0xff};
        assertArrayEquals(HyperLogLog.of(null).toBytes(), HyperLogLog.of(empty).toBytes());
        // A zero, two registers of 3, and the rest in two runs.
        byte[] sparse = {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0x89, 0x3f, 0x7f, (byte) 0xbc
        };
        byte[] registers = HyperLogLog.of(sparse).toBytes();
        assertEquals((byte) (3 << 6), registers[16]);
        assertEquals((byte) (3 >> 2 | 3 << 4), registers[17]);
    }

    @Test
    void whatIsNoCounterIsRefused() {
        for (byte[] other : new byte[][] {{}, "HYLL".getBytes(), new byte[12_304]}) {
            assertThrows(ServerError.class, () -> HyperLogLog.of(other));
        }
        byte[] cut = {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f};
        assertThrows(ServerError.class, () -> HyperLogLog.of(cut));
    }
}
