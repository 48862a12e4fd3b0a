package io.polybloom.internal;

import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layout;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The names of a filter's keys in Redis: the only place that knows them. */
public final class KeyNames {

    private static final int MAX_NAME_BYTES = 512;

    private final String name;
    private final boolean tagged;

    /** Creates the key names of a filter; the name must pass {@link #checkName}. */
    public KeyNames(String name) {
        this.name = checkName(name);
        this.tagged = name.indexOf('{') >= 0;
    }

    /** Throws {@link IllegalArgumentException} if a filter of that layout may not have the name; other systems allow any key. */
    public static void checkName(String name, Layout layout) {
        if (!(layout instanceof ForeignLayout)) {
            checkName(name);
        } else if (utf8Length(name) < 1) {
            throw new IllegalArgumentException("a filter's name must not be empty");
        }
    }

    /** Returns the name if it may be a filter's name; otherwise throws {@link IllegalArgumentException}. */
    public static String checkName(String name) {
        Objects.requireNonNull(name, "name");
        int bytes = utf8Length(name);
        if (bytes < 1 || bytes > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("a filter's name must have 1 to 512 bytes of UTF-8, not " + bytes);
        }
        int open = name.indexOf('{');
        int close = name.indexOf('}');
        boolean hasBraces = open >= 0 || close >= 0;
        boolean hasOneTag =
                open >= 0 && close > open + 1 && open == name.lastIndexOf('{') && close == name.lastIndexOf('}');
        if (hasBraces && !hasOneTag) {
            throw new IllegalArgumentException(
                    "a filter's name may have no braces, or exactly one non-empty hash tag {...}: '" + name + "'");
        }
        return name;
    }

    /** The filter's name. */
    public String name() {
        return name;
    }

    /** The key of the config hash. */
    public String config() {
        return tagged ? "bloom:" + name + ":config" : "bloom:{" + name + "}";
    }

    /** The key of the bits of a partition. */
    public String partition(int partition, String generation, int layer) {
        String place = tagged ? "bloom:" + name + ":" + partition : "bloom:{" + name + ":" + partition + "}";
        return place + ":" + generation + "." + layer;
    }

    /** The name of a key in the same slot, for what will be merged into the key or take its place. */
    static String temporary(String key, String suffix) {
        int open = key.indexOf('{');
        boolean hasTag = open >= 0 && key.indexOf('}', open) > open + 1;
        return (hasTag ? key : "{" + key + "}") + ":" + suffix;
    }

    private static int utf8Length(String name) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
        } catch (CharacterCodingException unpairedSurrogate) {
            throw new IllegalArgumentException("a filter's name must be well-formed Unicode", unpairedSurrogate);
        }
    }
}
