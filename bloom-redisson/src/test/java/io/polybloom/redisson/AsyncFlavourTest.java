package io.polybloom.redisson;

import io.polybloom.tck.chapter.failure.CallsAtOnceTests;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.failure.MovingSlotTests;
import io.polybloom.tck.chapter.flavour.FlavourTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import org.junit.jupiter.api.Nested;

/**
 * The chapters of the kit in which the flavours can differ: who waits for an answer, and on which thread it arrives.
 * {@link KitOfAsync} is all of them.
 */
class AsyncFlavourTest {

    private static final RedissonBackend BACKEND = new RedissonBackend(RedissonBackend.Flavour.ASYNC);

    @Nested
    class Membership extends MembershipTests {
        Membership() {
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
    class CutConnections extends CutConnectionTests {
        CutConnections() {
            super(BACKEND);
        }
    }

    @Nested
    class MovingSlots extends MovingSlotTests {
        MovingSlots() {
            super(BACKEND);
        }
    }

    @Nested
    class CallsAtOnce extends CallsAtOnceTests {
        CallsAtOnce() {
            super(BACKEND);
        }
    }

    @Nested
    class Flavours extends FlavourTests {
        Flavours() {
            super(BACKEND);
        }
    }
}
