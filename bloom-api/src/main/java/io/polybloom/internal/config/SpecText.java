package io.polybloom.internal.config;

import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text of keys and values, {@code key=value} joined by {@code ;}, that somebody has stored for a filter. What is no
 * such text, or lacks a key, is foreign data; what says something unknown in a text that is right otherwise was written
 * by a later release.
 */
final class SpecText {

    private static final Pattern FIELD = Pattern.compile("([A-Za-z]+)=([^;=]*)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]+");

    private final String name;
    private final String text;
    private final String secret;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads the text of a filter's parameters.
     *
     * @param secret the key whose value is never shown
     */
    SpecText(String name, String text, String secret) {
        this.name = name;
        this.text = text;
        this.secret = secret;
        for (String field : text.split(";", -1)) {
            Matcher matcher = FIELD.matcher(field);
            if (!matcher.matches() || values.put(matcher.group(1), matcher.group(2)) != null) {
                throw foreign(null);
            }
        }
    }

    /** Checks that the text has these keys in this order; some of them may be left out. */
    void requireKeys(List<String> keys, Set<String> optional) {
        List<String> expected = new ArrayList<>(keys);
        expected.removeIf(key -> optional.contains(key) && !values.containsKey(key));
        List<String> known = new ArrayList<>(values.keySet());
        known.retainAll(keys);
        if (!known.equals(expected)) {
            throw foreign(null);
        }
        for (String key : values.keySet()) {
            if (!keys.contains(key)) {
                throw laterRelease(key);
            }
        }
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    String get(String key) {
        String value = values.get(key);
        if (value == null) {
            throw foreign(null);
        }
        return value;
    }

    /**
     * The value of a key that takes one of some words; a word that this release does not know was written by a later
     * one.
     */
    <V> V word(String key, Function<String, @Nullable V> known) {
        String word = get(key);
        V value = known.apply(word);
        if (value != null) {
            return value;
        }
        throw WORD.matcher(word).matches() ? laterRelease(key) : foreign(null);
    }

    /** The complaint that the text is none of a filter's. */
    ForeignDataException foreign(@Nullable IllegalArgumentException cause) {
        return new ForeignDataException(
                name,
                "the config of the filter '" + name + "' holds no Polybloom specification: '"
                        + withoutSecret(text, secret)
                        + "'. Remove the key by hand if nothing else uses it, or choose another name",
                cause);
    }

    private UnsupportedFilterException laterRelease(String key) {
        return new UnsupportedFilterException("the filter '" + name + "' is stored with " + key + "=" + values.get(key)
                + ", which this release does not know: use a later release of Polybloom");
    }

    /** A text as it may be shown, be it well-formed or not. */
    static String withoutSecret(String text, String secret) {
        return text.replaceAll(secret + "=[^;]*", secret + "=(secret)");
    }
}
