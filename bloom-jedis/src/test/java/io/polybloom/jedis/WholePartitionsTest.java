package io.polybloom.jedis;

import io.polybloom.step.WholePartitions;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.chapter.capacity.LayerTests;
import io.polybloom.tck.chapter.capacity.RefusingTests;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.chapter.failure.HalfWayTests;
import io.polybloom.tck.chapter.membership.BitLayoutTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import org.junit.jupiter.api.Nested;

/**
 * The chapters of the kit that add in bulk, where every bulk operation takes its partitions as a whole if that is
 * possible at all. Elsewhere they are too small for it to be cheaper.
 */
class WholePartitionsTest {

    private static final JedisBackend BACKEND = new JedisBackend(new Way(WholePartitions.WHERE_POSSIBLE));

    @Nested
    class Membership extends MembershipTests {
        Membership() {
            super(BACKEND);
        }
    }

    @Nested
    class BitLayout extends BitLayoutTests {
        BitLayout() {
            super(BACKEND);
        }
    }

    @Nested
    class Clusters extends ClusterTests {
        Clusters() {
            super(BACKEND);
        }
    }

    @Nested
    class Refusing extends RefusingTests {
        Refusing() {
            super(BACKEND);
        }
    }

    @Nested
    class Layers extends LayerTests {
        Layers() {
            super(BACKEND);
        }
    }

    @Nested
    class Failures extends FailureTests {
        Failures() {
            super(BACKEND);
        }
    }

    @Nested
    class HalfWay extends HalfWayTests {
        HalfWay() {
            super(BACKEND);
        }
    }

    @Nested
    class CutConnections extends CutConnectionTests {
        CutConnections() {
            super(BACKEND);
        }
    }
}
