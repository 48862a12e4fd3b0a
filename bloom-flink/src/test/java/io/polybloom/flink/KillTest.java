package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flink's own cluster and a Redis; the job fails at 20 seeded places, and restarts from its last checkpoint. */
class KillTest {

    private static final int KILLS = 20;
    private static final int PARALLELISM = 2;

    private static final RedisServer REDIS = RedisServer.start();

    @TempDir
    Path ledger;

    private final Set<String> keys = KeysJob.keys();

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @ParameterizedTest
    @CsvSource({"1, false, hashmap", "2, true, hashmap", "4, false, rocksdb"})
    void aTransactionalSinkGetsEveryKeyOnce(int seed, boolean unaligned, String backend) throws Exception {
        run(seed, "EXACTLY_ONCE", unaligned, backend, false);
        List<String> committed = Ledger.committed(ledger);
        assertEquals(keys, new HashSet<>(committed), "lost");
        assertEquals(keys.size(), committed.size(), "repeated");
        requireFewRepeats();
    }

    @Test
    void nothingIsLostIfCheckpointsDoNotAlign() throws Exception {
        run(3, "AT_LEAST_ONCE", false, "hashmap", false);
        assertEquals(keys, new HashSet<>(Ledger.written(ledger)), "lost");
        requireFewRepeats();
    }

    /** A failure repeats what was forwarded after its checkpoint: at most what the source reads between three. */
    private void requireFewRepeats() throws IOException {
        int repeats = Ledger.written(ledger).size() - keys.size();
        System.out.println(KILLS + " kills, " + keys.size() + " keys, " + repeats + " repeats");
        assertTrue(repeats > 0, "no failure undid anything");
        assertTrue(repeats <= KILLS * 2 * KeysJob.READ_PER_CHECKPOINT, repeats + " repeats");
    }

    @Test
    void addingAtOnceLosesKeys() throws Exception {
        run(1, "EXACTLY_ONCE", false, "hashmap", true);
        int lost = keys.size() - new HashSet<>(Ledger.committed(ledger)).size();
        System.out.println(KILLS + " kills of the control, " + lost + " lost");
        assertTrue(lost > 0, "the control lost nothing");
    }

    private void run(int seed, String mode, boolean unaligned, String backend, boolean addsAtOnce) throws Exception {
        Kills.plan(seed, KILLS);
        FilterOpener<String> filter = KeysJob.filter(REDIS.uri(), mode + unaligned + backend + addsAtOnce, addsAtOnce);
        Configuration settings = KeysJob.settings();
        settings.setString("execution.checkpointing.mode", mode);
        settings.setString("execution.checkpointing.unaligned.enabled", Boolean.toString(unaligned));
        settings.setString("state.backend.type", backend);
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.attempts", Integer.toString(2 * KILLS));
        settings.setString("restart-strategy.fixed-delay.delay", "1 ms");
        KeysJob.build(PARALLELISM, settings, filter, ledger).execute();
        assertEquals(KILLS, Kills.made(), "all kills are made before the input ends");
        assertEquals(Set.of(), KeysJob.absentKeys(filter), "the last checkpoint has added all keys");
    }
}
