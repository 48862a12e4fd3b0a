package io.polybloom.examples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stream of files with repeated rows, in which tasks and the driver fail.
 *
 * <p>The filter takes none of the few thousand rows for another one: with 1e-9 for each, the chance is below 1e-5, and
 * the seed is fixed.
 */
class DeduplicateStreamTest {

    private static final int FILES = 8;
    private static final int ROWS_IN_EACH = 2000;
    private static final int VALUES = 5000;

    private static RedisServer redis;
    private static SparkSession spark;

    private final Set<String> written = new HashSet<>();

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        spark = LocalSpark.start();
    }

    @AfterAll
    static void stop() {
        spark.stop();
        redis.close();
    }

    @BeforeEach
    void writeFiles() throws Exception {
        FaultyStream.DEATHS.clear();
        FaultyStream.FAILED_TASKS.clear();
        FaultyStream.COPIED_ROWS.set(0);
        Path input = Files.createDirectory(directory.resolve("in"));
        Random random = new Random(7);
        for (int file = 0; file < FILES; file++) {
            List<String> rows = new ArrayList<>();
            for (int row = 0; row < ROWS_IN_EACH; row++) {
                rows.add("click-" + random.nextInt(VALUES));
            }
            written.addAll(rows);
            Files.write(input.resolve("clicks-" + file + ".txt"), rows);
        }
    }

    @Test
    void withClaimsTheOutputIsExact() throws Exception {
        SharedFilter filter = new SharedFilter(redis.uri(), "claims", 1_000_000, 1e-9);
        List<String> output = run(new FaultyStream(filter, directory.resolve("out")));
        assertEquals(written, new HashSet<>(output), "nothing is lost");
        int repeats = output.size() - written.size();
        int copied = FaultyStream.COPIED_ROWS.get();
        assertTrue(repeats <= copied, repeats + " repeats, while " + copied + " rows had two owners at a time");
    }

    @Test
    void withoutClaimsRowsAreLost() throws Exception {
        SharedFilter filter = new SharedFilter(redis.uri(), "plain", 1_000_000, 1e-9);
        written.removeAll(run(new ForgetfulStream(filter, directory.resolve("out"))));
        assertFalse(written.isEmpty());
    }

    /** Starts the query again whenever the driver has died, until all files have been read. */
    private List<String> run(DeduplicateStream stream) throws Exception {
        int deaths = 0;
        while (!runToItsEnd(stream)) {
            deaths++;
        }
        assertEquals(FaultyStream.DEATHS.size(), deaths);
        assertTrue(deaths > 1, deaths + " deaths of the driver");
        assertTrue(FaultyStream.FAILED_TASKS.size() > FILES, FaultyStream.FAILED_TASKS + "");
        Dataset<String> output = spark.read().textFile(directory.resolve("out").toString() + "/*");
        return output.collectAsList();
    }

    private boolean runToItsEnd(DeduplicateStream stream) throws Exception {
        Dataset<String> rows = spark.readStream()
                .option("maxFilesPerTrigger", 1)
                .text(directory.resolve("in").toString())
                .as(Encoders.STRING());
        var query = stream.start(rows, directory.resolve("checkpoint"));
        try {
            query.processAllAvailable();
            query.stop();
            return true;
        } catch (Exception failure) {
            // Scala declares no exception, so the compiler knows of none.
            if (failure instanceof StreamingQueryException
                    && failure.getMessage().contains("injected death of the driver")) {
                return false;
            }
            throw failure;
        }
    }
}
