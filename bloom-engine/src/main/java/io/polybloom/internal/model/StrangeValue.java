package io.polybloom.internal.model;

import io.polybloom.BloomFilterException;
import io.polybloom.ForeignDataException;
import org.jspecify.annotations.Nullable;

/** Complains of a value under a key of a filter, or in a snapshot of one, that Polybloom did not write. */
public final class StrangeValue {

    private StrangeValue() {}

    /**
     * Returns the complaint.
     *
     * @param name the filter's name; null if only a key is known
     * @param message names the value, and what to do
     */
    public static BloomFilterException complaint(@Nullable String name, String message, @Nullable Throwable cause) {
        return new ForeignDataException(name, message, cause);
    }

    /**
     * Returns the complaint that the parameters of a filter are not where they should be.
     *
     * @param place what was read, such as {@code register}
     * @param found the rest of the sentence: what is there instead
     */
    public static BloomFilterException noSpecification(
            String name, String place, String found, @Nullable Throwable cause) {
        return complaint(
                name,
                "the " + place + " of the filter '" + name + "' does not contain a Polybloom specification" + found
                        + ". Remove the key by hand if nothing else uses it, or choose another name",
                cause);
    }
}
