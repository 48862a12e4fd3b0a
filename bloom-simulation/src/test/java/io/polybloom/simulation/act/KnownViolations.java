package io.polybloom.simulation.act;

import io.polybloom.simulation.explore.Exploration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the engine of today is known to break, one line for each world: the file must become empty. It is compared as a whole, so that a
 * violation that was mended must be struck out; {@code -Dsimulation.record=true} writes it anew.
 */
final class KnownViolations {

    private static final Path FILE = Path.of("src", "test", "resources", "known-violations.txt");
    private static final String SEPARATOR = " | ";

    private KnownViolations() {}

    static boolean areRecorded() {
        return Boolean.getBoolean("simulation.record");
    }

    /** The lines of a family. */
    static SortedMap<String, String> of(String family) {
        SortedMap<String, String> known = new TreeMap<>();
        for (String line : lines()) {
            if (line.startsWith(family + SEPARATOR)) {
                String[] parts = line.split(" \\| ");
                known.put(parts[1], parts[2]);
            }
        }
        return known;
    }

    /** What an exploration has found, as a line shows it. */
    static String text(Exploration exploration) {
        return exploration.findings().keySet().toString();
    }

    static synchronized void record(String family, Map<String, String> found) {
        List<String> lines = new ArrayList<>(lines());
        lines.removeIf(line -> line.startsWith(family + SEPARATOR));
        found.forEach((world, kinds) -> lines.add(family + SEPARATOR + world + SEPARATOR + kinds));
        lines.sort(null);
        try {
            Files.write(FILE, lines);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
