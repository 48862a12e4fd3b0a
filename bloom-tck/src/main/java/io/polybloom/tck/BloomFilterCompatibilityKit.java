package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.chapter.capacity.CapacityCostTests;
import io.polybloom.tck.chapter.capacity.DegradingTests;
import io.polybloom.tck.chapter.capacity.FarGrowthTests;
import io.polybloom.tck.chapter.capacity.GrowingTests;
import io.polybloom.tck.chapter.capacity.InterruptedGrowthTests;
import io.polybloom.tck.chapter.capacity.LayerTests;
import io.polybloom.tck.chapter.capacity.RefusingTests;
import io.polybloom.tck.chapter.claims.ClaimsCrashTests;
import io.polybloom.tck.chapter.claims.ClaimsTests;
import io.polybloom.tck.chapter.counter.CounterTests;
import io.polybloom.tck.chapter.failure.AcknowledgementTests;
import io.polybloom.tck.chapter.failure.CallsAtOnceTests;
import io.polybloom.tck.chapter.failure.CutConnectionTests;
import io.polybloom.tck.chapter.failure.ExchangeTests;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.chapter.failure.HalfWayTests;
import io.polybloom.tck.chapter.failure.MovingSlotTests;
import io.polybloom.tck.chapter.failure.OpeningFailureTests;
import io.polybloom.tck.chapter.failure.ReplicaTests;
import io.polybloom.tck.chapter.flavour.ContextTests;
import io.polybloom.tck.chapter.flavour.FlavourTests;
import io.polybloom.tck.chapter.host.HostTests;
import io.polybloom.tck.chapter.load.CallersCodeTests;
import io.polybloom.tck.chapter.load.LoadTests;
import io.polybloom.tck.chapter.load.UnionTests;
import io.polybloom.tck.chapter.membership.BitLayoutTests;
import io.polybloom.tck.chapter.membership.ClusterTests;
import io.polybloom.tck.chapter.membership.FalsePositiveTests;
import io.polybloom.tck.chapter.membership.ManyThreadsTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import io.polybloom.tck.chapter.membership.PartitioningTests;
import io.polybloom.tck.chapter.mirror.MirrorTests;
import io.polybloom.tck.chapter.nearcache.NearCacheTests;
import io.polybloom.tck.chapter.opening.CreatorTests;
import io.polybloom.tck.chapter.opening.ExpiryTests;
import io.polybloom.tck.chapter.opening.ForeignDataTests;
import io.polybloom.tck.chapter.opening.LostConfigTests;
import io.polybloom.tck.chapter.opening.OpeningTests;
import io.polybloom.tck.chapter.othersystem.OtherSystemAccidentTests;
import io.polybloom.tck.chapter.othersystem.OtherSystemTests;
import io.polybloom.tck.chapter.rebuild.DyingRebuildTests;
import io.polybloom.tck.chapter.rebuild.RebuildInUseTests;
import io.polybloom.tck.chapter.rebuild.RebuildTests;
import io.polybloom.tck.chapter.removal.RemovalAccidentTests;
import io.polybloom.tck.chapter.removal.RemovalTests;
import io.polybloom.tck.chapter.serverfilter.ReservedFilterTests;
import io.polybloom.tck.chapter.serverfilter.ServerFilterAccidentTests;
import io.polybloom.tck.chapter.serverfilter.ServerFilterTests;
import io.polybloom.tck.chapter.serverfilter.ServerFilterUseTests;
import io.polybloom.tck.chapter.snapshot.SnapshotTests;
import io.polybloom.tck.chapter.window.SliceTests;
import io.polybloom.tck.chapter.window.WindowLifeTests;
import io.polybloom.tck.chapter.window.WindowTests;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.rule.Rule;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * All tests of an adapter. Extend this class with a test class that says how the client connects:
 *
 * <pre>{@code
 * class MyAdapterTest extends BloomFilterCompatibilityKit {
 *     MyAdapterTest() {
 *         super(new MyBackend());
 *     }
 * }
 * }</pre>
 *
 * <p>The kit starts its own servers on 127.0.0.1; see {@link io.polybloom.tck.server.RedisBinary} for the executable
 * that it uses. {@link Rule} has the rules that the tests check. A violation names the broken rule, the cause and the
 * place to look; after a run {@code target/bloom-tck/report.md} and {@code report.json} show the result of each rule on
 * each backend. JUnit parameters or system properties change the directory ({@value Report#DIRECTORY}), the seconds
 * that a test may take ({@value RuleExtension#LIMIT}), and the rules and chapters that are run
 * ({@value Selection#ONLY}).
 *
 * <p>A smoke stage comes first: it opens a filter, adds an element, looks it up, and checks one error. If it fails, the
 * class fails with one message, and none of its tests is run; {@value SmokeStage#LIMIT} sets the seconds that it may
 * take.
 */
@ExtendWith(SmokeStage.class)
public abstract class BloomFilterCompatibilityKit {

    final Backend backend;

    /** Creates the tests for a backend. */
    protected BloomFilterCompatibilityKit(Backend backend) {
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
    class BitLayout extends BitLayoutTests {
        BitLayout() {
            super(backend);
        }
    }

    @Nested
    class FalsePositives extends FalsePositiveTests {
        FalsePositives() {
            super(backend);
        }
    }

    @Nested
    class Partitioning extends PartitioningTests {
        Partitioning() {
            super(backend);
        }
    }

    @Nested
    class Cluster extends ClusterTests {
        Cluster() {
            super(backend);
        }
    }

    @Nested
    class Opening extends OpeningTests {
        Opening() {
            super(backend);
        }
    }

    @Nested
    class Creators extends CreatorTests {
        Creators() {
            super(backend);
        }
    }

    @Nested
    class Expiries extends ExpiryTests {
        Expiries() {
            super(backend);
        }
    }

    @Nested
    class LostConfigs extends LostConfigTests {
        LostConfigs() {
            super(backend);
        }
    }

    @Nested
    class ForeignData extends ForeignDataTests {
        ForeignData() {
            super(backend);
        }
    }

    @Nested
    class Degrading extends DegradingTests {
        Degrading() {
            super(backend);
        }
    }

    @Nested
    class Refusing extends RefusingTests {
        Refusing() {
            super(backend);
        }
    }

    @Nested
    class Layers extends LayerTests {
        Layers() {
            super(backend);
        }
    }

    @Nested
    class Growing extends GrowingTests {
        Growing() {
            super(backend);
        }
    }

    @Nested
    class FarGrowth extends FarGrowthTests {
        FarGrowth() {
            super(backend);
        }
    }

    @Nested
    class InterruptedGrowth extends InterruptedGrowthTests {
        InterruptedGrowth() {
            super(backend);
        }
    }

    @Nested
    class CapacityCosts extends CapacityCostTests {
        CapacityCosts() {
            super(backend);
        }
    }

    @Nested
    class Loads extends LoadTests {
        Loads() {
            super(backend);
        }
    }

    @Nested
    class CallersCode extends CallersCodeTests {
        CallersCode() {
            super(backend);
        }
    }

    @Nested
    class Rebuilds extends RebuildTests {
        Rebuilds() {
            super(backend);
        }
    }

    @Nested
    class RebuildsInUse extends RebuildInUseTests {
        RebuildsInUse() {
            super(backend);
        }
    }

    @Nested
    class DyingRebuilds extends DyingRebuildTests {
        DyingRebuilds() {
            super(backend);
        }
    }

    @Nested
    class Unions extends UnionTests {
        Unions() {
            super(backend);
        }
    }

    @Nested
    class Failures extends FailureTests {
        Failures() {
            super(backend);
        }
    }

    @Nested
    class OpeningFailures extends OpeningFailureTests {
        OpeningFailures() {
            super(backend);
        }
    }

    @Nested
    class HalfWay extends HalfWayTests {
        HalfWay() {
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
    class Replicas extends ReplicaTests {
        Replicas() {
            super(backend);
        }
    }

    @Nested
    class Exchanges extends ExchangeTests {
        Exchanges() {
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

    @Nested
    class Contexts extends ContextTests {
        Contexts() {
            super(backend);
        }
    }

    @Nested
    class NearCaches extends NearCacheTests {
        NearCaches() {
            super(backend);
        }
    }

    @Nested
    class OtherSystems extends OtherSystemTests {
        OtherSystems() {
            super(backend);
        }
    }

    @Nested
    class OtherSystemAccidents extends OtherSystemAccidentTests {
        OtherSystemAccidents() {
            super(backend);
        }
    }

    @Nested
    class Windows extends WindowTests {
        Windows() {
            super(backend);
        }
    }

    @Nested
    class Slices extends SliceTests {
        Slices() {
            super(backend);
        }
    }

    @Nested
    class WindowLives extends WindowLifeTests {
        WindowLives() {
            super(backend);
        }
    }

    @Nested
    class ServerFilters extends ServerFilterTests {
        ServerFilters() {
            super(backend);
        }
    }

    @Nested
    class ServerFilterAccidents extends ServerFilterAccidentTests {
        ServerFilterAccidents() {
            super(backend);
        }
    }

    @Nested
    class ServerFiltersInUse extends ServerFilterUseTests {
        ServerFiltersInUse() {
            super(backend);
        }
    }

    @Nested
    class ReservedFilters extends ReservedFilterTests {
        ReservedFilters() {
            super(backend);
        }
    }

    @Nested
    class ClaimsOfWriters extends ClaimsTests {
        ClaimsOfWriters() {
            super(backend);
        }
    }

    @Nested
    class ClaimsAtCrashes extends ClaimsCrashTests {
        ClaimsAtCrashes() {
            super(backend);
        }
    }

    @Nested
    class Removals extends RemovalTests {
        Removals() {
            super(backend);
        }
    }

    @Nested
    class RemovalAccidents extends RemovalAccidentTests {
        RemovalAccidents() {
            super(backend);
        }
    }

    @Nested
    class Snapshots extends SnapshotTests {
        Snapshots() {
            super(backend);
        }
    }

    @Nested
    class Mirrors extends MirrorTests {
        Mirrors() {
            super(backend);
        }
    }

    @Nested
    class Counters extends CounterTests {
        Counters() {
            super(backend);
        }
    }

    @Nested
    class Hosts extends HostTests {
        Hosts() {
            super(backend);
        }
    }
}
