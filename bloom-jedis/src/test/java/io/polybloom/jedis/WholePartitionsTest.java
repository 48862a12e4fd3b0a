package io.polybloom.jedis;

import io.polybloom.step.WholePartitions;
import io.polybloom.tck.ForcedFormKit;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.chapter.failure.HalfWayTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import org.junit.jupiter.api.Nested;

/**
 * Every bulk operation takes its partitions as a whole if that is possible at all, also in a cluster and in accidents.
 */
class WholePartitionsTest extends ForcedFormKit {

    WholePartitionsTest() {
        super(new JedisBackend(new Way(WholePartitions.WHERE_POSSIBLE)));
    }

    @Nested
    class Clusters extends ClusterTests {}

    @Nested
    class Failures extends FailureTests {}

    @Nested
    class HalfWay extends HalfWayTests {}

    @Nested
    class CutConnections extends CutConnectionTests {}
}
