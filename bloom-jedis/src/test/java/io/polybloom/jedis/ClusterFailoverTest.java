package io.polybloom.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.fixture.ClusterDrill;
import io.polybloom.tck.fixture.FailoverDrill;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class ClusterFailoverTest {

    @Test
    @EnabledIfSystemProperty(
            named = "polybloom.kills",
            matches = "[0-9]+",
            disabledReason = "kills take minutes: docs/rules.md says how to run them")
    void acknowledgedAddsOutliveEveryFailoverOfANode() {
        FailoverDrill.Report report = ClusterDrill.run(new JedisBackend(), Integer.getInteger("polybloom.kills"));
        System.out.println("confirmed " + report.confirmed() + ", old " + report.old() + ", lost "
                + report.lost().size() + ", failed " + report.failures());
        assertEquals(List.of(), report.lost());
    }
}
