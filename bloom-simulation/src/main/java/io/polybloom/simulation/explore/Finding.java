package io.polybloom.simulation.explore;

import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.schedule.RecordedChoices;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A schedule that breaks a promise.
 *
 * @param world where
 * @param choices the schedule
 * @param kind the promise
 */
public record Finding(World world, List<Integer> choices, Violation.Kind kind) {

    /**
     * Returns the same finding with as few deviations as possible: each is left out if the promise is broken without
     * it, too.
     */
    public Finding shrunk() {
        List<Integer> best = new ArrayList<>(choices);
        boolean shrinks = true;
        while (shrinks) {
            shrinks = false;
            for (int i = best.size() - 1; i >= 0; i--) {
                if (best.get(i) != 0) {
                    List<Integer> shorter = new ArrayList<>(best);
                    shorter.set(i, 0);
                    if (isBrokenBy(shorter)) {
                        best = shorter;
                        shrinks = true;
                    }
                }
            }
        }
        return new Finding(world, List.copyOf(best), kind);
    }

    /** Returns the journals of findings, each with as few deviations as possible. */
    public static String journals(Collection<Finding> findings) {
        return findings.stream().map(Finding::shrunk).map(Finding::journal).collect(Collectors.joining("\n\n"));
    }

    /** Returns whether the world shows the finding when it runs along the schedule. */
    public boolean isReproduced() {
        return isBrokenBy(choices);
    }

    /** Returns the journal of the schedule, and its violations. */
    public String journal() {
        Run run = Run.of(world, RecordedChoices.repeating(choices), state -> {}, true);
        StringBuilder text = new StringBuilder("world: " + world.name() + "\n" + run.journal());
        run.violations().forEach(violation -> text.append("\n!! ").append(violation));
        return text.toString();
    }

    private boolean isBrokenBy(List<Integer> schedule) {
        Run run = Run.of(world, RecordedChoices.repeating(schedule), state -> {}, false);
        return run.violations().stream().anyMatch(violation -> violation.kind() == kind);
    }
}
