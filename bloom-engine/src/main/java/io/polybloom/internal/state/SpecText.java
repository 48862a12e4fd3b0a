package io.polybloom.internal.state;

import com.google.common.base.Ascii;
import io.polybloom.BloomFilterException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.StrangeValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text of keys and values, {@code key=value} joined by {@code ;}, that a program has stored for a filter. A text of
 * another form, or one that lacks a key, is not ours; a correct text with an unknown value was written by a later
 * release.
 */
final class SpecText {

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
        for (int begin = 0; begin <= text.length(); ) {
            int semicolon = text.indexOf(';', begin);
            int end = semicolon < 0 ? text.length() : semicolon;
            put(text.substring(begin, end));
            begin = end + 1;
        }
    }

    private void put(String field) {
        int equals = field.indexOf('=');
        boolean isField = equals > 0 && equals == field.lastIndexOf('=') && isOfLetters(field, equals);
        if (!isField || values.put(field.substring(0, equals), field.substring(equals + 1)) != null) {
            throw unreadable(null);
        }
    }

    private static boolean isOfLetters(String field, int length) {
        for (int i = 0; i < length; i++) {
            if (!Ascii.isLowerCase(field.charAt(i)) && !Ascii.isUpperCase(field.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Checks that the text has these keys in this order; some of them may be left out. */
    void requireKeys(List<String> keys, Set<String> optional) {
        String unknown = null;
        int next = 0;
        for (String key : values.keySet()) {
            int place = keys.indexOf(key);
            if (place >= 0) {
                requireOptional(keys.subList(next, Math.max(next, place)), optional);
                if (place < next) {
                    throw unreadable(null);
                }
                next = place + 1;
            } else if (unknown == null) {
                unknown = key;
            }
        }
        requireOptional(keys.subList(next, keys.size()), optional);
        if (unknown != null) {
            throw laterRelease(unknown);
        }
    }

    private void requireOptional(List<String> leftOut, Set<String> optional) {
        if (!optional.containsAll(leftOut)) {
            throw unreadable(null);
        }
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    String get(String key) {
        String value = values.get(key);
        if (value == null) {
            throw unreadable(null);
        }
        return value;
    }

    /**
     * Returns the value of a key whose values are words from a fixed set; a word that this release does not know was
     * written by a later one.
     */
    <V> V word(String key, Function<String, @Nullable V> known) {
        return known(key, get(key), known);
    }

    /** Does so with a word that is a part of the value of a key. */
    <V> V known(String key, String word, Function<String, @Nullable V> known) {
        V value = known.apply(word);
        if (value != null) {
            return value;
        }
        throw WORD.matcher(word).matches() ? laterRelease(key) : unreadable(null);
    }

    /** Reads the text, in which a value out of its range is not ours. */
    <V> V reading(Supplier<V> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException unreadableValue) {
            throw unreadable(unreadableValue);
        }
    }

    /** Returns the complaint that the text is not that of a filter. */
    BloomFilterException unreadable(@Nullable IllegalArgumentException cause) {
        String found = ": '" + withoutSecret(text, secret) + "'" + SpecCodec.because(cause);
        return StrangeValue.noSpecification(name, "register", found, cause);
    }

    private UnsupportedFilterException laterRelease(String key) {
        return new UnsupportedFilterException("the filter '" + name + "' is stored with " + key + "=" + values.get(key)
                + ", which this release does not know: use a later release of Polybloom");
    }

    /** Returns a text without its secret, whether or not it is well-formed. */
    static String withoutSecret(String text, String secret) {
        return text.replaceAll(secret + "=[^;]*", secret + "=(secret)");
    }
}
