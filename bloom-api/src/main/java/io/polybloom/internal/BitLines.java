package io.polybloom.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory of set bits, in lines of 512 that are allocated when their first bit is set. A line has one place where it can
 * be; one that takes the place of another lets that be forgotten. A bit that is found was set; one that was set may be forgotten.
 * Thread-safe and lock-free.
 */
final class BitLines {

    /** The bits of one line: as many as a block of blocked-v1 has, so that an element of that layout needs one line. */
    static final int LINE_BITS = 512;

    /** Nine words with their header, and the reference to them. */
    static final int BYTES_PER_LINE = 96;

    private static final int WORDS = LINE_BITS / Long.SIZE;

    private static final VarHandle LINE = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    /** Each line begins with its number, which never changes: so whoever reads one that is just being replaced reads no other's bits. */
    private final long[][] table;

    /** A memory of at most so many bytes, or less if it is to hold no more than so many lines. */
    BitLines(long bytes, long lines) {
        long places = Math.min(bytes / BYTES_PER_LINE, lines);
        this.table = new long[(int) Math.min(places, Integer.MAX_VALUE - Long.SIZE)][];
    }

    boolean has(long bit) {
        long number = bit / LINE_BITS;
        long[] line = (long[]) LINE.getAcquire(table, place(number));
        return line != null && line[0] == number && ((long) WORD.getOpaque(line, word(bit)) & mask(bit)) != 0;
    }

    void set(long bit) {
        long[] line = line(bit / LINE_BITS);
        if (line != null && ((long) WORD.getOpaque(line, word(bit)) & mask(bit)) == 0) {
            WORD.getAndBitwiseOr(line, word(bit), mask(bit));
        }
    }

    /** Hands its lines on to a larger memory. */
    void copyTo(BitLines larger) {
        for (int place = 0; place < table.length; place++) {
            long[] line = (long[]) LINE.getAcquire(table, place);
            if (line != null) {
                LINE.setRelease(larger.table, larger.place(line[0]), line);
            }
        }
    }

    /** The line of that number, made if there is none; null if another thread has just made another one in its place. */
    private long @Nullable [] line(long number) {
        int place = place(number);
        long[] found = (long[]) LINE.getAcquire(table, place);
        if (found != null && found[0] == number) {
            return found;
        }
        long[] fresh = new long[1 + WORDS];
        fresh[0] = number;
        long[] witness = (long[]) LINE.compareAndExchange(table, place, found, fresh);
        if (witness == found) {
            return fresh;
        }
        return witness != null && witness[0] == number ? witness : null;
    }

    /** Lines of one partition stand beside each other, so while there is room for all lines no two share a place. */
    private int place(long number) {
        return (int) (number < table.length ? number : number % table.length);
    }

    private static int word(long bit) {
        return 1 + (int) (bit / Long.SIZE % WORDS);
    }

    private static long mask(long bit) {
        return 1L << bit;
    }
}
