package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The commands on strings as a whole and on their bytes. */
final class StringCommands {

    private static final byte[] NOTHING = {};

    private final Keyspace keys;

    StringCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply get(Words words) {
        words.requireCount(2);
        return copied(keys.string(words.text(1)));
    }

    Reply set(Words words) {
        words.requireAtLeast(3);
        SetOptions options = new SetOptions(words, keys.clock());
        String key = words.text(1);
        Reply old = Answer.NIL;
        if (options.answersOldValue()) {
            old = copied(keys.string(key));
        }
        if (keys.exists(key) ? options.onlyIfAbsent() : options.onlyIfPresent()) {
            return old;
        }
        long expireAt = options.keepsExpiry() ? keys.expireAt(key) : options.expireAt();
        keys.putString(key, words.bytes(2).clone());
        keys.expire(key, expireAt);
        return options.answersOldValue() ? old : Answer.OK;
    }

    Reply setIfAbsent(Words words) {
        words.requireCount(3);
        if (keys.exists(words.text(1))) {
            return Answer.ZERO;
        }
        keys.putString(words.text(1), words.bytes(2).clone());
        return Answer.ONE;
    }

    Reply length(Words words) {
        words.requireCount(2);
        return Answer.integer(valueOf(words.text(1)).length);
    }

    Reply range(Words words) {
        words.requireCount(4);
        long first = words.integer(2);
        long last = words.integer(3);
        byte[] value = valueOf(words.text(1));
        if (first < 0 && last < 0 && first > last) {
            return new Reply.Bytes(NOTHING);
        }
        int from = (int) Math.max(0, first < 0 ? value.length + first : first);
        int to = (int) Math.min(value.length - 1, Math.max(0, last < 0 ? value.length + last : last));
        return new Reply.Bytes(from > to ? NOTHING : Arrays.copyOfRange(value, from, to + 1));
    }

    Reply overwrite(Words words) {
        words.requireCount(4);
        long from = words.integer(2);
        if (from < 0) {
            throw new ServerError("ERR offset is out of range");
        }
        byte[] old = valueOf(words.text(1));
        byte[] bytes = words.bytes(3);
        if (bytes.length == 0) {
            return Answer.integer(old.length);
        }
        byte[] grown = Bits.ofAtLeast(from + bytes.length, old);
        System.arraycopy(bytes, 0, grown, (int) from, bytes.length);
        keys.putString(words.text(1), grown);
        return Answer.integer(grown.length);
    }

    /** Strings are changed in place, so the answer is a copy. */
    private static Reply copied(byte @Nullable [] value) {
        return value == null ? Answer.NIL : new Reply.Bytes(value.clone());
    }

    private byte[] valueOf(String key) {
        byte[] value = keys.string(key);
        return value == null ? NOTHING : value;
    }
}
