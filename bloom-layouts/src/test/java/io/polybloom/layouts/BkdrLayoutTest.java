package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignLayout.Place;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BkdrLayoutTest {

    private static final JsonObject FILE = Golden.file("bloomfilter-redis");
    private static final List<byte[]> ELEMENTS = Golden.elements(FILE, "elements");
    private static final BkdrLayout LAYOUT = new BkdrLayout();

    static List<JsonObject> offsetCases() {
        return Golden.objects(FILE, "offset_cases");
    }

    static List<JsonObject> filters() {
        return Golden.objects(FILE, "filters");
    }

    static List<JsonObject> partitionCases() {
        return Golden.objects(FILE, "partition_cases");
    }

    @ParameterizedTest
    @MethodSource("offsetCases")
    void findsTheOffsetsOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(expected);
        List<byte[]> elements = Golden.stream(expected.get("els"))
                .map(index -> ELEMENTS.get(index.getAsInt()))
                .toList();
        List<JsonElement> offsets = Golden.stream(expected.get("offsets")).toList();
        assertEquals(elements.size(), offsets.size());
        for (int i = 0; i < elements.size(); i++) {
            assertArrayEquals(Golden.numbers(offsets.get(i)), locate(LAYOUT, elements.get(i), geometry));
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void fillsTheStringOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(expected);
        assertEquals(
                Golden.text(expected, "redis_key"),
                LAYOUT.place(Golden.text(expected, "php_key_arg"), geometry, 1, 0)
                        .key());
        MemoryFilter filter = new MemoryFilter(LAYOUT, geometry);
        long[] seen = addAll(filter, Golden.adds(expected.get("adds"), ELEMENTS));
        assertEquals(Golden.integer(expected, "add_returned_true_count"), seen.length);
        assertArrayEquals(Golden.numbers(expected.get("add_returned_true_at")), seen);
        Golden.assertString(expected, "", filter.string());
    }

    @ParameterizedTest
    @MethodSource("partitionCases")
    void findsTheServersAndKeysOfTheOriginal(JsonObject expected) {
        BkdrLayout layout = new BkdrLayout(Golden.number(expected, "max_partition_size"));
        int servers = Golden.integer(expected, "n_redis");
        Geometry geometry = geometry(layout, expected, servers);
        List<JsonElement> positions = Golden.stream(expected.get("position")).toList();
        assertEquals(ELEMENTS.size(), positions.size());
        for (int i = 0; i < positions.size(); i++) {
            byte[] element = ELEMENTS.get(i);
            int partition = layout.locate(element, element.length, geometry, new long[geometry.hashes()], 0);
            Place place = layout.place(Golden.text(expected, "php_key_arg"), geometry, servers, partition);
            long crc32 = positions.get(i).getAsJsonArray().get(0).getAsLong();
            assertEquals(crc32 % geometry.partitions(), partition);
            assertEquals(positions.get(i).getAsJsonArray().get(1).getAsInt(), place.server());
            assertEquals(positions.get(i).getAsJsonArray().get(2).getAsString(), place.key());
        }
        Set<Integer> numbers = new HashSet<>();
        places(layout, geometry, servers).forEach(place -> numbers.add(place.number()));
        assertEquals(Golden.integer(expected, "n_partitions"), numbers.size());
        assertArrayEquals(
                Golden.numbers(expected.get("add_returned_true_at")),
                addAll(new MemoryFilter(layout, geometry, servers), ELEMENTS));
    }

    /** PHP: {@code $m > MAX ? ceil(ceil($m / $n) / MAX) : 1}, in doubles. */
    @ParameterizedTest
    @CsvSource({"1, 65536", "2, 65536", "3, 65536", "4, 65536", "5, 65536", "1, 4294967296", "5, 4294967296"})
    void givesEachPairOfServerAndKeyOnePartition(int servers, long maxKeyBits) {
        BkdrLayout layout = new BkdrLayout(maxKeyBits);
        Random random = new Random(servers);
        for (int round = 0; round < 2000; round++) {
            long bits = 1 + (long) (random.nextDouble() * 12 * maxKeyBits);
            int keys = bits > maxKeyBits ? (int) Math.ceil(Math.ceil((double) bits / servers) / maxKeyBits) : 1;
            Geometry geometry = layout.geometry(new BitBudget(bits, 8), servers);
            List<Place> places = places(layout, geometry, servers);
            assertEquals(places.size(), new HashSet<>(places).size());
            byte[] element = new byte[random.nextInt(300)];
            random.nextBytes(element);
            long crc32 =
                    Integer.toUnsignedLong(Hashing.crc32().hashBytes(element).asInt());
            Place place = places.get(layout.locate(element, element.length, geometry, new long[8], 0));
            assertEquals(
                    new Place(
                            (int) (crc32 % servers),
                            (int) (crc32 % keys),
                            "x." + crc32 % keys,
                            Math.min(bits, 1L << 31)),
                    place);
        }
    }

    @Test
    void goesToTheServersThatElementsCanReach() {
        Geometry one = LAYOUT.geometry(new BitBudget(1L << 34, 8), 2);
        assertEquals(
                2, one.partitions(), "2 servers with 2 keys each, of which an element reaches .0 or .1 by one number");
        assertEquals(
                List.of(new Place(0, 0, "x.0", 1L << 31), new Place(1, 1, "x.1", 1L << 31)), places(LAYOUT, one, 2));
        assertEquals(6, LAYOUT.geometry(new BitBudget(3L << 33, 8), 3).partitions());
    }

    @Test
    void refusesWhatTheOriginalCannotHave() {
        assertThrows(IllegalArgumentException.class, () -> LAYOUT.geometry(new BitBudget(1000, 8), 0));
        assertThrows(IllegalArgumentException.class, () -> LAYOUT.geometry(new BitBudget((1L << 47) + 1, 8), 1));
        assertThrows(IllegalArgumentException.class, () -> LAYOUT.requireHashes(25));
        LAYOUT.requireHashes(24);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> LAYOUT.size(1000, 0.01, Sizing.BALANCED));
        assertTrue(refused.getMessage().contains("give its bits"), refused.getMessage());
    }

    @Test
    void takesTheLargestFilterWithoutOverflow() {
        Geometry geometry = LAYOUT.geometry(new BitBudget(1L << 47, 24), 5);
        assertEquals((1L << 47) * geometry.partitions(), geometry.totalBits());
        assertEquals(geometry, geometry.requireAllowedBy(LAYOUT));
    }

    private static long[] addAll(MemoryFilter filter, List<byte[]> elements) {
        List<Long> seen = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            if (!filter.add(elements.get(i))) {
                seen.add((long) i);
            }
        }
        return seen.stream().mapToLong(Long::longValue).toArray();
    }

    private static List<Place> places(ForeignLayout layout, Geometry geometry, int servers) {
        List<Place> places = new ArrayList<>();
        for (int partition = 0; partition < geometry.partitions(); partition++) {
            places.add(layout.place("x", geometry, servers, partition));
        }
        return places;
    }

    private static Geometry geometry(JsonObject expected) {
        return geometry(LAYOUT, expected, 1);
    }

    private static Geometry geometry(BkdrLayout layout, JsonObject expected, int servers) {
        return layout.geometry(new BitBudget(Golden.number(expected, "m"), Golden.integer(expected, "k")), servers);
    }

    private static long[] locate(BkdrLayout layout, byte[] element, Geometry geometry) {
        long[] offsets = new long[geometry.hashes()];
        layout.locate(element, element.length, geometry, offsets, 0);
        return offsets;
    }
}
