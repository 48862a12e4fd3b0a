package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.BloomFilter;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuavaLayoutTest {

    private static final JsonObject FILE = Golden.file("guava");
    private static final Guava64Layout GUAVA_64 = new Guava64Layout();
    private static final Guava32Layout GUAVA_32 = new Guava32Layout();

    static List<JsonObject> elementCases() {
        return Golden.objects(FILE, "element_cases");
    }

    static List<JsonObject> filters() {
        return Golden.objects(FILE, "filters");
    }

    static List<JsonObject> knownFalsePositives() {
        return Golden.objects(FILE, "known_false_positives");
    }

    static List<JsonObject> parameterTable() {
        return Golden.objects(FILE, "parameter_table");
    }

    static List<JsonObject> kFormulaChange() {
        return Golden.objects(FILE.getAsJsonObject("k_formula_change"), "differences");
    }

    @ParameterizedTest
    @MethodSource("elementCases")
    void setsTheBitsOfTheOriginal(JsonObject expected) {
        GuavaLayout layout = layout(expected);
        Geometry geometry = geometry(expected);
        assertEquals(
                Golden.text(expected, "writeTo_header_hex"),
                HexFormat.of().formatHex(GuavaFormat.of(layout.id(), geometry).header()));
        List<byte[]> elements = Funnelled.elements(FILE, Golden.text(expected, "funnel"));
        List<JsonElement> setBits = Golden.stream(expected.get("set_bits")).toList();
        for (int j = 0; j < setBits.size(); j++) {
            byte[] element = elements.get(j * Golden.integer(expected, "idx_step"));
            long[] offsets = new long[geometry.hashes()];
            layout.locate(element, element.length, geometry, offsets, 0);
            assertArrayEquals(Golden.numbers(setBits.get(j)), Golden.sortedDistinct(offsets));
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void fillsTheFilterOfTheOriginal(JsonObject expected) throws IOException {
        assertEquals("string_utf8", Golden.text(expected, "funnel"));
        GuavaLayout layout = layout(expected);
        Geometry geometry = geometry(expected);
        MemoryFilter filter = new MemoryFilter(layout, geometry);
        List<byte[]> adds = Golden.adds(expected.get("adds"), Funnelled.elements(FILE, "string_utf8"));
        assertEquals(
                Golden.integer(expected, "put_returned_true"),
                adds.stream().filter(filter::add).count());
        assertWritten(expected, layout, geometry, filter);
        long[] positives = Golden.matches(expected.get("probe_ints"), filter::mightContain);
        assertEquals(Golden.integer(expected, "positive_count"), positives.length);
        long[] falsePositives = Arrays.stream(positives)
                .filter(i -> adds.stream().noneMatch(added -> Arrays.equals(added, Golden.utf8(Long.toString(i)))))
                .toArray();
        assertEquals(Golden.integer(expected, "false_positive_count"), falsePositives.length);
        if (expected.has("false_positives")) {
            assertArrayEquals(Golden.numbers(expected.get("false_positives")), falsePositives);
        } else {
            assertArrayEquals(
                    Golden.numbers(expected.get("first_200_false_positives")), Arrays.copyOf(falsePositives, 200));
        }
    }

    /** Guava's own test of its strategies, with the numbers that it asserts. */
    @ParameterizedTest
    @MethodSource("knownFalsePositives")
    void hasTheFalsePositivesOfTheOriginal(JsonObject expected) throws IOException {
        GuavaLayout layout = layout(expected);
        Geometry geometry = geometry(expected);
        boolean isUtf8 = Golden.text(expected, "funnel").equals("string_utf8");
        MemoryFilter filter = new MemoryFilter(layout, geometry);
        IntStream.iterate(0, i -> i < 2_000_000, i -> i + 2).forEach(i -> filter.add(decimal(i, isUtf8)));
        long[] falsePositives = LongStream.iterate(1, i -> i < 2_000_000, i -> i + 2)
                .filter(i -> filter.mightContain(decimal(i, isUtf8)))
                .toArray();
        assertEquals(Golden.integer(expected, "false_positives_total"), falsePositives.length);
        assertArrayEquals(
                Golden.numbers(expected.get("false_positives_under_900")),
                Arrays.stream(falsePositives).filter(i -> i < 900).toArray());
        assertWritten(expected, layout, geometry, filter);
    }

    @ParameterizedTest
    @MethodSource("parameterTable")
    void sizesAsTheOriginal(JsonObject expected) {
        if (Golden.integer(expected, "bitSize") == 0) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> size(expected));
            assertTrue(refused.getMessage().contains("0 bits"), refused.getMessage());
            return;
        }
        BitBudget budget = size(expected);
        assertEquals(Golden.integer(expected, "k"), budget.hashes());
        assertEquals(Golden.number(expected, "optimalNumOfBits"), budget.totalBits());
        assertEquals(
                Golden.number(expected, "bitSize"), GUAVA_64.geometry(budget, 1).partitionBits());
    }

    @ParameterizedTest
    @MethodSource("kFormulaChange")
    void hasTheHashesOfLaterReleases(JsonObject expected) {
        BitBudget budget = size(expected);
        assertEquals(Golden.integer(expected, "k_guava>=33.4.0"), budget.hashes());
        assertEquals(
                64 * Golden.number(expected, "longs"),
                GUAVA_64.geometry(budget, 1).partitionBits());
    }

    @Test
    void keepsTheLimitsOfGuavaAndOfARedisString() {
        GUAVA_64.requireHashes(255);
        assertThrows(IllegalArgumentException.class, () -> GUAVA_64.requireHashes(256));
        assertEquals(
                255, GUAVA_64.size(1000, Math.scalb(1.0, -255), Sizing.BALANCED).hashes());
        assertThrows(IllegalArgumentException.class, () -> GUAVA_64.size(1000, Math.scalb(1.0, -256), Sizing.BALANCED));
        assertEquals(
                1L << 32,
                GUAVA_32.geometry(new BitBudget((1L << 32) - 63, 1), 1).partitionBits());
        Geometry tooLarge = GUAVA_64.geometry(new BitBudget((1L << 32) + 1, 1), 1);
        assertThrows(IllegalArgumentException.class, () -> tooLarge.requireAllowedBy(GUAVA_64));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> GUAVA_64.size(1_000_000_000, 0.01, Sizing.BALANCED));
        assertTrue(refused.getMessage().contains("more than 4294967296"), refused.getMessage());
    }

    private static void assertWritten(JsonObject expected, GuavaLayout layout, Geometry geometry, MemoryFilter filter)
            throws IOException {
        byte[] string = filter.string();
        Golden.assertString(expected, "setbit_image_", string);
        GuavaFormat format = GuavaFormat.of(layout.id(), geometry);
        byte[] written = GuavaBytes.file(format, string);
        assertEquals(Golden.integer(expected, "writeTo_len"), written.length);
        assertEquals(Golden.text(expected, "writeTo_sha256"), Golden.sha256(written));
        if (expected.has("writeTo_hex")) {
            assertEquals(Golden.text(expected, "writeTo_hex"), HexFormat.of().formatHex(written));
        }
        BloomFilter<byte[]> guava = GuavaBytes.filter(format, string);
        assertEquals(Golden.number(expected, "approximateElementCount"), guava.approximateElementCount());
        double expectedFpp = expected.get("expectedFpp").getAsDouble();
        assertEquals(expectedFpp, guava.expectedFpp());
        double fill = (double) filter.bitCount() / geometry.totalBits();
        assertEquals(expectedFpp, layout.falsePositiveRateAtFill(fill, geometry.hashes()));
    }

    private static byte[] decimal(long number, boolean isUtf8) {
        String text = Long.toString(number);
        return isUtf8 ? Golden.utf8(text) : Funnelled.unencodedChars(text);
    }

    private static GuavaLayout layout(JsonObject expected) {
        return switch (Golden.text(expected, "strategy")) {
            case "MURMUR128_MITZ_32" -> GUAVA_32;
            case "MURMUR128_MITZ_64" -> GUAVA_64;
            default -> throw new IllegalArgumentException("unknown strategy in " + expected);
        };
    }

    private static BitBudget size(JsonObject expected) {
        return GUAVA_64.size(Golden.number(expected, "n"), expected.get("p").getAsDouble(), Sizing.BALANCED);
    }

    private static Geometry geometry(JsonObject expected) {
        BitBudget budget = size(expected);
        Geometry geometry = layout(expected).geometry(budget, 1).requireAllowedBy(layout(expected));
        assertEquals(Golden.integer(expected, "numHashFunctions"), geometry.hashes());
        assertEquals(Golden.number(expected, "bitSize"), geometry.partitionBits());
        if (expected.has("optimalNumOfBits")) {
            assertEquals(Golden.number(expected, "optimalNumOfBits"), budget.totalBits());
        }
        return geometry;
    }
}
