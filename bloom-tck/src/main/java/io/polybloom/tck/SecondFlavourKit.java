package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.chapter.failure.AcknowledgementTests;
import io.polybloom.tck.chapter.failure.CallsAtOnceTests;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.failure.MovingSlotTests;
import io.polybloom.tck.chapter.flavour.FlavourTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import io.polybloom.tck.chapter.membership.ManyThreadsTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import org.junit.jupiter.api.Nested;

/**
 * The chapters in which two flavours over one transport can differ: which thread waits for an answer, and on which
 * thread the answer arrives. An adapter that runs {@link BloomFilterCompatibilityKit} on one flavour may run these
 * chapters on the other one.
 */
public abstract class SecondFlavourKit {

    private final Backend backend;

    /** Creates the tests of an adapter's second flavour. */
    protected SecondFlavourKit(Backend backend) {
        this.backend = backend;
    }

    @Nested
    class Membership extends MembershipTests {
        Membership() {
            super(backend);
        }
    }

    @Nested
    class ManyThreads extends ManyThreadsTests {
        ManyThreads() {
            super(backend);
        }
    }

    @Nested
    class Clusters extends ClusterTests {
        Clusters() {
            super(backend);
        }
    }

    @Nested
    class CutConnections extends CutConnectionTests {
        CutConnections() {
            super(backend);
        }
    }

    @Nested
    class MovingSlots extends MovingSlotTests {
        MovingSlots() {
            super(backend);
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementTests {
        Acknowledgements() {
            super(backend);
        }
    }

    @Nested
    class CallsAtOnce extends CallsAtOnceTests {
        CallsAtOnce() {
            super(backend);
        }
    }

    @Nested
    class Flavours extends FlavourTests {
        Flavours() {
            super(backend);
        }
    }
}
