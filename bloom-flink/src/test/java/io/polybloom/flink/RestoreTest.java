package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that go on from what an earlier job has left: a savepoint, or the last checkpoint of a process that is gone. */
class RestoreTest {

    private static final int HALTS = Integer.getInteger("polybloom.halts", 20);

    /** The control, and the name of its filter. */
    private static final String ADDS_AT_ONCE = "added-at-once";

    private static final RedisServer REDIS = RedisServer.start();

    @TempDir
    Path directory;

    private final Set<String> keys = KeysJob.keys();

    @BeforeEach
    void noKills() {
        Kills.plan(0, 0);
        Ledger.WRITES.drainPermits();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    /** Two subtasks, then three, then one: all keys are forwarded once, whichever subtask has their state. */
    @Test
    void aJobThatIsRescaledForwardsEachKeyOnce() throws Exception {
        String savepoint = stopAfter(3_000, 2, null, SavepointFormatType.CANONICAL);
        savepoint = stopAfter(3_000, 3, savepoint, SavepointFormatType.NATIVE);
        build(1, savepoint).execute();
        requireEachKeyOnce("rescaled");
    }

    private String stopAfter(int writes, int parallelism, @Nullable String savepoint, SavepointFormatType format)
            throws Exception {
        JobClient job = build(parallelism, savepoint).executeAsync();
        Ledger.WRITES.acquire(writes);
        return job.stopWithSavepoint(false, directory.resolve("savepoints").toString(), format)
                .get();
    }

    private StreamExecutionEnvironment build(int parallelism, @Nullable String savepoint) {
        Configuration settings = KeysJob.settings();
        if (savepoint != null) {
            settings.setString("execution.state-recovery.path", savepoint);
        }
        return KeysJob.build(parallelism, settings, KeysJob.filter(REDIS.uri(), "rescaled", false), directory);
    }

    /** One process after the other is halted, at all places in turn; the next goes on from its last checkpoint. */
    @Test
    void processesThatAreHaltedLoseNothing() throws Exception {
        List<String> places = new ArrayList<>(Kills.PLACES);
        Random random = new Random(5);
        Collections.shuffle(places, random);
        for (int halt = 0; halt < HALTS; halt++) {
            String place = places.get(halt % places.size());
            assertEquals(Kills.HALTED, run("halted", place, 1 + random.nextInt(3)), place);
        }
        assertEquals(0, run("halted", "nowhere", 1));
        requireEachKeyOnce("halted");
        int repeats = Ledger.written(directory).size() - keys.size();
        System.out.println(HALTS + " processes halted, " + repeats + " repeats");
        assertTrue(repeats > 0, "no halt undid anything");
        assertTrue(repeats <= HALTS * 2 * KeysJob.READ_PER_CHECKPOINT, repeats + " repeats");
    }

    @Test
    void processesThatAddAtOnceLoseKeys() throws Exception {
        for (String place : List.of("before emit", "before snapshot")) {
            assertEquals(Kills.HALTED, run(ADDS_AT_ONCE, place, 2), place);
        }
        assertEquals(0, run(ADDS_AT_ONCE, "nowhere", 1));
        Set<String> lost = KeysJob.keys();
        Ledger.committed(directory).forEach(lost::remove);
        System.out.println("2 processes of the control halted, " + lost.size() + " lost");
        assertFalse(lost.isEmpty(), "the control lost nothing");
    }

    private int run(String filter, String place, int times) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                REDIS.uri(),
                directory.toString(),
                filter,
                place,
                String.valueOf(times)));
        newestCheckpoint().map(Path::toString).ifPresent(command::add);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** Numbers go on from one job to the next. A checkpoint is complete if it has its metadata. */
    private Optional<Path> newestCheckpoint() throws IOException {
        Path checkpoints = Files.createDirectories(directory.resolve("checkpoints"));
        try (Stream<Path> files = Files.walk(checkpoints)) {
            return files.filter(file -> file.getFileName().toString().equals("_metadata"))
                    .map(Path::getParent)
                    .max(Comparator.comparingLong(checkpoint ->
                            Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()))));
        }
    }

    private void requireEachKeyOnce(String filter) throws Exception {
        List<String> committed = Ledger.committed(directory);
        assertEquals(keys, new HashSet<>(committed), "lost");
        assertEquals(keys.size(), committed.size(), "repeated");
        assertEquals(Set.of(), KeysJob.absentKeys(KeysJob.filter(REDIS.uri(), filter, false)), "not added");
    }

    /** A process that runs the job, unless it is halted before. */
    static final class Victim {

        private Victim() {}

        /**
         * Runs.
         *
         * @param arguments URI of Redis, directory, the name of the filter, the place at which to halt, how often to
         *     get there, and the checkpoint to go on from, if there is one
         */
        public static void main(String[] arguments) throws Exception {
            Kills.haltAt(arguments[3], Integer.parseInt(arguments[4]));
            Path directory = Path.of(arguments[1]);
            Configuration settings = KeysJob.settings();
            settings.setString("execution.checkpointing.storage", "filesystem");
            settings.setString(
                    "execution.checkpointing.dir",
                    directory.resolve("checkpoints").toUri().toString());
            if (arguments.length > 5) {
                settings.setString("execution.state-recovery.path", arguments[5]);
            }
            String name = arguments[2];
            FilterOpener<String> filter = KeysJob.filter(arguments[0], name, name.equals(ADDS_AT_ONCE));
            KeysJob.build(2, settings, filter, directory).execute();
        }
    }
}
