package io.polybloom.vertx;

import io.polybloom.tck.fixture.FailoverDrill;
import org.junit.jupiter.api.Test;

class ClusterFailoverTest {

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryFailoverOfANode() {
        FailoverDrill.onCluster(new VertxBackend());
    }
}
