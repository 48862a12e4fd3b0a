package io.polybloom.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.kill.Halting;
import io.polybloom.kill.SeededKills;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A flow that polls the lines of a file. */
class KilledTest extends SeededKills {

    /** Enough that most runs commit a position, and few enough that the lines suffice for all kills. */
    private static final int PLACES = 240;

    KilledTest() {
        super("store");
    }

    @Override
    protected List<String> runWithKills(String way, List<String> lines, long seed) throws Exception {
        Path input = Files.write(directory.resolve("in"), lines);
        Path position = directory.resolve("position");
        Path output = Files.createFile(directory.resolve("out"));
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            int status = run(Victim.class, input, position, output, way, random.nextInt(PLACES));
            assertEquals(Halting.KILLED, status, way + ", kill " + kill);
        }
        assertEquals(0, run(Victim.class, input, position, output, way, Integer.MAX_VALUE));
        assertEquals(LINES, LineSource.committed(position));
        return Files.readAllLines(output);
    }
}
