package io.polybloom.simulation.defect;

import io.polybloom.simulation.world.World;

/**
 * A defect of an earlier engine.
 *
 * @param number its row in the list of defects
 * @param world the world in which it showed
 */
record Defect(int number, World world) {

    @Override
    public String toString() {
        return number + ": " + world.name();
    }
}
