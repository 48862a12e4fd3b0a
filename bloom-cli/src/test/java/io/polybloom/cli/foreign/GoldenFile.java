package io.polybloom.cli.foreign;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The numbers that a real program has written, with its elements as bytes. */
record GoldenFile(JsonObject root) {

    static GoldenFile of(String system) {
        InputStreamReader text = new InputStreamReader(
                GoldenFile.class.getResourceAsStream("/golden/" + system + ".json"), StandardCharsets.UTF_8);
        return new GoldenFile(JsonParser.parseReader(text).getAsJsonObject());
    }

    /** The objects of a list. */
    List<JsonObject> cases(String list) {
        List<JsonObject> cases = new ArrayList<>();
        root.getAsJsonArray(list).forEach(entry -> cases.add(entry.getAsJsonObject()));
        if (cases.isEmpty()) {
            throw new IllegalArgumentException(list + " is empty");
        }
        return cases;
    }

    /** The elements of a list: objects, or numbers that are written as decimal text. */
    List<byte[]> elements(String list) {
        List<byte[]> elements = new ArrayList<>();
        for (JsonElement element : root.getAsJsonArray(list)) {
            if (element.isJsonPrimitive()) {
                elements.add(element.getAsString().getBytes(StandardCharsets.UTF_8));
            } else if (element.getAsJsonObject().has("h")) {
                elements.add(HexFormat.of()
                        .parseHex(element.getAsJsonObject().get("h").getAsString()));
            } else {
                elements.add(text(element.getAsJsonObject()).getBytes(StandardCharsets.UTF_8));
            }
        }
        return elements;
    }

    /** The elements of a list of texts, as two bytes for each char, the lower one first. */
    List<byte[]> units(String list) {
        List<byte[]> elements = new ArrayList<>();
        for (JsonObject element : cases(list)) {
            String text = text(element);
            ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
            text.chars().forEach(unit -> bytes.putShort((short) unit));
            elements.add(bytes.array());
        }
        return elements;
    }

    /** The elements of a list of numbers, with the given number of bytes each, in little-endian order. */
    List<byte[]> littleEndian(String list, int size) {
        List<byte[]> elements = new ArrayList<>();
        for (JsonElement number : root.getAsJsonArray(list)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(number.getAsLong());
            elements.add(java.util.Arrays.copyOf(bytes.array(), size));
        }
        return elements;
    }

    /** The decimal numbers of a half-open range {@code [from, to, step]}, as text. */
    static List<String> decimals(JsonElement fromToStep) {
        JsonArray range = fromToStep.getAsJsonArray();
        List<String> decimals = new ArrayList<>();
        for (int i = range.get(0).getAsInt();
                i < range.get(1).getAsInt();
                i += range.get(2).getAsInt()) {
            decimals.add(Integer.toString(i));
        }
        return decimals;
    }

    static List<Long> numbers(JsonElement array) {
        List<Long> numbers = new ArrayList<>();
        array.getAsJsonArray().forEach(number -> numbers.add(number.getAsLong()));
        return numbers;
    }

    private static String text(JsonObject element) {
        if (element.has("s")) {
            return element.get("s").getAsString();
        }
        StringBuilder text = new StringBuilder();
        element.getAsJsonArray("u16").forEach(unit -> text.append((char) Integer.parseInt(unit.getAsString(), 16)));
        return text.toString();
    }
}
