package io.polybloom.internal.counter;

import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.util.List;

/** Makes the commands that count. */
final class CountCommands {

    /** A counter that has counted nothing: "HYLL", the sparse form, 11 more bytes of the header, and 16,384 zeros. */
    private static final byte[] EMPTY = {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, (byte) 0xff};

    private static final byte[] IF_THERE = Commands.ascii("XX");
    private static final byte[] KEEP_EXPIRY = Commands.ascii("KEEPTTL");

    private CountCommands() {}

    /** Counts elements; without any, only makes the counter if it does not exist. */
    static Command add(CounterKey key, List<byte[]> elements) {
        return new Command(Verb.PFADD, key.bytes(), elements.toArray(byte[][]::new));
    }

    /** Estimates the count of a key that holds a counter, or nothing. */
    static Command count(CounterKey key) {
        return new Command(Verb.PFCOUNT, key.bytes());
    }

    /** Adds the elements of the counters of other keys in the same slot. */
    static Command merge(CounterKey key, List<byte[]> others) {
        return new Command(Verb.PFMERGE, key.bytes(), others.toArray(byte[][]::new));
    }

    /** Turns an existing key into an empty counter; it keeps its expiry. */
    static Command empty(CounterKey key) {
        return new Command(Verb.SET, key.bytes(), EMPTY, IF_THERE, KEEP_EXPIRY);
    }
}
