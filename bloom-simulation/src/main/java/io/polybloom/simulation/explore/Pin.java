package io.polybloom.simulation.explore;

import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Shows whether a change of the engine changes what it does: a hash over the schedules, batches, replies and outcomes
 * of all explored runs of this JVM, by world. It is taken only on request, in the file that the system property
 * {@code simulation.pin} names, and is written when the JVM ends. Two such files of the same tests are equal if and
 * only if nothing has changed.
 */
final class Pin {

    private static final String FILE = System.getProperty("simulation.pin", "");
    private static final boolean IS_TAKEN = !FILE.isEmpty();
    private static final Map<String, Runs> WORLDS = new ConcurrentHashMap<>();

    static {
        if (IS_TAKEN) {
            Runtime.getRuntime().addShutdownHook(new Thread(Pin::write, "pin"));
        }
    }

    private Pin() {}

    /** Worlds may have the same name and be explored in any order, so the hashes of their runs are added. */
    private record Runs(long count, long hash) {

        Runs and(Runs other) {
            return new Runs(count + other.count, hash + other.hash);
        }
    }

    /** Whether the runs must keep transcripts. */
    static boolean isTaken() {
        return IS_TAKEN;
    }

    /** Runs a world along one schedule. */
    static Run follow(World world, Choices choices, LongConsumer states) {
        Run run = IS_TAKEN ? Run.withTranscript(world, choices, states) : Run.of(world, choices, states, false);
        note(world, run);
        return run;
    }

    /** Notes a run of a world that has followed a schedule. */
    static void note(World world, Run run) {
        if (IS_TAKEN) {
            WORLDS.merge(world.name(), new Runs(1, run.hash()), Runs::and);
        }
    }

    private static void write() {
        StringBuilder text = new StringBuilder();
        Runs all = new Runs(0, 0);
        for (Map.Entry<String, Runs> world : new TreeMap<>(WORLDS).entrySet()) {
            text.append(line(world.getValue(), world.getKey()));
            all = all.and(world.getValue());
        }
        try {
            Files.writeString(Path.of(FILE), line(all, "all worlds") + text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(Runs runs, String name) {
        return "%016x %8d %s%n".formatted(runs.hash(), runs.count(), name);
    }
}
