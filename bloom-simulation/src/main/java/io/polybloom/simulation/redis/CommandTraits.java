package io.polybloom.simulation.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a server knows of its commands before it executes them. */
final class CommandTraits {

    /** Writes that need memory: a server whose memory is full refuses them. */
    private static final Set<String> GROWING = Set.of(
            "BITFIELD",
            "BITOP",
            "COPY",
            "HSET",
            "HSETNX",
            "PFADD",
            "PFMERGE",
            "SET",
            "SETBIT",
            "SETNX",
            "SETRANGE",
            "ZADD",
            "BF.INSERT",
            "BF.RESERVE");

    private static final Set<String> OTHER_WRITES =
            Set.of("DEL", "HDEL", "PERSIST", "PEXPIRE", "PEXPIREAT", "RENAMENX", "UNLINK", "ZREM", "ZREMRANGEBYLEX");

    private static final Set<String> WITHOUT_KEYS = Set.of("PING", "ROLE", "TIME", "WAIT", "WAITAOF");
    private static final Set<String> OF_TWO_KEYS = Set.of("COPY", "RENAMENX");
    private static final Set<String> OF_KEYS = Set.of("DEL", "EXISTS", "PFCOUNT", "PFMERGE", "TOUCH", "UNLINK");

    private CommandTraits() {}

    static String name(List<byte[]> words) {
        return text(words.get(0)).toUpperCase(Locale.ROOT);
    }

    static boolean isWrite(String name) {
        return GROWING.contains(name) || OTHER_WRITES.contains(name);
    }

    static boolean needsMemory(String name) {
        return GROWING.contains(name);
    }

    /** Returns the keys that a command names. */
    static List<String> keys(List<byte[]> words) {
        String name = name(words);
        int from = name.equals("BITOP") ? 2 : 1;
        int to = WITHOUT_KEYS.contains(name)
                ? from
                : OF_TWO_KEYS.contains(name) ? 3 : OF_KEYS.contains(name) || name.equals("BITOP") ? words.size() : 2;
        List<String> keys = new ArrayList<>();
        for (int i = from; i < Math.min(to, words.size()); i++) {
            keys.add(text(words.get(i)));
        }
        return keys;
    }

    static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }
}
