package io.polybloom.camel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.kill.Halting;
import io.polybloom.kill.SeededKills;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A route that reads the lines of a file. */
class KilledTest extends SeededKills {

    KilledTest() {
        super("plain");
    }

    /** A kill repeats at most the one line that was processed and not added. */
    @Test
    void lookUpProcessAddLosesNothing() throws Exception {
        List<String> lines = lines(5);
        List<String> processed = runWithKills("late", lines, 6);
        assertEquals(new HashSet<>(lines), new HashSet<>(processed));
        assertTrue(processed.size() - new HashSet<>(processed).size() <= KILLS, processed.toString());
    }

    @Override
    protected List<String> runWithKills(String way, List<String> lines, long seed) throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        Path output = Files.createFile(directory.resolve("out"));
        Files.writeString(input.resolve("clicks.txt"), String.join("\n", lines));
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            // A run passes the lines of earlier runs first: two places for each.
            int before = 2 * (int) Math.ceil((double) LINES * kill / KILLS);
            assertEquals(
                    Halting.KILLED,
                    run(Victim.class, input, output, way, before + random.nextInt(60)),
                    way + ", kill " + kill);
        }
        assertEquals(0, run(Victim.class, input, output, way, Integer.MAX_VALUE));
        try (Stream<Path> left = Files.list(input)) {
            assertEquals(0, left.filter(Files::isRegularFile).count(), "the endpoint has moved the file");
        }
        return Files.readAllLines(output);
    }
}
