package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.ForeignRecord;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.codec.Kryo5Codec;

class RedissonLayoutTest {

    private static final JsonObject FILE = Golden.file("redisson");
    private static final RedissonLayout LAYOUT = new RedissonLayout();
    private static final ForeignRecord RECORD = LAYOUT.storedParameters().orElseThrow();

    static List<JsonObject> encodings() {
        return Golden.objects(FILE, "encodings");
    }

    static List<JsonObject> elementCases() {
        return Golden.objects(FILE, "element_cases");
    }

    static List<JsonObject> orderedCases() {
        return Golden.objects(FILE, "ordered_cases");
    }

    static List<JsonObject> filters() {
        return Golden.objects(FILE, "filters");
    }

    static List<JsonObject> keyNames() {
        return Golden.objects(FILE, "key_names");
    }

    static List<JsonArray> configTable() {
        assertEquals(
                List.of(
                        "expectedInsertions",
                        "falseProbability",
                        "size",
                        "hashIterations",
                        "falseProbability_text_in_hash",
                        "exception"),
                Golden.stream(FILE.getAsJsonObject("config_table").get("columns"))
                        .map(JsonElement::getAsString)
                        .toList());
        return Golden.stream(FILE.getAsJsonObject("config_table").get("rows"))
                .map(JsonElement::getAsJsonArray)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void hashesAsTheOriginal(JsonObject expected) {
        List<byte[]> elements = elements(Golden.text(expected, "codec"));
        List<JsonElement> hashes = Golden.stream(expected.get("hash128")).toList();
        assertEquals(elements.size(), hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            HashValue128 hash = RedissonLayout.hash(elements.get(i), elements.get(i).length);
            assertArrayEquals(
                    Golden.numbers(hashes.get(i)),
                    new long[] {hash.getLeastSignificantBits(), hash.getMostSignificantBits()});
        }
    }

    @ParameterizedTest
    @MethodSource("elementCases")
    void setsTheBitsOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(expected);
        List<byte[]> elements = elements(Golden.text(expected, "codec"));
        List<JsonElement> setBits = Golden.stream(expected.get("set_bits")).toList();
        for (int j = 0; j < setBits.size(); j++) {
            long[] offsets = locate(elements.get(j * Golden.integer(expected, "idx_step")), geometry);
            assertArrayEquals(Golden.numbers(setBits.get(j)), Golden.sortedDistinct(offsets));
        }
    }

