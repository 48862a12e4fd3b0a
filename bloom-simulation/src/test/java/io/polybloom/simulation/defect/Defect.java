package io.polybloom.simulation.defect;

import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.world.World;
import java.util.Set;

/**
 * A defect of an engine.
 *
 * @param number its row in the list of defects
 * @param world the world in which it shows
 * @param promises those that it breaks, one of them at least
 */
record Defect(int number, World world, Set<Violation.Kind> promises) {

    static Defect of(int number, World world, Violation.Kind... promises) {
        return new Defect(number, world, Set.of(promises));
    }

    @Override
    public String toString() {
        return number + ": " + world.name();
    }
}
