package io.polybloom.memory.server;

import java.util.ArrayList;
import java.util.List;

/**
 * One sub-command of BITFIELD, with the overflow WRAP.
 *
 * @param name GET, SET or INCRBY
 * @param signed whether the integer has a sign
 * @param width its bits
 * @param offset its first bit
 * @param operand what SET and INCRBY bring
 */
record BitFieldPart(String name, boolean signed, int width, long offset, long operand) {

    private static final String BAD_TYPE =
            "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.";

    static List<BitFieldPart> parse(Words words, boolean readOnly) {
        List<BitFieldPart> parts = new ArrayList<>();
        int at = 2;
        while (at < words.count()) {
            String name = words.option(at);
            int length = name.equals("GET") ? 3 : 4;
            if (!List.of("GET", "SET", "INCRBY").contains(name) || at + length > words.count()) {
                throw new ServerError(ServerError.SYNTAX);
            }
            byte[] type = words.bytes(at + 1);
            int width = width(type);
            long offset = offset(words.bytes(at + 2), width);
            long operand = length > 3 ? words.integer(at + 3) : 0;
            parts.add(new BitFieldPart(name, type[0] == 'i', width, offset, operand));
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

    /** Changes the bytes if it writes; returns what it answers. */
    long apply(byte[] bytes) {
        long old = extended(Bits.read(bytes, offset, width));
        if (!isWrite()) {
            return old;
        }
        long fresh = name.equals("SET") ? operand : old + operand;
        Bits.write(bytes, offset, width, fresh);
        return name.equals("SET") ? old : extended(fresh);
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
