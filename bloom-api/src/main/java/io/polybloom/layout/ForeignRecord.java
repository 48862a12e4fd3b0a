package io.polybloom.layout;

import java.util.Map;

/** The Redis hash in which another system stores the parameters of a filter. Stateless and thread-safe. */
public interface ForeignRecord {

    /** Returns the key of the hash. */
    String key(String name);

    /** Returns the fields of a filter, in the order in which the other system writes them. */
    Map<String, String> write(ForeignParameters parameters);

    /**
     * Reads the fields back.
     *
     * @throws IllegalArgumentException if they are not those that the other system writes; the message says what is
     *     wrong
     */
    ForeignParameters read(Map<String, String> fields);
}
