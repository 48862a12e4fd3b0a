package io.polybloom.simulation;

import java.util.regex.Pattern;

/** How many schedules the tests follow; a long run sets another number, see CONTRIBUTING.md. */
public final class Schedules {

    private static final int IN_VERIFY = 1;

    /** That of the profile {@code long}. */
    private static final int IN_LONG_TESTS = 6;

    /** The most schedules of each exploration of a world. */
    public static final int MOST = Integer.getInteger("simulation.schedules", IN_VERIFY);

    /** Whether this is an ordinary build, not the profile {@code long}. */
    public static final boolean ARE_FEW = MOST < IN_LONG_TESTS;

    /** Whether this is a run of many hours. */
    public static final boolean ARE_MANY = MOST > IN_LONG_TESTS;

    /** Only what has a name in which this pattern is found is explored, and its journal is printed. */
    private static final String ONLY = System.getProperty("simulation.only", "");

    private Schedules() {}

    /** Returns whether something is to be explored, by its name. */
    public static boolean isWanted(String name) {
        return Pattern.compile(ONLY).matcher(name).find();
    }

    /** Returns whether the run is only about what was named, so that it shows what it finds. */
    public static boolean areNamed() {
        return !ONLY.isEmpty();
    }
}
