package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuavaHelperLayoutTest {

    private static final JsonObject FILE = Golden.file("guava-helper");
    private static final List<byte[]> STRINGS = Golden.elements(FILE, "string_elements");
    private static final GuavaHelperLayout LAYOUT = new GuavaHelperLayout();

    static List<JsonObject> grid() {
        return Golden.objects(FILE, "grid");
    }

    static List<JsonObject> degenerateParameters() {
        return Golden.objects(FILE, "degenerate_parameters");
    }

    static List<JsonObject> filters() {
        return Golden.objects(FILE, "filters");
    }

    @ParameterizedTest
    @MethodSource("grid")
    void findsTheOffsetsOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(expected);
        assertOffsets(expected.get("string"), STRINGS, Golden.integer(expected, "string_idx_step"), geometry);
        assertOffsets(expected.get("int"), Funnelled.integers(FILE), 1, geometry);
        assertOffsets(expected.get("long"), Funnelled.longs(FILE), 1, geometry);
    }

    @ParameterizedTest
    @MethodSource("filters")
    void fillsTheStringOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(expected);
        String key = Golden.text(expected, "redis_key");
        assertEquals(key, LAYOUT.place(key, geometry, 1, 0).key());
        assertTrue(Golden.text(expected, "funnel").startsWith("string"));
        MemoryFilter filter = new MemoryFilter(LAYOUT, geometry);
        List<byte[]> adds = Golden.adds(expected.get("adds"), STRINGS);
        adds.forEach(filter::add);
        Golden.assertString(expected, "", filter.string());
        long[] positives = Golden.matches(expected.get("probe_ints"), filter::mightContain);
        assertEquals(Golden.integer(expected, "positive_count"), positives.length);
        long[] falsePositives = Arrays.stream(positives)
                .filter(i -> !isAdded(adds, Golden.utf8(Long.toString(i))))
                .toArray();
        assertArrayEquals(Golden.numbers(expected.get("false_positives")), falsePositives);
        assertEquals(0, Golden.numbers(expected.get("false_negatives")).length);
        assertTrue(adds.stream().allMatch(filter::mightContain));
    }

    /** Where the original divides by zero, or by a negative number, there is no filter. */
    @ParameterizedTest
    @MethodSource("degenerateParameters")
    void refusesWhatTheOriginalCannotDo(JsonObject expected) {
        long capacity = Golden.number(expected, "n");
        double rate = expected.get("p").getAsDouble();
        int bits = Golden.integer(expected, "bitSize");
        assertTrue(bits <= 0);
        assertEquals(bits == 0, expected.has("murmurHashOffset_throws"));
        if (capacity >= 1 && LAYOUT.allowsRate(rate)) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> LAYOUT.size(capacity, rate, Sizing.BALANCED));
            assertTrue(refused.getMessage().contains("0 bits"), refused.getMessage());
        } else {
            // Nobody can ask for these: the builder of a specification refuses them.
            assertTrue(capacity < 1 || rate >= 1);
        }
        assertThrows(IllegalArgumentException.class, () -> new BitBudget(bits, 1));
    }

    @Test
    void cutsSizesToAnIntAsTheOriginal() {
        assertEquals(new BitBudget(Integer.MAX_VALUE, 1), LAYOUT.size(Integer.MAX_VALUE, 1e-9, Sizing.BALANCED));
        assertEquals(new BitBudget(Integer.MAX_VALUE, 15), LAYOUT.size(100_000_000, 1e-9, Sizing.BALANCED));
        assertEquals(new BitBudget(1549, 1074), LAYOUT.size(1, 0, Sizing.BALANCED));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> LAYOUT.size(1L << 31, 0.01, Sizing.BALANCED));
        assertTrue(refused.getMessage().contains("2147483647"), refused.getMessage());
        Geometry tooLarge = new Geometry(1L << 31, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> tooLarge.requireAllowedBy(LAYOUT));
    }

    private static Geometry geometry(JsonObject expected) {
        BitBudget budget =
                LAYOUT.size(Golden.number(expected, "n"), expected.get("p").getAsDouble(), Sizing.BALANCED);
        assertEquals(
                new BitBudget(Golden.number(expected, "bitSize"), Golden.integer(expected, "numHashFunctions")),
                budget);
        return LAYOUT.geometry(budget, 1).requireAllowedBy(LAYOUT);
    }

    private static void assertOffsets(JsonElement expected, List<byte[]> elements, int step, Geometry geometry) {
        List<JsonElement> rows = Golden.stream(expected).toList();
        for (int j = 0; j < rows.size(); j++) {
            byte[] element = elements.get(j * step);
            long[] offsets = new long[geometry.hashes()];
            LAYOUT.locate(element, element.length, geometry, offsets, 0);
            assertArrayEquals(Golden.numbers(rows.get(j)), offsets);
        }
    }

    private static boolean isAdded(List<byte[]> adds, byte[] element) {
        return adds.stream().anyMatch(added -> Arrays.equals(added, element));
    }
}
