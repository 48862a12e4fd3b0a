package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A command as a server received it. Immutable as long as nobody writes into its arrays.
 *
 * @param parts the name of the command and its arguments, at least one
 */
public record Request(List<byte[]> parts) {

    /** Copies the list. */
    public Request {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a command without a name");
        }
    }

    /** Returns the name of the command in upper case: {@code "BITFIELD"}. */
    public String name() {
        return text(0).toUpperCase(Locale.ROOT);
    }

    /**
     * Returns one part as text, read as UTF-8.
     *
     * @param index 0 for the name as it was sent, 1 for the first argument
     * @return the text, or an empty one when there are fewer parts
     */
    public String text(int index) {
        return index < parts.size() ? new String(parts.get(index), UTF_8) : "";
    }

    /** Returns all parts as text, separated by blanks. */
    @Override
    public String toString() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            texts.add(text(i));
        }
        return String.join(" ", texts);
    }
}
