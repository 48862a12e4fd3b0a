package io.polybloom.lettuce;

import io.polybloom.tck.fixture.FailoverDrill;
import org.junit.jupiter.api.Test;

class ClusterFailoverTest {

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryFailoverOfANode() {
        FailoverDrill.onCluster(new LettuceBackend(LettuceBackend.Flavour.BLOCKING));
    }
}
