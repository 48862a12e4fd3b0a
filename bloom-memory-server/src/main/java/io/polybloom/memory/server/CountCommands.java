package io.polybloom.memory.server;

import io.polybloom.spi.Reply;

/** The commands that count distinct elements. */
final class CountCommands {

    private final Keyspace keys;

    CountCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply add(Words words) {
        words.requireAtLeast(2);
        String key = words.text(1);
        boolean hasChanged = !keys.exists(key);
        HyperLogLog counter = HyperLogLog.of(keys.string(key));
        for (int i = 2; i < words.count(); i++) {
            hasChanged |= counter.add(words.bytes(i));
        }
        if (hasChanged) {
            keys.putString(key, counter.toBytes());
        }
        return Answer.flag(hasChanged);
    }

    Reply count(Words words) {
        words.requireAtLeast(2);
        return Answer.integer(merged(words).estimate());
    }

    /** The key is one of those that are merged. */
    Reply merge(Words words) {
        words.requireAtLeast(2);
        keys.putString(words.text(1), merged(words).toBytes());
        return Answer.OK;
    }

    private HyperLogLog merged(Words words) {
        HyperLogLog all = HyperLogLog.of(null);
        for (int i = 1; i < words.count(); i++) {
            all.merge(HyperLogLog.of(keys.string(words.text(i))));
        }
        return all;
    }
}
