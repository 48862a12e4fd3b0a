package io.polybloom.glide;

import io.polybloom.tck.fixture.FailoverDrill;
import org.junit.jupiter.api.Test;

/** GLIDE does not speak to sentinels, so only clusters fail over. */
class FailoverTest {

    @Test
    @FailoverDrill.OnRequest
    void acknowledgedAddsOutliveEveryFailoverOfANode() {
        FailoverDrill.onCluster(new GlideBackend(GlideBackend.Flavour.BLOCKING));
    }
}
