package io.polybloom.internal.counter;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.layout.FilterNames;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** The key of a counter, and the server that has it. Immutable. */
final class CounterKey {

    /** A counter has one key, so one ordering key is enough. */
    private static final int ORDERING_KEY = 0;

    private final String name;
    private final byte[] bytes;
    private final int server;

    /**
     * Finds the key of a counter among the given number of independent servers.
     *
     * @throws IllegalArgumentException if a filter could not have the name
     */
    CounterKey(String name, int servers) {
        this.name = FilterNames.require(name);
        this.bytes = name.getBytes(StandardCharsets.UTF_8);
        CRC32 hash = new CRC32();
        hash.update(bytes);
        this.server = (int) (hash.getValue() % servers);
    }

    String name() {
        return name;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the name of a key in the same slot, under which a counter from elsewhere is merged. */
    byte[] temporary(String id) {
        return KeyNames.temporary(name, id).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the names alone put both keys in the same slot of the same server. */
    boolean isBeside(CounterKey other) {
        return server == other.server && slotName(name).equals(slotName(other.name));
    }

    Batch batch(Command... commands) {
        return new Batch(server, ORDERING_KEY, List.of(commands));
    }

    /** Returns the part of a key that Redis Cluster hashes: the hash tag, if there is one. */
    private static String slotName(String key) {
        int open = key.indexOf('{');
        return open < 0 ? key : key.substring(open + 1, key.indexOf('}'));
    }
}
