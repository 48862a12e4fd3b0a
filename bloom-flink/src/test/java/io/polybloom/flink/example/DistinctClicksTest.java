package io.polybloom.flink.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistinctClicksTest {

    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));

    @Test
    void thePageShowsThisProgram() throws Exception {
        String source = Files.readString(
                ROOT.resolve("bloom-flink/src/test/java/io/polybloom/flink/example/DistinctClicks.java"));
        assertTrue(Files.readString(ROOT.resolve("docs/flink.md")).contains("```java\n" + source + "```\n"));
    }

    @Test
    void printsEachClickOnceAndNothingWhenItRunsAgain() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            List<String> printed = run(redis.uri());
            assertEquals(1_000, printed.size());
            assertEquals(1_000, new HashSet<>(printed).size());
            assertEquals(List.of(), run(redis.uri()));
        }
    }

    /** Returns the clicks that a run prints, without the numbers of the subtasks before them. */
    private static List<String> run(String redis) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            DistinctClicks.main(new String[] {redis});
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("click-"))
                .map(line -> line.substring(line.indexOf("click-")))
                .toList();
    }
}
