package io.polybloom.layouts;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Elements of the golden files as the bytes that Guava's funnels make of them. */
final class Funnelled {

    private Funnelled() {}

    static List<byte[]> elements(JsonObject file, String funnel) {
        return switch (funnel) {
            case "string_utf8" -> Golden.elements(file, "string_elements");
            case "unencoded_chars" ->
                Golden.strings(file, "string_elements").stream()
                        .map(Funnelled::unencodedChars)
                        .toList();
            case "byte_array" -> Golden.elements(file, "byte_array_elements");
            case "integer" -> integers(file);
            case "long" -> longs(file);
            default -> throw new IllegalArgumentException("unknown funnel " + funnel);
        };
    }

    static List<byte[]> integers(JsonObject file) {
        return Golden.stream(file.get("int_elements"))
                .map(JsonElement::getAsInt)
                .map(number -> ByteBuffer.allocate(4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(number)
                        .array())
                .toList();
    }

    static List<byte[]> longs(JsonObject file) {
        return Golden.stream(file.get("long_elements"))
                .map(JsonElement::getAsLong)
                .map(number -> ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(number)
                        .array())
                .toList();
    }

    static byte[] unencodedChars(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }
}
