package io.polybloom.simulation.schedule;

import java.util.HashMap;
import java.util.Map;

/** Numbers the resources of a world in the order in which they are first named. Those past the last bit share it. */
public final class Resources {

    /** The wall clock. */
    public static final String CLOCK = "clock";

    /** The order of calls and returns, where it matters for the verdict. */
    public static final String HISTORY = "history";

    private final Map<String, Integer> numbers = new HashMap<>();

    /** Returns the footprint of an event that reads the resource. */
    public Footprint read(String resource) {
        return new Footprint(bit(resource), 0);
    }

    /** Returns the footprint of an event that writes the resource. */
    public Footprint write(String resource) {
        return new Footprint(0, bit(resource));
    }

    private long bit(String resource) {
        Integer number = numbers.get(resource);
        if (number == null) {
            number = Math.min(numbers.size(), Long.SIZE - 1);
            numbers.put(resource, number);
        }
        return 1L << number;
    }
}
