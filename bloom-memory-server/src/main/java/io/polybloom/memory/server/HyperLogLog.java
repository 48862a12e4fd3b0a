package io.polybloom.memory.server;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The registers of a HyperLogLog as Redis has them (hyperloglog.c): 16,384 of 6 bits, written in the dense form and
 * read in either form. The estimate is that of Ertl 2017, New cardinality estimation algorithms for HyperLogLog
 * sketches, as Redis computes it since version 5.
 */
final class HyperLogLog {

    private static final int INDEX_BITS = 14;
    private static final int REGISTERS = 1 << INDEX_BITS;
    private static final int REGISTER_BITS = 6;
    private static final int MOST_ZEROS = Long.SIZE - INDEX_BITS;
    private static final int HEAD = 16;
    private static final int FORM = 4;
    private static final int DENSE = 0;
    private static final int SPARSE = 1;
    private static final int DENSE_LENGTH = HEAD + REGISTERS * REGISTER_BITS / Byte.SIZE;

    /** The last byte of the cached count; its highest bit says that there is none. */
    private static final int CACHE_END = HEAD - 1;

    private static final double ALPHA = 0.721347520444481703680;
    private static final long SEED = 0xadc83b19L;
    private static final long FACTOR = 0xc6a4a7935bd1e995L;
    private static final int SHIFT = 47;

    private final byte[] registers;

    private HyperLogLog(byte[] registers) {
        this.registers = registers;
    }

    /** Returns the registers of a string, all zero if there is none. */
    static HyperLogLog of(byte @Nullable [] string) {
        HyperLogLog read = new HyperLogLog(new byte[REGISTERS]);
        if (string == null) {
            return read;
        }
        boolean isOne = string.length >= HEAD
                && string[0] == 'H'
                && string[1] == 'Y'
                && string[2] == 'L'
                && string[3] == 'L'
                && (string[FORM] == SPARSE || (string[FORM] == DENSE && string.length == DENSE_LENGTH));
        if (!isOne) {
            throw new ServerError("WRONGTYPE Key is not a valid HyperLogLog string value.");
        }
        if (string[FORM] == DENSE) {
            read.readDense(string);
        } else {
            read.readSparse(string);
        }
        return read;
    }

    /** Counts an element; returns whether a register has changed. */
    boolean add(byte[] element) {
        long hash = hash(element);
        int index = (int) hash & REGISTERS - 1;
        int count = Long.numberOfTrailingZeros(hash >>> INDEX_BITS | 1L << MOST_ZEROS) + 1;
        boolean isMore = count > registers[index];
        if (isMore) {
            registers[index] = (byte) count;
        }
        return isMore;
    }

    /** Adds the elements of another counter. */
    void merge(HyperLogLog other) {
        for (int i = 0; i < REGISTERS; i++) {
            registers[i] = (byte) Math.max(registers[i], other.registers[i]);
        }
    }

    /** Estimates the number of distinct elements. */
    long estimate() {
        int[] having = new int[Long.SIZE];
        for (byte register : registers) {
            having[register]++;
        }
        double all = REGISTERS;
        double sum = all * tau((all - having[MOST_ZEROS + 1]) / all);
        for (int count = MOST_ZEROS; count >= 1; count--) {
            sum = (sum + having[count]) * 0.5;
        }
        sum += all * sigma(having[0] / all);
        return Math.round(ALPHA * all * all / sum);
    }

    /** Returns the string, without a cached count. */
    byte[] toBytes() {
        byte[] string = Arrays.copyOf(new byte[] {'H', 'Y', 'L', 'L', DENSE}, DENSE_LENGTH);
        string[CACHE_END] = (byte) 0x80;
        for (int i = 0; i < REGISTERS; i++) {
            int bit = i * REGISTER_BITS;
            int at = HEAD + bit / Byte.SIZE;
            int shifted = registers[i] << bit % Byte.SIZE;
            string[at] |= (byte) shifted;
            if (shifted > 0xff) {
                string[at + 1] |= (byte) (shifted >> Byte.SIZE);
            }
        }
        return string;
    }

    private void readDense(byte[] string) {
        for (int i = 0; i < REGISTERS; i++) {
            int bit = i * REGISTER_BITS;
            int at = HEAD + bit / Byte.SIZE;
            int low = string[at] & 0xff;
            int high = at + 1 < string.length ? string[at + 1] & 0xff : 0;
            registers[i] = (byte) ((high << Byte.SIZE | low) >> bit % Byte.SIZE & (1 << REGISTER_BITS) - 1);
        }
    }

    /** Runs of zeros (up to 64, or up to 16,384 in two bytes) and runs of up to four registers with one value. */
    private void readSparse(byte[] string) {
        int register = 0;
        int at = HEAD;
        while (at < string.length) {
            int code = string[at++] & 0xff;
            int length;
            int value = 0;
            if ((code & 0x80) != 0) {
                value = (code >> 2 & 0x1f) + 1;
                length = (code & 3) + 1;
            } else if ((code & 0x40) == 0) {
                length = (code & 0x3f) + 1;
            } else {
                int low = at < string.length ? string[at++] & 0xff : 0;
                length = ((code & 0x3f) << Byte.SIZE | low) + 1;
            }
            if (register + length > REGISTERS) {
                throw corrupted();
            }
            Arrays.fill(registers, register, register + length, (byte) value);
            register += length;
        }
        if (register != REGISTERS) {
            throw corrupted();
        }
    }

    private static ServerError corrupted() {
        return new ServerError("INVALIDOBJ Corrupted HLL object detected");
    }

    private static double sigma(double share) {
        if (share == 1) {
            return Double.POSITIVE_INFINITY;
        }
        double power = share;
        double weight = 1;
        double sum = share;
        double before;
        do {
            power *= power;
            before = sum;
            sum += power * weight;
            weight += weight;
        } while (before != sum);
        return sum;
    }

    private static double tau(double share) {
        if (share == 0 || share == 1) {
            return 0;
        }
        double root = share;
        double weight = 1;
        double sum = 1 - share;
        double before;
        do {
            root = Math.sqrt(root);
            before = sum;
            weight *= 0.5;
            sum -= (1 - root) * (1 - root) * weight;
        } while (before != sum);
        return sum / 3;
    }

    /** Returns MurmurHash64A of an element (Appleby, MurmurHash2.cpp). */
    private static long hash(byte[] element) {
        long hash = SEED ^ element.length * FACTOR;
        int at = 0;
        for (; at + Long.BYTES <= element.length; at += Long.BYTES) {
            long word = littleEndian(element, at, Long.BYTES) * FACTOR;
            word ^= word >>> SHIFT;
            hash = (hash ^ word * FACTOR) * FACTOR;
        }
        if (at < element.length) {
            hash = (hash ^ littleEndian(element, at, element.length - at)) * FACTOR;
        }
        hash ^= hash >>> SHIFT;
        hash *= FACTOR;
        return hash ^ hash >>> SHIFT;
    }

    private static long littleEndian(byte[] bytes, int from, int count) {
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[from + i] & 0xff;
        }
        return value;
    }
}
