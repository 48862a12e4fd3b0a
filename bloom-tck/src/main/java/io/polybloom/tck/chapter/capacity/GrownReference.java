package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.polybloom.FilterDescription;
import io.polybloom.layout.Geometry;
import io.polybloom.locate.ElementLocation;
import io.polybloom.locate.ElementLocator;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A growing filter in the memory of the kit: the bits that Redis must hold when one client has added one element after
 * the other. The client decides when a layer is full; the bits that follow from this decision are fixed.
 */
final class GrownReference {

    private static final byte ALIVE = (byte) 0x80;
    private static final byte ALIVE_AND_SEALED = (byte) 0xC0;

    private final Map<String, byte[]> partitions = new HashMap<>();
    private FilterDescription filter;
    private ElementLocator locator;

    GrownReference(FilterDescription filter) {
        this.filter = filter;
        this.locator = ElementLocator.stored(filter);
    }

    /**
     * Adds an element to the newest layer, unless an older layer holds it.
     *
     * @param now the filter as the client saw it after it had added the element
     */
    void add(FilterDescription now, String element) {
        if (now.layers().size() != filter.layers().size()) {
            filter = now;
            locator = ElementLocator.stored(now);
        }
        List<ElementLocation> places = locator.locate(element.getBytes(StandardCharsets.UTF_8));
        int newest = places.size() - 1;
        for (int layer = 0; layer < newest; layer++) {
            if (holds(layer, places.get(layer))) {
                return;
            }
        }
        byte[] bits = bits(newest, places.get(newest).key());
        for (long offset : places.get(newest).offsets()) {
            bits[(int) (offset >> 3)] |= (byte) (128 >> (offset & 7));
        }
    }

    /**
     * Verifies that every partition of every layer is under its key and holds these bits, and that all layers but one
     * are sealed.
     */
    void assertStoredOn(RespClient redis) {
        for (int layer = 0; layer < filter.layers().size(); layer++) {
            for (int number = 0; number < filter.layers().get(layer).partitions(); number++) {
                String key = StoredFilter.partition(filter, layer, number);
                byte[] expected = bits(layer, key).clone();
                boolean sealed = layer < filter.layers().size() - 1;
                expected[expected.length - 1] = sealed ? ALIVE_AND_SEALED : ALIVE;
                assertArrayEquals(expected, stored(redis, key), key);
            }
        }
    }

    private static byte @Nullable [] stored(RespClient redis, String key) {
        return (byte[]) redis.call("GET", key);
    }

    private boolean holds(int layer, ElementLocation place) {
        byte[] bits = bits(layer, place.key());
        for (long offset : place.offsets()) {
            if ((bits[(int) (offset >> 3)] & 128 >> (offset & 7)) == 0) {
                return false;
            }
        }
        return true;
    }

    private byte[] bits(int layer, String key) {
        Geometry geometry = filter.layers().get(layer);
        return partitions.computeIfAbsent(key, absent -> new byte[(int) (geometry.partitionBits() / 8 + 1)]);
    }
}
