package io.polybloom.simulation.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the simulation knows of the format, by texts that are written out here. */
class StoredFilterTest {

    private static final String STATE = "format=2;by=00000000000000b2;after=00000000000000b1;phase=ready;"
            + "life=000000000000000a;generation=000000000000000c;clears=1;rebuilds=0;begun=1;"
            + "layout=classic-v1;hash=murmur3;capacity=16;fpp=1.0E-7;sizing=1;bits=537;hashes=23;partitions=2;"
            + "maxPartitionBits=1024;servers=1;overCapacity=GROW;elements=0;"
            + "layers=000000000000001a/537/23/2,000000000000001b/1074/23/1;making=000000000000001c/99/23/1;"
            + "rebuild=000000000000000d/classic-v1/16/1.0E-7/1/537/23/2/1024;filling=000000000000001d/537/23/1;"
            + "ended=000000000000001e/1,000000000000001f/1";

    private final MemoryServer server = new MemoryServer(() -> Instant.ofEpochMilli(1_000));
    private final Keyspace keys = server.keys();

    private void execute(String... words) {
        server.execute(Arrays.stream(words)
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private StoredFilter clicks() {
        return Objects.requireNonNull(StoredFilter.read(keys, "clicks"));
    }

    @Test
    void theHighestNumberInEitherKeyIsTheCurrentVersion() {
        execute("HSETNX", "bloom:{clicks}", "9", STATE);
        execute("HSETNX", "bloom:{clicks}", "10", STATE.replace("phase=ready", "phase=clearing"));
        execute("HSETNX", "bloom:{clicks}:copy", "9", STATE);
        assertEquals(Set.of("clicks"), StoredFilter.names(keys));
        assertEquals(10, clicks().version());
        assertEquals("clearing", clicks().phase());
        execute("HSETNX", "bloom:{clicks}:copy", "10", STATE.replace("phase=ready", "phase=deleting"));
        assertEquals("deleting", clicks().phase());
        assertNull(StoredFilter.read(keys, "other"));
    }

    @Test
    void aVersionNamesLayers() {
        execute("HSETNX", "bloom:{clicks}", "1", STATE);
        StoredFilter filter = clicks();
        assertEquals(2, filter.layers().size());
        assertEquals(
                "bloom:{clicks:1}:000000000000001a", filter.key(filter.layers().get(0), 1));
        assertEquals(1_074, filter.bits(filter.layers().get(1)));
        assertEquals(1, filter.filling().size());
        assertTrue(filter.used()
                .containsAll(List.of("bloom:{clicks:0}:000000000000001c", "bloom:{clicks:0}:000000000000001d:bf")));
        assertTrue(filter.left()
                .containsAll(List.of("bloom:{clicks:0}:000000000000001e", "bloom:{clicks:0}:000000000000001f:mask")));
        assertTrue(filter.used().stream().noneMatch(filter.left()::contains));
        assertTrue(filter.grows());
        assertEquals(Keyspace.NEVER, filter.expireAt());
    }

    @Test
    void theLayerOfAWindowIsInTwoPlacesAtMost() {
        execute(
                "HSETNX",
                "bloom:{clicks}",
                "1",
                "phase=ready;life=a;clears=0;bits=100;partitions=1;window=300;slices=3;"
                        + "layers=000000000000001a/100/7/1;slice=18;moving=19;expireAt=5000;settle=1");
        StoredFilter filter = clicks();
        List<StoredFilter.Layer> places = filter.places(filter.layers().get(0));
        assertEquals(
                List.of("bloom:{clicks:0}:000000000000001a.18", "bloom:{clicks:0}:000000000000001a.19"),
                places.stream().map(place -> filter.key(place, 0)).toList());
        assertEquals(2_300, filter.expiryOf(places.get(0)));
        assertEquals(400, filter.bits(places.get(0)));
        assertEquals(5_000, filter.expireAt());
        assertTrue(filter.isUnsettled());
        assertTrue(StoredFilter.isPlace("bloom:{clicks:0}:000000000000001a.18", "clicks"));
        assertTrue(StoredFilter.isPlaceOrOnItsWay("bloom:{clicks:0}:000000000000001a.18:old", "clicks"));
    }

    @Test
    void aListOfWritersNamesTheirClaims() {
        execute("HSETNX", "bloom:{clicks}", "1", STATE);
        execute("HSETNX", "bloom:{clicks}:writers:000000000000000a.1:copy", "w", "00000000000000cc");
        execute("HSETNX", "bloom:{clicks}:writers:000000000000000a.0", "v", "00000000000000cd");
        assertEquals(
                Set.of("bloom:{clicks}:writers:000000000000000a.1:copy", "bloom:{clicks:w}:claims:00000000000000cc"),
                clicks().claims());
        assertEquals(
                "bloom:{clicks}:writers:000000000000000a.1",
                StoredFilter.twin("bloom:{clicks}:writers:000000000000000a.1:copy"));
        assertEquals("bloom:{clicks}:copy", StoredFilter.twin("bloom:{clicks}"));
        assertNull(StoredFilter.twin("bloom:{clicks:0}:000000000000001a"));
    }
}
