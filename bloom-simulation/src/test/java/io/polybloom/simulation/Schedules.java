package io.polybloom.simulation;

/** How many schedules the tests follow; a long run sets another number, see CONTRIBUTING.md. */
public final class Schedules {

    private static final int IN_VERIFY = 6;

    /** The most schedules of each exploration of a world. */
    public static final int MOST = Integer.getInteger("simulation.schedules", IN_VERIFY);

    /** Whether this is a long run. */
    public static final boolean ARE_MANY = MOST > IN_VERIFY;

    private Schedules() {}
}
