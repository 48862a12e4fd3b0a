package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.polybloom.FilterDescription;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.ElementLocation;
import io.polybloom.spi.ElementLocator;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.StandaloneServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A filter in the memory of the kit: the bits that Redis must hold. It sets the bits that {@link ElementLocator} names, whose
 * formulas are held by golden vectors, and asks no backend.
 */
final class Reference {

    private final FilterDescription description;
    private final ElementLocator locator;
    private final Map<String, byte[]> partitions = new TreeMap<>();

    Reference(FilterDescription description) {
        this.description = description;
        this.locator = ElementLocator.stored(description);
        Geometry geometry = description.geometry();
        for (int partition = 0; partition < geometry.partitions(); partition++) {
            byte[] bits = new byte[(int) (geometry.partitionBits() / 8 + 1)];
            bits[bits.length - 1] = (byte) 0x80;
            partitions.put(key(partition), bits);
        }
    }

    /** Adds an element and returns whether a bit has changed. */
    boolean add(String element) {
        ElementLocation location =
                locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0);
        byte[] bits = partitions.get(location.key());
        boolean changed = false;
        for (long offset : location.offsets()) {
            int mask = 128 >> (offset & 7);
            changed |= (bits[(int) (offset >> 3)] & mask) == 0;
            bits[(int) (offset >> 3)] |= (byte) mask;
        }
        return changed;
    }

    /** Sees that every partition is where it belongs and holds these bits. */
    void assertStoredOn(List<? extends StandaloneServer> servers) {
        for (int partition = 0; partition < partitions.size(); partition++) {
            String key = key(partition);
            try (RespClient redis = servers.get(partition % servers.size()).client()) {
                assertArrayEquals(partitions.get(key), (byte[]) redis.call("GET", key), key);
            }
        }
    }

    private String key(int partition) {
        return "bloom:{" + description.name() + ":" + partition + "}:" + description.generation() + ".0";
    }
}
