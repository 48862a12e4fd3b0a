package io.polybloom.simulation.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Random commands on few keys, so that types clash, with arguments of which some are wrong. */
final class RandomCommands {

    /** The commands that are compared. Those that tell the time, or need a replica, cannot be. */
    private static final String[] COMMANDS = {
        "GET",
        "SET",
        "SETNX",
        "STRLEN",
        "GETRANGE",
        "SETRANGE",
        "SETBIT",
        "GETBIT",
        "BITCOUNT",
        "BITOP",
        "BITFIELD",
        "BITFIELD",
        "BITFIELD_RO",
        "HSET",
        "HSETNX",
        "HDEL",
        "HGET",
        "HEXISTS",
        "HGETALL",
        "HLEN",
        "ZADD",
        "ZADD",
        "ZREM",
        "ZRANGEBYLEX",
        "ZLEXCOUNT",
        "ZREMRANGEBYLEX",
        "DEL",
        "UNLINK",
        "EXISTS",
        "TOUCH",
        "TYPE",
        "RENAMENX",
        "PERSIST",
        "PEXPIREAT",
        "PEXPIREAT",
        "PEXPIRE",
        "PTTL"
    };

    private static final String[] SEVENTH =
            Stream.concat(Stream.of(COMMANDS), Stream.of("PEXPIRETIME")).toArray(String[]::new);

    private static final String[] KEYS = {"a", "b", "c"};
    private static final String[] FIELDS = {"f", "g", "h"};
    private static final String[] BYTES = {"", "x", "\u00ff\u0001", "0123456789"};
    private static final String[] MEMBERS = {"", "-", "0", "0a", "0~", "1"};
    private static final String[] LIMITS = {"-", "+", "[", "[-", "(-", "[0", "(0", "[0~", "(0~", "[1", "0", ""};
    private static final String[] NUMBERS = {"0", "1", "2", "7", "8", "13", "40", "-1", "-3", "x", "01", "+1", ""};
    private static final String[] TYPES = {"u1", "u1", "u1", "u8", "i5", "u63", "i64", "u64", "x8", "u0"};
    private static final String[] FLAGS = {"NX", "XX", "GT", "LT", "gt"};
    private static final long FAR = 4_000_000_000_000L;

    private final SplittableRandom random;
    private final boolean isSeven;
    private final List<String> words = new ArrayList<>();

    /** Begins a sequence, with the additions of Redis 7 only if the server has them. */
    RandomCommands(long seed, boolean isSeven) {
        this.random = new SplittableRandom(seed);
        this.isSeven = isSeven;
    }

    /** The words of the next command. */
    List<String> next() {
        words.clear();
        String name = any(isSeven ? SEVENTH : COMMANDS);
        words.add(random.nextInt(20) == 0 ? name.toLowerCase(Locale.ROOT) : name);
        switch (name) {
            case "GET", "STRLEN", "HGETALL", "HLEN", "TYPE", "PERSIST", "PEXPIRETIME", "PTTL" -> key();
            case "SET" -> {
                key();
                words.add(any(BYTES));
                setOptions();
            }
            case "SETNX" -> keyAnd(any(BYTES));
            case "GETRANGE" -> keyAnd(any(NUMBERS), any(NUMBERS));
            case "SETRANGE" -> keyAnd(any(NUMBERS), any(BYTES));
            case "GETBIT" -> keyAnd(any(NUMBERS));
            case "SETBIT" -> keyAnd(any(NUMBERS), any("0", "1", "1", "2", "x"));
            case "BITCOUNT" -> bitCount();
            case "BITOP" -> {
                words.add(any("AND", "OR", "or", "XOR", "NOT", "NAND"));
                keys(2 + random.nextInt(2));
            }
            case "BITFIELD", "BITFIELD_RO" -> bitField();
            case "HSET" -> {
                key();
                for (int i = 0; i <= random.nextInt(2); i++) {
                    words.add(any(FIELDS));
                    words.add(any(BYTES));
                }
            }
            case "HSETNX" -> keyAnd(any(FIELDS), any(BYTES));
            case "HDEL" -> keyAnd(any(FIELDS), any(FIELDS));
            case "HGET", "HEXISTS" -> keyAnd(any(FIELDS));
            case "ZADD" -> {
                key();
                for (int i = 0; i <= random.nextInt(2); i++) {
                    words.add(any("0", "0", "0", "x"));
                    words.add(any(MEMBERS));
                }
            }
            case "ZREM" -> keyAnd(any(MEMBERS), any(MEMBERS));
            case "ZRANGEBYLEX", "ZLEXCOUNT", "ZREMRANGEBYLEX" -> keyAnd(any(LIMITS), any(LIMITS));
            case "RENAMENX" -> keys(2);
            case "PEXPIREAT" -> {
                keyAnd(any("1", "1700000000000", "x", "0", Long.toString(FAR + random.nextInt(3))));
                flags();
            }
            case "PEXPIRE" -> keyAnd(any("-1", "0", "x", "9223372036854775807"));
            default -> keys(1 + random.nextInt(2));
        }
        // A range without an end is an error of some servers only.
        boolean mayLackAWord = !name.equals("BITCOUNT") || words.size() == 2;
        if (random.nextInt(40) == 0 && mayLackAWord) {
            words.remove(words.size() - 1);
        }
        return List.copyOf(words);
    }

    private void bitCount() {
        key();
        if (random.nextBoolean()) {
            words.add(any("0", "1", "-2", "-1", "3"));
            words.add(any("0", "1", "-2", "-1", "3"));
            if (isSeven && random.nextInt(3) == 0) {
                words.add(any("BIT", "byte"));
            }
        }
    }

    private void bitField() {
        key();
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextInt(3) == 0) {
                words.add("OVERFLOW");
                words.add(any("SAT", "sat", "FAIL", "WRAP", "STOP"));
            }
            String name = any("GET", "GET", "SET", "INCRBY", "INCRBY", "POP");
            words.add(name);
            words.add(any(TYPES));
            words.add(any("0", "3", "#2", "17", "-1", "x"));
            if (!name.equals("GET")) {
                words.add(any(
                        "0", "1", "1", "-1", "-1", "-15", "255", "9223372036854775807", "-9223372036854775807", "x"));
            }
        }
    }

    private void setOptions() {
        boolean hasCondition = random.nextInt(3) == 0;
        if (hasCondition) {
            words.add(any("NX", "XX"));
        }
        if ((isSeven || !hasCondition) && random.nextInt(3) == 0) {
            words.add(any("GET", "KEEPTTL", "XX", "GT"));
        }
        if (random.nextInt(3) == 0) {
            words.add("PXAT");
            words.add(any(Long.toString(FAR), "1", "0", "x"));
        }
    }

    private void flags() {
        for (int i = isSeven ? random.nextInt(3) : 0; i > 0; i--) {
            words.add(any(FLAGS));
        }
    }

    private void keyAnd(String... more) {
        key();
        words.addAll(List.of(more));
    }

    private void keys(int count) {
        for (int i = 0; i < count; i++) {
            key();
        }
    }

    private void key() {
        words.add(any(KEYS));
    }

    private String any(String... words) {
        return words[random.nextInt(words.length)];
    }
}
