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
import io.polybloom.tck.chapter.opening.BystanderTests;
import io.polybloom.tck.chapter.opening.CreatorTests;
import io.polybloom.tck.chapter.opening.ExpiryTests;
import io.polybloom.tck.chapter.opening.ForeignDataTests;
import io.polybloom.tck.chapter.opening.LostRegisterTests;
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
import io.polybloom.tck.judge.Kit;
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
public abstract class BloomFilterCompatibilityKit extends Kit {

    /** Creates the tests for a backend. */
    protected BloomFilterCompatibilityKit(Backend backend) {
        super(backend);
    }

    @Nested
    class Membership extends MembershipTests {}

    @Nested
    class ManyThreads extends ManyThreadsTests {}

    @Nested
    class BitLayout extends BitLayoutTests {}

    @Nested
    class FalsePositives extends FalsePositiveTests {}

    @Nested
    class Partitioning extends PartitioningTests {}

    @Nested
    class Cluster extends ClusterTests {}

    @Nested
    class Opening extends OpeningTests {}

    @Nested
    class Creators extends CreatorTests {}

    @Nested
    class Expiries extends ExpiryTests {}

    @Nested
    class LostRegisters extends LostRegisterTests {}

    @Nested
    class Bystanders extends BystanderTests {}

    @Nested
    class ForeignData extends ForeignDataTests {}

    @Nested
    class Degrading extends DegradingTests {}

    @Nested
    class Refusing extends RefusingTests {}

    @Nested
    class Layers extends LayerTests {}

    @Nested
    class Growing extends GrowingTests {}

    @Nested
    class FarGrowth extends FarGrowthTests {}

    @Nested
    class InterruptedGrowth extends InterruptedGrowthTests {}

    @Nested
    class CapacityCosts extends CapacityCostTests {}

    @Nested
    class Loads extends LoadTests {}

    @Nested
    class CallersCode extends CallersCodeTests {}

    @Nested
    class Rebuilds extends RebuildTests {}

    @Nested
    class RebuildsInUse extends RebuildInUseTests {}

    @Nested
    class DyingRebuilds extends DyingRebuildTests {}

    @Nested
    class Unions extends UnionTests {}

    @Nested
    class Failures extends FailureTests {}

    @Nested
    class OpeningFailures extends OpeningFailureTests {}

    @Nested
    class HalfWay extends HalfWayTests {}

    @Nested
    class CutConnections extends CutConnectionTests {}

    @Nested
    class MovingSlots extends MovingSlotTests {}

    @Nested
    class Acknowledgements extends AcknowledgementTests {}

    @Nested
    class Replicas extends ReplicaTests {}

    @Nested
    class Exchanges extends ExchangeTests {}

    @Nested
    class CallsAtOnce extends CallsAtOnceTests {}

    @Nested
    class Flavours extends FlavourTests {}

    @Nested
    class Contexts extends ContextTests {}

    @Nested
    class NearCaches extends NearCacheTests {}

    @Nested
    class OtherSystems extends OtherSystemTests {}

    @Nested
    class OtherSystemAccidents extends OtherSystemAccidentTests {}

    @Nested
    class Windows extends WindowTests {}

    @Nested
    class Slices extends SliceTests {}

    @Nested
    class WindowLives extends WindowLifeTests {}

    @Nested
    class ServerFilters extends ServerFilterTests {}

    @Nested
    class ServerFilterAccidents extends ServerFilterAccidentTests {}

    @Nested
    class ServerFiltersInUse extends ServerFilterUseTests {}

    @Nested
    class ReservedFilters extends ReservedFilterTests {}

    @Nested
    class ClaimsOfWriters extends ClaimsTests {}

    @Nested
    class ClaimsAtCrashes extends ClaimsCrashTests {}

    @Nested
    class Removals extends RemovalTests {}

    @Nested
    class RemovalAccidents extends RemovalAccidentTests {}

    @Nested
    class Snapshots extends SnapshotTests {}

    @Nested
    class Mirrors extends MirrorTests {}

    @Nested
    class Counters extends CounterTests {}

    @Nested
    class Hosts extends HostTests {}
}
