package io.polybloom.internal.nearcache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory of set bits, in lines of 512 that are allocated when their first bit is set. While there is room for
 * all lines, each has its own place; otherwise it has four to choose from, and if these are taken, a new line replaces
 * any of them. A bit that is found was set; a bit that was set may be forgotten. Thread-safe and lock-free.
 */
final class BitLines {

    /** The bits of one line: the size of a block of blocked-v1, so that an element of that layout needs one line. */
    static final int LINE_BITS = 512;

    /** Nine words with their array header, and the reference to the array. */
    static final int BYTES_PER_LINE = 96;

    private static final int WORDS = LINE_BITS / Long.SIZE;
    private static final int MOST_WAYS = 4;
    private static final long MOST_PLACES = 1L << 30;

    private static final VarHandle LINE = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    /**
     * Each line begins with its number, which never changes: so a thread that reads a line while it is being replaced
     * does not read the bits of another line.
     */
    private final long[][] table;

    /** The number of places where a line can be. */
    private final int ways;

    /**
     * Creates a memory of at most the given number of bytes, or less if it needs to hold only the given number of
     * lines.
     */
    BitLines(long bytes, long lines) {
        long places = Math.min(bytes / BYTES_PER_LINE, MOST_PLACES);
        this.ways = lines <= places ? 1 : MOST_WAYS;
        this.table = new long[(int) (ways == 1 ? lines : places / MOST_WAYS * MOST_WAYS)][];
    }

    boolean has(long bit) {
        long number = bit / LINE_BITS;
        int first = firstPlace(number);
        for (int place = first; place < first + ways; place++) {
            long[] line = (long[]) LINE.getAcquire(table, place);
            if (line != null && line[0] == number) {
                return ((long) WORD.getOpaque(line, word(bit)) & mask(bit)) != 0;
            }
        }
        return false;
    }

    void set(long bit) {
        long[] line = line(bit / LINE_BITS);
        if (line != null && ((long) WORD.getOpaque(line, word(bit)) & mask(bit)) == 0) {
            WORD.getAndBitwiseOr(line, word(bit), mask(bit));
        }
    }

    /** Forgets a bit, with all others of its line. */
    void forget(long bit) {
        long number = bit / LINE_BITS;
        int first = firstPlace(number);
        for (int place = first; place < first + ways; place++) {
            long[] line = (long[]) LINE.getAcquire(table, place);
            if (line != null && line[0] == number) {
                LINE.compareAndSet(table, place, line, null);
            }
        }
    }

    /** Passes its lines on to another memory, as far as that has room. */
    void copyTo(BitLines other) {
        for (int place = 0; place < table.length; place++) {
            long[] line = (long[]) LINE.getAcquire(table, place);
            if (line != null) {
                LINE.setRelease(other.table, other.placeFor(line[0]), line);
            }
        }
    }

    /**
     * Returns the line of that number, made if there is none; null if another thread has just made another one in its
     * place.
     */
    private long @Nullable [] line(long number) {
        int place = placeFor(number);
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

    /** Returns the place of the line, a free place for it, or the place of a line that it replaces. */
    private int placeFor(long number) {
        int first = firstPlace(number);
        for (int place = first; place < first + ways; place++) {
            long[] line = (long[]) LINE.getAcquire(table, place);
            if (line == null || line[0] == number) {
                return place;
            }
        }
        return first + ThreadLocalRandom.current().nextInt(ways);
    }

    private int firstPlace(long number) {
        return (int) (ways == 1 ? number : number % (table.length / ways) * ways);
    }

    private static int word(long bit) {
        return 1 + (int) (bit / Long.SIZE % WORDS);
    }

    private static long mask(long bit) {
        return 1L << bit;
    }
}
