package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Hashing;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The golden files, which the real programs have written, and the conventions that they share. */
final class Golden {

    private Golden() {}

    static JsonObject file(String name) {
        try (Reader reader = new InputStreamReader(
                Golden.class.getResourceAsStream("/golden/" + name + ".json"), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(reader).getAsJsonObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JsonObject> objects(JsonObject parent, String name) {
        List<JsonObject> objects =
                stream(parent.get(name)).map(JsonElement::getAsJsonObject).toList();
        if (objects.isEmpty()) {
            throw new IllegalArgumentException(name + " is empty");
        }
        return objects;
    }

    static long number(JsonObject parent, String name) {
        return parent.get(name).getAsLong();
    }

    static int integer(JsonObject parent, String name) {
        return parent.get(name).getAsInt();
    }

    static String text(JsonObject parent, String name) {
        return parent.get(name).getAsString();
    }

    static long[] numbers(JsonElement array) {
        return stream(array).mapToLong(JsonElement::getAsLong).toArray();
    }

    static Stream<JsonElement> stream(JsonElement array) {
        return StreamSupport.stream(array.getAsJsonArray().spliterator(), false);
    }

    /** Element objects, as bytes. */
    static List<byte[]> elements(JsonObject file, String name) {
        return stream(file.get(name))
                .map(element -> element(element.getAsJsonObject()))
                .toList();
    }

    /** Element objects that are text, and Java's strings for them. */
    static List<String> strings(JsonObject file, String name) {
        return stream(file.get(name))
                .map(element -> string(element.getAsJsonObject()))
                .toList();
    }

    static byte[] element(JsonObject element) {
        return element.has("h") ? HexFormat.of().parseHex(text(element, "h")) : utf8(string(element));
    }

    private static String string(JsonObject element) {
        if (element.has("s")) {
            return text(element, "s");
        }
        StringBuilder units = new StringBuilder();
        stream(element.get("u16")).forEach(unit -> units.append((char) Integer.parseInt(unit.getAsString(), 16)));
        return units.toString();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A half-open range {@code [from, to, step]}. */
    static IntStream range(JsonElement fromToStep) {
        JsonArray range = fromToStep.getAsJsonArray();
        int from = range.get(0).getAsInt();
        int to = range.get(1).getAsInt();
        int step = range.get(2).getAsInt();
        return IntStream.iterate(from, i -> i < to, i -> i + step);
    }

    /** The elements that were added: a range of decimal texts, chosen elements, or all of them. */
    static List<byte[]> adds(JsonElement adds, List<byte[]> all) {
        if (adds.isJsonPrimitive()) {
            return all;
        }
        if (adds.getAsJsonObject().has("els")) {
            return stream(adds.getAsJsonObject().get("els"))
                    .map(index -> all.get(index.getAsInt()))
                    .toList();
        }
        return decimals(adds.getAsJsonObject().get("ints"));
    }

    static List<byte[]> decimals(JsonElement fromToStep) {
        return range(fromToStep).mapToObj(i -> utf8(Integer.toString(i))).toList();
    }

    /** The numbers of a range for which something holds. */
    static long[] matches(JsonElement fromToStep, Predicate<byte[]> predicate) {
        return range(fromToStep)
                .filter(i -> predicate.test(utf8(Integer.toString(i))))
                .asLongStream()
                .toArray();
    }

    static long[] sortedDistinct(long[] offsets) {
        return Arrays.stream(offsets).sorted().distinct().toArray();
    }

    static String sha256(byte[] bytes) {
        return Hashing.sha256().hashBytes(bytes).toString();
    }

    /** Strings may have been left out of the file where they are long; those that are there must agree. */
    static void assertString(JsonObject expected, String prefix, byte[] string) {
        assertEquals(integer(expected, prefix + "strlen"), string.length);
        assertEquals(text(expected, prefix + "sha256"), sha256(string));
        assertEquals(number(expected, "bitcount"), MemoryFilter.setBits(string).size());
        for (String name : List.of("bits", "set_bits")) {
            if (expected.has(name) && expected.get(name).isJsonArray()) {
                List<Long> bits = new ArrayList<>();
                stream(expected.get(name)).forEach(bit -> bits.add(bit.getAsLong()));
                assertEquals(bits, MemoryFilter.setBits(string));
            }
        }
    }
}
