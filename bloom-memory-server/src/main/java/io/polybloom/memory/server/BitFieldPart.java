package io.polybloom.memory.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sub-command of BITFIELD that reads or writes an integer.
 *
 * @param name GET, SET or INCRBY
 * @param signed whether the integer has a sign
 * @param width the number of its bits
 * @param offset its first bit
 * @param operand the argument of SET and INCRBY
 * @param overflow the treatment of a value that is out of the range of the integer
 */
record BitFieldPart(String name, boolean signed, int width, long offset, long operand, Overflow overflow) {

    /** The modes of OVERFLOW. */
    enum Overflow {
        WRAP,
        SAT,
        FAIL
    }

    private static final String BAD_TYPE =
            "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.";

    static List<BitFieldPart> parse(Words words, boolean readOnly) {
        List<BitFieldPart> parts = new ArrayList<>();
        Overflow overflow = Overflow.WRAP;
        int at = 2;
        while (at < words.count()) {
            String name = words.option(at);
            if (name.equals("OVERFLOW") && at + 1 < words.count()) {
                overflow = overflow(words.option(at + 1));
                at += 2;
                continue;
            }
            int length = name.equals("GET") ? 3 : 4;
            if (!List.of("GET", "SET", "INCRBY").contains(name) || at + length > words.count()) {
                throw new ServerError(ServerError.SYNTAX);
            }
            byte[] type = words.bytes(at + 1);
            int width = width(type);
            long offset = offset(words.bytes(at + 2), width);
            long operand = length > 3 ? words.integer(at + 3) : 0;
            parts.add(new BitFieldPart(name, type[0] == 'i', width, offset, operand, overflow));
            at += length;
        }
        if (readOnly && parts.stream().anyMatch(BitFieldPart::isWrite)) {
            throw new ServerError("ERR BITFIELD_RO only supports the GET subcommand");
        }
        return parts;
    }

    boolean isWrite() {
        return !name.equals("GET");
    }

    /** Changes the bytes if it writes; returns its answer, which is null if it failed because of an overflow. */
    @Nullable
    Long apply(byte[] bytes) {
        long old = extended(Bits.read(bytes, offset, width));
        if (!isWrite()) {
            return old;
        }
        boolean sets = name.equals("SET");
        long base = sets ? operand : old;
        long increment = sets ? 0 : operand;
        long most = signed ? (1L << width - 1) - 1 : (1L << width) - 1;
        long least = signed ? -most - 1 : 0;
        boolean isAbove = base > most || (!signed && base < 0) || (increment > 0 && base > most - increment);
        boolean isBelow = !isAbove && (base < least || (increment < 0 && isBelow(base, increment, least)));
        if ((isAbove || isBelow) && overflow == Overflow.FAIL) {
            return null;
        }
        long fresh = base + increment;
        if (overflow == Overflow.SAT) {
            fresh = isAbove ? most : isBelow ? least : fresh;
        }
        Bits.write(bytes, offset, width, fresh);
        return sets ? old : extended(fresh);
    }

    /** Neither difference nor sum can leave the range of a long here. */
    private boolean isBelow(long base, long increment, long least) {
        return signed ? base < least - increment : base + increment < 0;
    }

    private static Overflow overflow(String word) {
        for (Overflow overflow : Overflow.values()) {
            if (overflow.name().equals(word)) {
                return overflow;
            }
        }
        throw new ServerError("ERR Invalid OVERFLOW type specified");
    }

    private long extended(long value) {
        int unused = Long.SIZE - width;
        return signed ? value << unused >> unused : value << unused >>> unused;
    }

    private static int width(byte[] type) {
        boolean isSigned = startsWith(type, 'i');
        if (!isSigned && !startsWith(type, 'u')) {
            throw new ServerError(BAD_TYPE);
        }
        long width = Words.parse(type, 1, BAD_TYPE);
        if (width < 1 || width > (isSigned ? 64 : 63)) {
            throw new ServerError(BAD_TYPE);
        }
        return (int) width;
    }

    private static long offset(byte[] word, int width) {
        boolean counts = startsWith(word, '#');
        long offset = Words.parse(word, counts ? 1 : 0, ServerError.BIT_OFFSET);
        if (offset < 0 || offset >= 1L << 32) {
            throw new ServerError(ServerError.BIT_OFFSET);
        }
        return counts ? offset * width : offset;
    }

    private static boolean startsWith(byte[] word, char letter) {
        return word.length > 0 && word[0] == letter;
    }
}
