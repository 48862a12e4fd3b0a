package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Locale;

/** The commands on keys of any type: existence, names and expiries. */
final class KeyCommands {

    private static final long NO_KEY = -2;
    private static final long NO_EXPIRY = -1;

    private final Keyspace keys;

    KeyCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply remove(Words words) {
        words.requireAtLeast(2);
        long removed = 0;
        for (int i = 1; i < words.count(); i++) {
            removed += keys.remove(words.text(i)) ? 1 : 0;
        }
        return Answer.integer(removed);
    }

    Reply exists(Words words) {
        words.requireAtLeast(2);
        long count = 0;
        for (int i = 1; i < words.count(); i++) {
            count += keys.exists(words.text(i)) ? 1 : 0;
        }
        return Answer.integer(count);
    }

    Reply type(Words words) {
        words.requireCount(2);
        String key = words.text(1);
        if (keys.isSortedSet(key)) {
            return Answer.text("zset");
        }
        return Answer.text(keys.isHash(key) ? "hash" : keys.exists(key) ? "string" : "none");
    }

    Reply renameIfAbsent(Words words) {
        words.requireCount(3);
        if (!keys.exists(words.text(1))) {
            throw new ServerError("ERR no such key");
        }
        if (keys.exists(words.text(2))) {
            return Answer.ZERO;
        }
        keys.rename(words.text(1), words.text(2));
        return Answer.ONE;
    }

    Reply persist(Words words) {
        words.requireCount(2);
        boolean expires = keys.expireAt(words.text(1)) != Keyspace.NEVER;
        keys.expire(words.text(1), Keyspace.NEVER);
        return Answer.flag(expires);
    }

    Reply timeToLive(Words words) {
        words.requireCount(2);
        return Answer.integer(remaining(words.text(1), keys.clock().millis()));
    }

    Reply expireTime(Words words) {
        words.requireCount(2);
        return Answer.integer(remaining(words.text(1), 0));
    }

    private long remaining(String key, long since) {
        if (!keys.exists(key)) {
            return NO_KEY;
        }
        long expireAt = keys.expireAt(key);
        return expireAt == Keyspace.NEVER ? NO_EXPIRY : expireAt - since;
    }

    /** Executes PEXPIRE, where the base is now, and PEXPIREAT, where it is 0. */
    Reply expire(Words words, long base) {
        words.requireAtLeast(3);
        boolean nx = false;
        boolean xx = false;
        boolean gt = false;
        boolean lt = false;
        for (int i = 3; i < words.count(); i++) {
            switch (words.option(i)) {
                case "NX" -> nx = true;
                case "XX" -> xx = true;
                case "GT" -> gt = true;
                case "LT" -> lt = true;
                default -> throw new ServerError("ERR Unsupported option " + words.text(i));
            }
        }
        if (nx && (xx || gt || lt)) {
            throw new ServerError("ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        if (gt && lt) {
            throw new ServerError("ERR GT and LT options at the same time are not compatible");
        }
        long instant = instant(words, base);
        String key = words.text(1);
        long current = keys.expireAt(key);
        boolean hasExpiry = current != Keyspace.NEVER;
        boolean isRefused =
                (nx && hasExpiry) || (xx && !hasExpiry) || (gt && instant <= current) || (lt && instant >= current);
        if (!keys.exists(key) || isRefused) {
            return Answer.ZERO;
        }
        if (instant <= keys.clock().millis()) {
            keys.remove(key);
        } else {
            keys.expire(key, instant);
        }
        return Answer.ONE;
    }

    private static long instant(Words words, long base) {
        long value = words.integer(2);
        if (value > Long.MAX_VALUE - base - 1) {
            throw new ServerError("ERR invalid expire time in '" + words.name().toLowerCase(Locale.ROOT) + "' command");
        }
        return value + base;
    }

    Reply time() {
        long millis = keys.clock().millis();
        return new Reply.Many(
                List.of(Answer.text(Long.toString(millis / 1000)), Answer.text(Long.toString(millis % 1000 * 1000))));
    }
}
