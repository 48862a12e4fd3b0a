package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands on single bits, on ranges of bits and on whole strings as bits. */
final class BitCommands {

    private static final byte[] NOTHING = {};
    private static final long MOST_BITS = 1L << 32;

    private final Keyspace keys;

    BitCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply setBit(Words words) {
        words.requireCount(4);
        long offset = offset(words, 2);
        String complaint = "ERR bit is not an integer or out of range";
        long value = words.integer(3, complaint);
        if (value != 0 && value != 1) {
            throw new ServerError(complaint);
        }
        byte[] bytes = grown(words.text(1), offset);
        long old = Bits.read(bytes, offset, 1);
        Bits.write(bytes, offset, 1, value);
        keys.putString(words.text(1), bytes);
        return Answer.integer(old);
    }

    Reply getBit(Words words) {
        words.requireCount(3);
        long offset = offset(words, 2);
        return Answer.integer(Bits.read(valueOf(words.text(1)), offset, 1));
    }

    Reply count(Words words) {
        words.requireAtLeast(2);
        if (!keys.exists(words.text(1))) {
            return Answer.ZERO;
        }
        byte[] value = valueOf(words.text(1));
        if (words.count() == 3 || words.count() > 5) {
            throw new ServerError(ServerError.SYNTAX);
        }
        boolean isWhole = words.count() == 2;
        long first = isWhole ? 0 : words.integer(2);
        long last = isWhole ? -1 : words.integer(3);
        boolean inBits = words.count() == 5 && isBit(words.option(4));
        if (first < 0 && last < 0 && first > last) {
            return Answer.ZERO;
        }
        long total = inBits ? 8L * value.length : value.length;
        long from = Math.max(0, first < 0 ? total + first : first);
        long to = Math.min(total - 1, Math.max(0, last < 0 ? total + last : last));
        int unit = inBits ? 1 : Byte.SIZE;
        return Answer.integer(Bits.count(value, from * unit, (to + 1) * unit));
    }

    Reply operation(Words words) {
        words.requireAtLeast(4);
        String operation = words.option(1);
        if (!List.of("AND", "OR", "XOR", "NOT").contains(operation)) {
            throw new ServerError(ServerError.SYNTAX);
        }
        if (operation.equals("NOT") && words.count() != 4) {
            throw new ServerError("ERR BITOP NOT must be called with a single source key.");
        }
        List<byte[]> sources = new ArrayList<>();
        int longest = 0;
        for (int i = 3; i < words.count(); i++) {
            byte[] source = valueOf(words.text(i));
            sources.add(source);
            longest = Math.max(longest, source.length);
        }
        // The target's type does not matter, and its expiry goes.
        keys.remove(words.text(2));
        if (longest > 0) {
            keys.putString(words.text(2), Bits.combine(operation, sources, longest));
        }
        return Answer.integer(longest);
    }

    Reply field(Words words, boolean readOnly) {
        words.requireAtLeast(2);
        List<BitFieldPart> parts = BitFieldPart.parse(words, readOnly);
        String key = words.text(1);
        long end = 0;
        for (BitFieldPart part : parts) {
            end = Math.max(end, part.isWrite() ? part.offset() + part.width() : 0);
        }
        byte[] bytes = end > 0 ? grown(key, end - 1) : valueOf(key);
        List<@Nullable Long> values = new ArrayList<>(parts.size());
        for (BitFieldPart part : parts) {
            values.add(part.apply(bytes));
        }
        if (end > 0) {
            keys.putString(key, bytes);
        }
        return Reply.of(values);
    }

    static long offset(Words words, int index) {
        long offset = words.integer(index, ServerError.BIT_OFFSET);
        if (offset < 0 || offset >= MOST_BITS) {
            throw new ServerError(ServerError.BIT_OFFSET);
        }
        return offset;
    }

    private static boolean isBit(String unit) {
        if (!unit.equals("BIT") && !unit.equals("BYTE")) {
            throw new ServerError(ServerError.SYNTAX);
        }
        return unit.equals("BIT");
    }

    /** Returns the string, or a copy of it that is long enough for the bit. */
    private byte[] grown(String key, long lastBit) {
        return Bits.ofAtLeast(lastBit / Byte.SIZE + 1, valueOf(key));
    }

    private byte[] valueOf(String key) {
        byte[] value = keys.string(key);
        return value == null ? NOTHING : value;
    }
}
