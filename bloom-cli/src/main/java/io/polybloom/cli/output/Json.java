package io.polybloom.cli.output;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** An object of JSON on one line, its fields in the order in which they are added. Not thread-safe. */
public final class Json {

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    /** They are legal in JSON, but would play with the terminal. */
    private static final Pattern CONTROLS = Pattern.compile("[\\u007f-\\u009f]");

    private final JsonObject fields = new JsonObject();

    /** Begins an object that tells which command has printed it. */
    public static Json of(String command) {
        return new Json().with("command", command);
    }

    /** Begins an object about an element: its text, or its bytes in hexadecimal if they are not UTF-8. */
    public static Json ofElement(byte[] bytes) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return new Json().with("element", text.toString());
        } catch (CharacterCodingException noText) {
            return new Json().with("hex", HexFormat.of().formatHex(bytes));
        }
    }

    /** Adds a text. */
    public Json with(String name, String value) {
        fields.addProperty(name, value);
        return this;
    }

    /** Adds a number. */
    public Json with(String name, Number value) {
        fields.addProperty(name, value);
        return this;
    }

    /** Adds a truth. */
    public Json with(String name, boolean value) {
        fields.addProperty(name, value);
        return this;
    }

    /** Adds another object. */
    public Json with(String name, Json value) {
        fields.add(name, value.fields);
        return this;
    }

    /** Adds numbers in their order. */
    public Json withNumbers(String name, Collection<? extends Number> values) {
        return withArray(name, values.stream().map(JsonPrimitive::new).toList());
    }

    /** Adds texts in their order. */
    public Json withTexts(String name, Collection<String> values) {
        return withArray(name, values.stream().map(JsonPrimitive::new).toList());
    }

    /** Adds objects in their order. */
    public Json withObjects(String name, Collection<Json> values) {
        return withArray(name, values.stream().map(value -> value.fields).toList());
    }

    /** Returns the object as one line of JSON (RFC 8259). */
    @Override
    public String toString() {
        return CONTROLS.matcher(GSON.toJson(fields))
                .replaceAll(control ->
                        String.format("\\\\u%04x", (int) control.group().charAt(0)));
    }

    private Json withArray(String name, Collection<? extends JsonElement> values) {
        JsonArray array = new JsonArray();
        values.forEach(array::add);
        fields.add(name, array);
        return this;
    }
}
