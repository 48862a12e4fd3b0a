package io.polybloom.support;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Decides which names a filter may have. */
public final class FilterNames {

    private static final int MAX_NAME_BYTES = 512;

    private FilterNames() {}

    /** Throws an {@link IllegalArgumentException} for a name that is empty or not well-formed Unicode. */
    public static void requireNotEmpty(String name) {
        if (utf8Length(name) < 1) {
            throw new IllegalArgumentException("the name of a filter must not be empty");
        }
    }

    /**
     * Returns the name if a filter of a native layout may have it.
     *
     * @throws IllegalArgumentException if it does not have 1 to 512 bytes of UTF-8, or has braces other than one
     *     non-empty hash tag
     */
    public static String require(String name) {
        Objects.requireNonNull(name, "name");
        int bytes = utf8Length(name);
        if (bytes < 1 || bytes > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("a name must be 1 to 512 bytes of UTF-8 long, not " + bytes);
        }
        int open = name.indexOf('{');
        int close = name.indexOf('}');
        boolean hasBraces = open >= 0 || close >= 0;
        boolean hasOneTag =
                open >= 0 && close > open + 1 && open == name.lastIndexOf('{') && close == name.lastIndexOf('}');
        if (hasBraces && !hasOneTag) {
            throw new IllegalArgumentException(
                    "a name may contain braces only as one hash tag {...} that is not empty: '" + name + "'");
        }
        return name;
    }

    private static int utf8Length(String name) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
        } catch (CharacterCodingException unpairedSurrogate) {
            throw new IllegalArgumentException("a name must be well-formed Unicode", unpairedSurrogate);
        }
    }
}
