package io.polybloom.internal.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reads from the fields of a config which slices of a generation there are, in a filter that forgets. */
final class Slices {

    /** Follows {@code ready.GEN.} in place of a number: the generation itself is ready, even if it has no slices. */
    static final long NONE = 0;

    private final Map<String, String> fields;
    private final String generation;

    Slices(Map<String, String> fields, String generation) {
        this.fields = fields;
        this.generation = generation;
    }

    /** Returns the slices that have been made, oldest first. */
    List<Long> ready() {
        List<Long> slices = numbers(ConfigRecord.READY);
        slices.removeIf(slice -> slice == NONE);
        return slices;
    }

    /** Returns the slices that may have partitions, oldest first. */
    List<Long> claimed() {
        TreeSet<Long> slices = new TreeSet<>(ready());
        slices.addAll(numbers(ConfigRecord.LAYER));
        return List.copyOf(slices);
    }

    private List<Long> numbers(String kind) {
        String prefix = kind + generation + ".";
        List<Long> numbers = new ArrayList<>();
        for (String field : fields.keySet()) {
            String number = field.startsWith(prefix) ? field.substring(prefix.length()) : "";
            if (!number.isEmpty() && number.length() < 19 && number.chars().allMatch(Character::isDigit)) {
                numbers.add(Long.parseLong(number));
            }
        }
        numbers.sort(null);
        return numbers;
    }
}
