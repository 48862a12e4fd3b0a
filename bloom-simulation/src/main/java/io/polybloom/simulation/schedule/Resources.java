package io.polybloom.simulation.schedule;

import java.util.HashMap;
import java.util.Map;

/** Numbers the resources of a world in the order in which they are first named. Those past the last bit share it. */
public final class Resources {

    /** The wall clock, and those of the servers. */
    public static final String CLOCK = "clock";

    /** The keys of all servers. */
    public static final String KEYS = "keys";

    /** The order of calls and returns, where it matters for the verdict. */
    public static final String HISTORY = "history";

    private final Map<String, Integer> numbers = new HashMap<>();
    private long clocks;
    private long history;

    /** Names the clock of a client. */
    public static String clockOf(int client) {
        return CLOCK + " of " + client;
    }

    /** Returns the footprint of an event that reads the resource. */
    public Footprint read(String resource) {
        return new Footprint(bit(resource), 0);
    }

    /** Returns the footprint of an event that writes the resource. */
    public Footprint write(String resource) {
        return new Footprint(0, bit(resource));
    }

    /**
     * Returns what an event has touched that neither began nor ended a call.
     *
     * @param footprint what it may have touched
     * @param readsAClock whether it has read a clock
     */
    Footprint inTheMiddleOfACall(Footprint footprint, boolean readsAClock) {
        long untouched = history | (readsAClock ? 0 : clocks);
        return new Footprint(footprint.reads() & ~untouched, footprint.writes() & ~untouched);
    }

    private long bit(String resource) {
        Integer number = numbers.get(resource);
        if (number == null) {
            number = Math.min(numbers.size(), Long.SIZE - 1);
            numbers.put(resource, number);
            long own = number < Long.SIZE - 1 ? 1L << number : 0;
            clocks |= resource.startsWith(CLOCK) ? own : 0;
            history |= resource.equals(HISTORY) ? own : 0;
        }
        return 1L << number;
    }
}
