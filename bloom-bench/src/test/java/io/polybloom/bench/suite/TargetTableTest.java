package io.polybloom.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.run.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetTableTest {

    @Test
    void boundsAreReachedExactly() {
        assertTrue(Target.BULK_ADD_JEDIS.isReachedBy(5));
        assertFalse(Target.BULK_ADD_JEDIS.isReachedBy(4.999));
        assertTrue(Target.ADD_JEDIS.isReachedBy(1.15));
        assertFalse(Target.ADD_JEDIS.isReachedBy(1.151));
    }

    @Test
    void showsEveryTargetWithWhatWasMeasured() {
        List<List<String>> rows = TargetTable.of(Map.of(
                        Target.BULK_ADD_JEDIS, new Figure(6.5, 6, 7),
                        Target.ADD_VERTX, new Figure(1.152, 1.1, 1.5),
                        Target.LOAD_SPEED, new Figure(3_100_000, 3_000_000, 3_200_000)))
                .rows();
        assertEquals(Target.values().length - 4, rows.size(), "all but those that need a module or an earlier build");
        assertRow(rows, Target.BULK_ADD_JEDIS, "at least 5.00x the throughput", "6.50x the throughput", "reached");
        assertRow(rows, Target.ADD_VERTX, "at most 1.150x the time", "1.152x the time", "missed");
        assertRow(rows, Target.LOAD_SPEED, "at least 3,000,000 elements/s", "3,100,000 elements/s", "reached");
        assertRow(rows, Target.HASHING_GARBAGE, "at most 1.000 bytes", "", "not measured");
    }

    @Test
    void itsHeadlineNamesWhatWasMissed() {
        assertEquals(
                List.of(
                        "1 of 2 measured targets were reached.",
                        "Missed: single add, Vert.x, against GET of a missing key (1.152x the time, must be at most"
                                + " 1.150x the time)."),
                TargetTable.headline(Map.of(
                        Target.BULK_ADD_JEDIS, new Figure(6.5, 6, 7),
                        Target.ADD_VERTX, new Figure(1.152, 1.1, 1.5))));
    }

    @Test
    void itsHeadlineIsShortIfNothingWasMissed() {
        assertEquals(
                List.of("1 of 1 measured targets were reached."),
                TargetTable.headline(Map.of(Target.BULK_ADD_JEDIS, new Figure(6.5, 6, 7))));
    }

    private static void assertRow(
            List<List<String>> rows, Target target, String bound, String measured, String verdict) {
        List<String> row = rows.get(target.ordinal());
        assertEquals(List.of(bound, measured, verdict), List.of(row.get(1), row.get(2), row.get(4)));
    }
}
