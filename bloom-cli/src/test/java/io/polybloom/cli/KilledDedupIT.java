package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code bloom dedup} as a process that is killed at seeded commands and started again on the same input. The number of
 * kills is the property {@code bloom.kills}; docs/deduplication.md says how to run it with 100.
 */
class KilledDedupIT {

    private static final int KILLS = Integer.getInteger("bloom.kills", 1);

    /** After that many kills a run goes to its end, and the next round begins with a new filter. */
    private static final int KILLS_OF_A_ROUND = 5;

    /** Enough for several batches, even where there is one kill. */
    private static final int DISTINCT = KILLS > 1 ? 30_000 : 12_000;

    private static final int LINES = KILLS > 1 ? 40_000 : 16_000;
    private static final int MOST_PRINTED_AGAIN = 8_192;
    private static final long LIMIT_SECONDS = 300;

    private static final Ending KILL = new Ending(CommandProcess::kill, 137);
    private static final Ending END = new Ending(CommandProcess::end, 143);

    @TempDir
    Path directory;

    private Ending ending = KILL;

    /** How a run is ended, and its exit code. */
    private record Ending(Consumer<AtomicReference<Process>> process, int exitCode) {}

    @ParameterizedTest
    @ValueSource(strings = {"--writer orders-0", "--at-least-once"})
    void aRunThatIsKilledLosesNoLine(String order) throws IOException {
        Path input = input();
        Toll toll = new Toll();
        String[] options = order.split(" ");
        SplittableRandom random = new SplittableRandom(13);
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            int commands = commandsOfARun(front, input, options);
            for (int round = 0; toll.kills < KILLS; round++) {
                int[] moments = random.ints(Math.min(KILLS_OF_A_ROUND, KILLS - toll.kills), 1, commands + 1)
                        .toArray();
                runRound(front, input, "round-" + round, any -> true, moments, toll, options);
            }
        }
        System.out.println("dedup " + order + ": " + toll);
        assertEquals(0, toll.lost, toll.toString());
        assertTrue(toll.repeated <= (long) toll.kills * MOST_PRINTED_AGAIN, toll.toString());
        assertEquals(KILLS, toll.kills, toll.toString());
    }

    /** SIGTERM, in the middle of an add: the batch is printed, and the next run continues after it. */
    @Test
    void aRunThatIsAskedToEndLosesAndRepeatsNoLine() throws IOException {
        ending = END;
        Toll toll = new Toll();
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            runRound(front, input(), "asked", new Adds(), new int[] {2}, toll);
        }
        System.out.println("dedup, ended by SIGTERM: " + toll);
        assertEquals(1, toll.kills, toll.toString());
        assertEquals(0, toll.lost, toll.toString());
        assertEquals(0, toll.repeated, toll.toString());
    }

    /**
     * The control: the run dies at its first add, whose lines are new and not printed yet. So they are lost for
     * certain, however many lines the first batch has.
     */
    @Test
    void withoutAWriterLinesAreLost() throws IOException {
        Toll toll = new Toll();
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            runRound(front, input(), "control", new Adds(), new int[] {1}, toll);
        }
        System.out.println("dedup without a writer: " + toll);
        assertEquals(1, toll.kills, toll.toString());
        assertNotEquals(0, toll.lost, toll.toString());
        assertEquals(0, toll.repeated, toll.toString());
    }

    /** The cost of the kills, over all rounds. */
    private static final class Toll {
        private int kills;
        private long lost;
        private long repeated;

        @Override
        public String toString() {
            return kills + " kills, " + lost + " lines lost, " + repeated + " printed again, of " + DISTINCT
                    + " distinct lines in each round";
        }
    }

    /** Chooses the commands that add lines: a BITFIELD that sets bits, or the EXEC of a group that merges them. */
    private static final class Adds implements Predicate<Request> {

        private boolean isMerging;

        @Override
        public synchronized boolean test(Request request) {
            if (request.name().equals("MULTI")) {
                isMerging = false;
            } else if (request.name().equals("BITOP")) {
                // The group that asks whether groups are allowed merges into its temporary key.
                isMerging = !request.text(2).endsWith(":add");
            }
            boolean setsBits = request.name().equals("BITFIELD")
                    && request.parts().size() > 9
                    && request.text(8).equals("SET");
            return setsBits || isMerging && request.name().equals("EXEC");
        }
    }

    /** Kills a run at each of the moments and starts it again; the last one goes to its end. */
    private void runRound(
            ScriptedServer front,
            Path input,
            String name,
            Predicate<Request> deadly,
            int[] moments,
            Toll toll,
            String... options)
            throws IOException {
        Map<String, Integer> printed = new HashMap<>();
        for (int start = 0; start <= moments.length; start++) {
            int fatal = start < moments.length ? moments[start] : Integer.MAX_VALUE;
            Path output = directory.resolve("output");
            toll.kills += run(front, input, name, deadly, fatal, output, options) ? 1 : 0;
            for (String line : completeLines(output)) {
                printed.merge(line, 1, Integer::sum);
            }
        }
        Set<String> expected = new HashSet<>(Files.readAllLines(input));
        toll.lost +=
                expected.stream().filter(line -> !printed.containsKey(line)).count();
        toll.repeated += printed.values().stream().mapToInt(count -> count - 1).sum();
        assertTrue(expected.containsAll(printed.keySet()));
    }

    private int commandsOfARun(ScriptedServer front, Path input, String... options) throws IOException {
        Path output = directory.resolve("output");
        assertTrue(!run(front, input, "measure", any -> true, Integer.MAX_VALUE, output, options));
        return front.requests().size();
    }

    /**
     * Runs it to its end, or kills it when it sends that one of the deadly commands; the value is whether it was
     * killed.
     */
    private boolean run(
            ScriptedServer front,
            Path input,
            String name,
            Predicate<Request> deadly,
            int fatal,
            Path output,
            String... options)
            throws IOException {
        front.forgetRequests();
        AtomicInteger commands = new AtomicInteger();
        AtomicReference<Process> process = new AtomicReference<>();
        front.answer(request -> {
            if (deadly.test(request) && commands.incrementAndGet() == fatal) {
                ending.process().accept(process);
            }
            return null;
        });
        process.set(start(front.uri(), input, name, output, options));
        CommandProcess.awaitEnd(process.get(), LIMIT_SECONDS);
        boolean wasKilled = commands.get() >= fatal;
        assertEquals(wasKilled ? ending.exitCode() : 0, process.get().exitValue());
        return wasKilled;
    }

    private static Process start(String uri, Path input, String name, Path output, String... options)
            throws IOException {
        List<String> command = CommandProcess.command(List.of(
                "dedup", "--name", name, "--capacity", Integer.toString(DISTINCT), "--fpp", "1e-12", "--redis", uri));
        command.addAll(List.of(options));
        command.add(input.toString());
        return new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Every line is there once, and some of them again further down. */
    private Path input() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            int number = i < DISTINCT ? i : random.nextInt(DISTINCT);
            lines.add("line-" + number);
        }
        return Files.write(directory.resolve("input"), lines);
    }

    /** A process that was killed may have written a part of a line. */
    private static List<String> completeLines(Path output) throws IOException {
        String text = Files.readString(output, StandardCharsets.US_ASCII);
        int end = text.lastIndexOf('\n');
        return end < 0 ? List.of() : text.substring(0, end).lines().toList();
    }
}
