package io.polybloom.vertx;

import io.polybloom.tck.fixture.FailoverDrill;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class ClusterFailoverTest {

    @Test
    @EnabledIfSystemProperty(
            named = FailoverDrill.PROPERTY,
            matches = "[0-9]+",
            disabledReason = "kills take minutes: docs/rules.md says how to run them")
    void acknowledgedAddsOutliveEveryFailoverOfANode() {
        FailoverDrill.onCluster(new VertxBackend());
    }
}
