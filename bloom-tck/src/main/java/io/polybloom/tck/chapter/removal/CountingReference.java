package io.polybloom.tck.chapter.removal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.polybloom.FilterDescription;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A filter in the memory of the kit: the counters that Redis must hold. It changes those that {@link ElementLocator}
 * names, whose formulas golden vectors verify, and asks no backend.
 */
final class CountingReference {

    private static final int MOST = 15;

    private final ElementLocator locator;
    private final int bytes;
    private final Map<String, byte[]> partitions = new TreeMap<>();

    /** Begins with an empty filter. */
    CountingReference(FilterDescription description) {
        this.locator = ElementLocator.stored(description);
        this.bytes = (int) (description.geometry().partitionBits() / 8 + 1);
    }

    /** Adds an element and returns whether one of its counters was 0. */
    boolean add(String element) {
        boolean isNew = false;
        ElementLocation location = locate(element);
        for (long offset : location.offsets()) {
            int value = read(location.key(), offset);
            isNew |= value == 0;
            write(location.key(), offset, Math.min(MOST, value + 1));
        }
        return isNew;
    }

    /** Removes an element and returns whether none of its counters was 0. */
    boolean remove(String element) {
        boolean wasThere = true;
        ElementLocation location = locate(element);
        for (long offset : location.offsets()) {
            int value = read(location.key(), offset);
            wasThere &= value > 0;
            write(location.key(), offset, value == MOST ? MOST : Math.max(0, value - 1));
        }
        return wasThere;
    }

    /** Returns where the counters of an element are. */
    ElementLocation locate(String element) {
        return locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0);
    }

    /** Verifies that every partition that an element was in holds these counters, and a trailer. */
    void assertStoredOn(RespClient redis) {
        partitions.forEach((key, expected) -> assertArrayEquals(expected, (byte[]) redis.call("GET", key), key));
    }

    private int read(String key, long offset) {
        return partition(key)[(int) (offset / 8)] >> shift(offset) & MOST;
    }

    private void write(String key, long offset, int value) {
        byte[] counters = partition(key);
        int others = counters[(int) (offset / 8)] & ~(MOST << shift(offset));
        counters[(int) (offset / 8)] = (byte) (others | value << shift(offset));
    }

    private byte[] partition(String key) {
        return partitions.computeIfAbsent(key, made -> {
            byte[] counters = new byte[bytes];
            counters[bytes - 1] = (byte) 0x80;
            return counters;
        });
    }

    /** The first counter of a byte is its upper half. */
    private static int shift(long offset) {
        return offset % 8 == 0 ? 4 : 0;
    }
}
