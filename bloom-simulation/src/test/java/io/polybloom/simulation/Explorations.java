package io.polybloom.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Explores many worlds as one family. */
public final class Explorations {

    /** One broken promise mostly shows in many worlds. */
    private static final int MOST_JOURNALS = Integer.getInteger("simulation.journals", 3);

    /** The most schedules of each exploration in a run that follows all of a kind; 0 in any other run. */
    public static final int MOST_OF_A_LONG_RUN = Integer.getInteger("simulation.most", 0);

    private Explorations() {}

    /**
     * Follows some schedules of a pair, with any number of deviations. If {@code simulation.most} is set, it follows
     * all those with one deviation instead.
     */
    public static Exploration explorePair(Exploration exploration, World world, int schedules) {
        if (MOST_OF_A_LONG_RUN == 0) {
            return exploration.explore(world, schedules);
        }
        exploration.exhaust(world, 1, MOST_OF_A_LONG_RUN);
        return exploration;
    }

    /**
     * Explores worlds and prints a summary; fails if a promise is broken in any of them, with the journals of the first
     * ones. They are also printed as soon as they are found, since a long run goes on for hours.
     */
    public static Exploration explore(
            String family, Iterable<World> worlds, BiFunction<Exploration, World, Exploration> exploring) {
        Exploration all = new Exploration();
        List<String> broken = new ArrayList<>();
        List<String> journals = new ArrayList<>();
        for (World world : worlds) {
            Exploration one = exploring.apply(new Exploration(), world);
            all.include(one);
            for (Finding finding : one.findings().values()) {
                broken.add(finding.kind() + " in " + world.name());
                System.out.println("violated: " + finding.kind() + " in " + world.name());
                if (broken.size() <= MOST_JOURNALS) {
                    journals.add(finding.shrunk().journal());
                    System.out.println(journals.get(journals.size() - 1) + "\n");
                }
            }
        }
        System.out.println(all.summary(family));
        assertEquals("", String.join("\n", broken), () -> String.join("\n\n", journals));
        return all;
    }
}