    @ParameterizedTest
    @MethodSource("orderedCases")
    void setsTheBitsInTheOrderOfTheOriginal(JsonObject expected) {
        assertEquals("StringCodec/String", Golden.text(expected, "codec"));
        Geometry geometry =
                geometry(new BitBudget(Golden.number(expected, "size"), Golden.integer(expected, "hashIterations")));
        List<byte[]> elements = Golden.stream(FILE.get("string_elements"))
                .map(JsonElement::getAsJsonObject)
                .filter(element -> element.has("s"))
                .map(Golden::element)
                .toList();
        List<JsonElement> order = Golden.stream(expected.get("setbit_order")).toList();
        assertTrue(order.size() <= elements.size());
        for (int j = 0; j < order.size(); j++) {
            assertArrayEquals(Golden.numbers(order.get(j)), locate(elements.get(j), geometry));
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void fillsTheStringOfTheOriginal(JsonObject expected) throws IOException {
        String key = Golden.text(expected, "redis_key");
        Geometry geometry = geometry(expected);
        assertEquals(key, LAYOUT.place(key, geometry, 1, 0).key());
        assertEquals(Golden.text(expected, "config_key"), RECORD.key(key));
        Encoder encoder = encoder(Golden.text(expected, "codec"));
        MemoryFilter filter = new MemoryFilter(LAYOUT, geometry);
        int added = 0;
        for (int i : Golden.range(expected.getAsJsonObject("adds").get("ints")).toArray()) {
            added += filter.add(encoder.encode(Integer.toString(i))) ? 1 : 0;
        }
        assertEquals(Golden.integer(expected, "added_return_sum"), added);
        Golden.assertString(expected, "", filter.string());
        double fill = (double) filter.bitCount() / geometry.totalBits();
        assertEquals(
                Golden.number(expected, "count()"),
                Math.round(LAYOUT.estimateElements(fill, geometry.totalBits(), geometry.hashes())));
        List<Long> falsePositives = new ArrayList<>();
        int positives = 0;
        for (int i : Golden.range(expected.get("probe_ints")).toArray()) {
            boolean isPositive = filter.mightContain(encoder.encode(Integer.toString(i)));
            positives += isPositive ? 1 : 0;
            if (isPositive
                    && i
                            >= expected.getAsJsonObject("adds")
                                    .getAsJsonArray("ints")
                                    .get(1)
                                    .getAsInt()) {
                falsePositives.add((long) i);
            }
        }
        assertEquals(Golden.integer(expected, "positive_count"), positives);
        assertArrayEquals(
                Golden.numbers(expected.get("false_positives")),
                falsePositives.stream().mapToLong(Long::longValue).toArray());
    }

    @ParameterizedTest
    @MethodSource("keyNames")
    void namesTheKeysOfTheOriginal(JsonObject expected) {
        String name = Golden.text(expected, "name");
        Geometry geometry = geometry(new BitBudget(1, 1));
        assertEquals(
                Golden.text(expected, "bits_key"),
                LAYOUT.place(name, geometry, 1, 0).key());
        assertEquals(Golden.text(expected, "config_key"), RECORD.key(name));
    }

    @ParameterizedTest
    @MethodSource("configTable")
    void sizesAsTheOriginal(JsonArray row) {
        long capacity = row.get(0).getAsLong();
        double rate = row.get(1).getAsDouble();
        if (!row.get(5).isJsonNull()) {
            // Rates outside [0, 1) are refused before a layout is asked.
            boolean isRefused = !LAYOUT.allowsRate(rate);
            if (!isRefused) {
                assertThrows(IllegalArgumentException.class, () -> LAYOUT.size(capacity, rate, Sizing.BALANCED));
            }
            assertTrue(row.get(2).isJsonNull());
            return;
        }
        BitBudget budget = LAYOUT.size(capacity, rate, Sizing.BALANCED);
        assertEquals(new BitBudget(row.get(2).getAsLong(), row.get(3).getAsInt()), budget);
        assertEquals(
                row.get(4).getAsString(),
                RECORD.write(new ForeignParameters(budget, capacity, rate)).get("falseProbability"));
    }

    @Test
    void saysWhyAFilterCannotBe() {
        assertRefused("4294967294", () -> LAYOUT.size(1_000_000_000, 0.01, Sizing.BALANCED));
        assertRefused("0 bits", () -> LAYOUT.size(3, 0.99, Sizing.BALANCED));
        assertRefused("one server", () -> LAYOUT.geometry(new BitBudget(10, 1), 2));
        assertEquals(4294967294L, geometry(new BitBudget(4294967294L, 1074)).partitionBits());
        assertRefused("4294967294", () -> geometry(new BitBudget(4294967295L, 1)));
        assertRefused("1074", () -> LAYOUT.requireHashes(1075));
    }

    private static void assertRefused(String reason, org.junit.jupiter.api.function.Executable executable) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, executable);
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    /** The size that Redisson stored, which must be that of its n and p, and back to the same text. */
    private static Geometry geometry(JsonObject expected) {
        Map<String, String> fields = new LinkedHashMap<>();
        expected.getAsJsonObject("config_hash")
                .entrySet()
                .forEach(field -> fields.put(field.getKey(), field.getValue().getAsString()));
        ForeignParameters parameters = RECORD.read(fields);
        assertEquals(Golden.number(expected, "n"), parameters.capacity());
        assertEquals(expected.get("p").getAsDouble(), parameters.falsePositiveRate());
        assertEquals(
                parameters.budget(),
                LAYOUT.size(parameters.capacity(), parameters.falsePositiveRate(), Sizing.BALANCED));
        assertEquals(
                List.copyOf(fields.entrySet()),
                List.copyOf(RECORD.write(parameters).entrySet()));
        return geometry(parameters.budget());
    }

    private static Geometry geometry(BitBudget budget) {
        return LAYOUT.geometry(budget, 1).requireAllowedBy(LAYOUT);
    }

    private static long[] locate(byte[] element, Geometry geometry) {
        long[] offsets = new long[geometry.hashes()];
        LAYOUT.locate(element, element.length, geometry, offsets, 0);
        return offsets;
    }

    /** The bytes that a codec makes: the bytes that the file prints, or the obvious text. */
    private static List<byte[]> elements(String codec) {
        for (JsonObject encoding : encodings()) {
            if (Golden.text(encoding, "codec").equals(codec) && encoding.has("encoded_hex")) {
                return Golden.stream(encoding.get("encoded_hex"))
                        .map(hex -> HexFormat.of().parseHex(hex.getAsString()))
                        .toList();
            }
        }
        return switch (codec.substring(codec.indexOf('/') + 1)) {
            case "String" -> Golden.elements(FILE, "string_elements");
            case "byte[]" -> Golden.elements(FILE, "byte_array_elements");
            case "Long" -> texts("long_elements");
            case "Integer" -> texts("int_elements");
            default -> throw new IllegalArgumentException("unknown codec " + codec);
        };
    }

    private static List<byte[]> texts(String name) {
        return Golden.stream(FILE.get(name))
                .map(number -> Golden.utf8(number.getAsString()))
                .toList();
    }

    private interface Encoder {
        byte[] encode(String text) throws IOException;
    }

    /** Kryo is the caller's to bring; here it is the one of the real Redisson. */
    private static Encoder encoder(String codec) {
        return switch (codec) {
            case "StringCodec/String" -> Golden::utf8;
            case "default(Kryo5Codec)/String" -> {
                Kryo5Codec kryo = new Kryo5Codec();
                yield text -> {
                    ByteBuf encoded = kryo.getValueEncoder().encode(text);
                    try {
                        return ByteBufUtil.getBytes(encoded);
                    } finally {
                        encoded.release();
                    }
                };
            }
            default -> throw new IllegalArgumentException("unknown codec " + codec);
        };
    }
}
