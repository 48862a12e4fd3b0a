package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.chapter.failure.CallsAtOnceTests;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.flavour.FlavourTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import io.polybloom.tck.chapter.membership.ManyThreadsTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import io.polybloom.tck.judge.Kit;
import org.junit.jupiter.api.Nested;

/**
 * The chapters in which two flavours over one transport can differ: which thread waits for an answer, and on which
 * thread the answer arrives. Redirections and acknowledgements are matters of the transport. An adapter that runs
 * {@link BloomFilterCompatibilityKit} on one flavour may run these chapters on the other one.
 */
public abstract class SecondFlavourKit extends Kit {

    /** Creates the tests of an adapter's second flavour. */
    protected SecondFlavourKit(Backend backend) {
        super(backend);
    }

    @Nested
    class Membership extends MembershipTests {}

    @Nested
    class ManyThreads extends ManyThreadsTests {}

    @Nested
    class Clusters extends ClusterTests {}

    @Nested
    class CutConnections extends CutConnectionTests {}

    @Nested
    class CallsAtOnce extends CallsAtOnceTests {}

    @Nested
    class Flavours extends FlavourTests {}
}
