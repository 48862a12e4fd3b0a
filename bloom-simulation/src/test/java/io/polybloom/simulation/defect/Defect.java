package io.polybloom.simulation.defect;

import io.polybloom.simulation.world.World;

/**
 * A defect of an earlier engine.
 *
 * @param number its row in the list of defects
 * @param world the world in which it showed
 * @param schedules the most schedules of each number of deviations
 */
record Defect(int number, World world, int schedules) {

    private static final int USUAL = 2_000;

    Defect(int number, World world) {
        this(number, world, USUAL);
    }

    @Override
    public String toString() {
        return number + ": " + world.name();
    }
}
