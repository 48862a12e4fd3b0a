package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Joiner;
import com.google.common.primitives.Longs;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoZeroLayoutTest {

    private static final JsonObject FILE = Golden.file("go-zero");
    private static final List<byte[]> ELEMENTS = Golden.elements(FILE, "elements");
    private static final GoZeroLayout LAYOUT = new GoZeroLayout();

    static List<JsonObject> locationCases() {
        return Golden.objects(FILE, "location_cases");
    }

    static List<JsonObject> filters() {
        return Golden.objects(FILE, "filters");
    }

    /** The remainders of a hash by the largest modulus and by a prime determine all of its 64 bits. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 32, 4294967291L})
    void hashesAsTheOriginal(long bits) {
        List<JsonElement> expected = Golden.stream(FILE.get("sum64")).toList();
        assertEquals(ELEMENTS.size(), expected.size());
        for (int i = 0; i < ELEMENTS.size(); i++) {
            long[] remainders = Golden.stream(expected.get(i))
                    .mapToLong(hash -> new BigInteger(hash.getAsString())
                            .mod(BigInteger.valueOf(bits))
                            .longValueExact())
                    .toArray();
            assertArrayEquals(remainders, locate(ELEMENTS.get(i), bits));
        }
    }

    @ParameterizedTest
    @MethodSource("locationCases")
    void findsTheLocationsOfTheOriginal(JsonObject expected) {
        int[] indexes = expected.has("els")
                ? Golden.stream(expected.get("els"))
                        .mapToInt(JsonElement::getAsInt)
                        .toArray()
                : IntStream.range(0, ELEMENTS.size()).toArray();
        List<JsonElement> locations = Golden.stream(expected.get("locations")).toList();
        assertEquals(indexes.length, locations.size());
        for (int i = 0; i < indexes.length; i++) {
            assertArrayEquals(
                    Golden.numbers(locations.get(i)),
                    locate(ELEMENTS.get(indexes[i]), Golden.number(expected, "bits")));
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void fillsTheStringOfTheOriginal(JsonObject expected) {
        Geometry geometry = geometry(Golden.number(expected, "bits"));
        String key = Golden.text(expected, "redis_key");
        assertEquals(key, LAYOUT.place(key, geometry, 1, 0).key());
        MemoryFilter filter = new MemoryFilter(LAYOUT, geometry);
        Golden.adds(expected.get("adds"), ELEMENTS).forEach(filter::add);
        Golden.assertString(expected, "", filter.string());
        long[] positives = Golden.matches(expected.get("probe_ints"), filter::mightContain);
        assertEquals(Golden.integer(expected, "probe_positive_count"), positives.length);
        if (expected.has("probe_positives")) {
            assertArrayEquals(Golden.numbers(expected.get("probe_positives")), positives);
        } else {
            assertEquals(
                    Golden.text(expected, "probe_positives_sha256_of_comma_joined"),
                    Golden.sha256(Golden.utf8(Joiner.on(',').join(Longs.asList(positives)))));
        }
        if (expected.has("element_positives")) {
            assertArrayEquals(
                    Golden.numbers(expected.get("element_positives")),
                    IntStream.range(0, ELEMENTS.size())
                            .filter(i -> filter.mightContain(ELEMENTS.get(i)))
                            .asLongStream()
                            .toArray());
        }
    }

    @Test
    void hasItsOwnHashesAndNoSizing() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> LAYOUT.size(1000, 0.01, Sizing.BALANCED));
        assertTrue(refused.getMessage().contains("give its bits"), refused.getMessage());
        // -14 * 1000 / ln(1 - 0.01^(1/14)), computed with 50 digits.
        assertTrue(refused.getMessage().endsWith("need 11008 bits)"), refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> LAYOUT.requireHashes(13));
        LAYOUT.requireHashes(14);
    }

    private static Geometry geometry(long bits) {
        return LAYOUT.geometry(new BitBudget(bits, 14), 1).requireAllowedBy(LAYOUT);
    }

    private static long[] locate(byte[] element, long bits) {
        long[] offsets = new long[14];
        LAYOUT.locate(element, element.length, geometry(bits), offsets, 0);
        return offsets;
    }
}
