package io.polybloom.simulation.judge;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.copy;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.PERSIST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BulkTransfer;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.defect.DemotedWorlds;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Reply;
import io.polybloom.step.WholePartitions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules of the judge that hardly any other small world needs, and how far an excuse reaches. */
class ExcusesTest {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final FilterSpec WINDOWED =
            Specs.small("clicks", 2).window(Duration.ofMillis(300), 3).build();

    private static final FilterOptions MERGING = FilterOptions.defaults().bulkTransfer(BulkTransfer.PARTITIONS);

    private static final FilterSpec WINDOW =
            Specs.small("clicks", 1).window(Duration.ofMillis(300), 3).build();

    /** After this time, each object reads the register again. */
    private static final long LONGER_THAN_A_PERIOD = 70_000;

    /** As many writes as an operation of a world. */
    private static final int LAG = 12;

    private static final int MOST_DEVIATIONS = 2;
    private static final int MOST_SCHEDULES = 3_000;

    /** What is allowed, and a world in which it happens. */
    enum Excused {
        /** A deletion that finds no filter does not repeat one that was undone. */
        FINDS_NOTHING_TO_DELETE(World.of(
                        "a deletion finds nothing where two failovers have undone another one",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("deleter", call(DELETE, "b"))),
                        List.of(
                                remove("clicks"),
                                open("fresh", ONE),
                                call(LOOK_UP, "fresh", "x"),
                                call(LOOK_UP, "a", "x")))
                .lagging(LAG)
                .with(Faults.upTo(2, EventKind.FAIL_OVER))),
        /** A partition of the generation before a clear comes back, and an object goes on with it. */
        USES_THE_GENERATION_BEFORE(World.of(
                        "a failover undoes the removal of what was cleared",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("cleaner", call(CLEAR, "b"))),
                        List.of(
                                call(LOOK_UP, "b", "x"),
                                call(LOOK_UP, "a", "x"),
                                call(ADD, "b", "x"),
                                call(ADD, "a", "x")))
                .lagging(LAG)
                .with(Faults.upTo(2, EventKind.FAIL_OVER))),
        /** A clear that goes on after such a failover, and then fails, completes nothing. */
        USES_THE_GENERATION_BEFORE_A_CLEAR_THAT_FAILS(World.of(
                        "a failover undoes the removal of what a clear that fails was to replace",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("cleaner", call(CLEAR, "b"))),
                        List.of(
                                call(ADD, "b", "y"),
                                open("fresh", ONE),
                                call(LOOK_UP, "fresh", "x"),
                                call(LOOK_UP, "fresh", "y")))
                .lagging(LAG)
                .with(Faults.upTo(2, EventKind.FAIL_OVER, EventKind.CUT))),
        /** An old primary executes the removal of a clear, and the new one what follows, until the client is misled. */
        USES_THE_GENERATION_BEFORE_A_CLEAR_ON_AN_OLD_PRIMARY(clearedOnAnOldPrimary(), 3, MOST_SCHEDULES),
        /** An add goes on after a seal that is lost. */
        ADDS_AFTER_A_LOST_SEAL(afterALostSeal()),
        /** A load drops the expiry of a partition, and a failover loses the command that sets it again. */
        OUTLIVES_THE_FILTER(World.of(
                        "a failover loses the expiry after a load",
                        List.of(open("a", ONE), expire("a", 100)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y"))),
                        List.of(pass(200), call(LOOK_UP, "a", "x"), open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER))),
        /** A load drops the expiry of a partition, and its client dies. */
        OUTLIVES_THE_FILTER_AFTER_A_LOAD(World.of(
                        "a load dies before it sets the expiry again",
                        List.of(open("a", ONE), expire("a", 100)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y"))),
                        List.of(pass(200), call(LOOK_UP, "a", "x"), open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.DIE))),
        /** A persist comes after a later expire in a partition, and does not come to the end that would mend it. */
        OUTLIVES_THE_FILTER_AFTER_A_PERSIST(
                World.of(
                                "a persist that another client has overtaken loses its connection",
                                List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x"), expire("a", 100)),
                                List.of(Role.of("persister", call(PERSIST, "b")), Role.of("expirer", expire("a", 200))),
                                List.of(
                                        pass(300),
                                        call(LOOK_UP, "a", "x"),
                                        open("fresh", ONE),
                                        call(LOOK_UP, "fresh", "x")))
                        .with(Faults.oneOf(EventKind.CUT)),
                3,
                10_000),
        /** A near cache knows an element that a failover has lost, and its delivery is claimed. */
        CLAIMS_WHAT_ITS_NEAR_CACHE_KNOWS(claimedByANearCache()),
        /** The first add was cleared, so that the failover loses the only one that counts. */
        LOSES_WHAT_WAS_ADDED_BEFORE_A_CLEAR(World.of(
                        "a failover loses an add, and another one before a clear does not count",
                        List.of(open("a", ONE), call(ADD, "a", "x"), call(CLEAR, "a")),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER))),
        /** A deletion that has failed was complete, and an object learns of the next life. */
        LEARNS_OF_A_DELETION_THAT_HAS_FAILED(World.of(
                        "a failed deletion was complete, and the next life is cleared",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("deleter", call(DELETE, "b"))),
                        List.of(open("fresh", ONE), call(CLEAR, "fresh"), call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.CUT))),
        /** An object whose connection breaks in a bulk call has not been told that its filter is gone. */
        DOES_NOT_LEARN_OF_THE_NEXT_LIFE_BY_A_BROKEN_CONNECTION(
                World.of(
                                "an object that was not told of the next life deletes its own one",
                                List.of(open("a", ONE), open("b", ONE), call(DELETE, "b")),
                                List.of(Role.of(
                                        "owner",
                                        call(ADD_ALL, "a", "y", "z"),
                                        open("fresh", ONE),
                                        call(ADD, "fresh", "x"),
                                        call(DELETE, "a"))),
                                List.of(call(LOOK_UP, "fresh", "x")))
                        .with(Faults.oneOf(EventKind.CUT)),
                1,
                MOST_SCHEDULES),
        /** A server is behind the one by whose clock all elements are forgotten when an expiry is set. */
        OUTLIVES_THE_FILTER_WITH_ITS_SLICE(World.of(
                        "an expiry is set when all elements are forgotten, but not on the other server",
                        List.of(open("a", WINDOWED), call(ADD_ALL, "a", Specs.inPartition(1, 1))),
                        List.of(Role.of("owner", expire("a", 100))),
                        List.of())
                .on(2)
                .with(Faults.NONE.shifting(5_000L))),
        /** A server removes one partition at its expiry, and the filter is there again when its clock is set back. */
        REPORTS_A_LOSS_AGAIN_AND_AGAIN(World.of(
                        "the clock is set back when one partition has expired",
                        List.of(open("a", TWO), expire("a", 100), pass(110)),
                        List.of(Role.of("adder", call(ADD, "a", Specs.inPartition(0, 1)))),
                        List.of(
                                call(LOOK_UP, "a", Specs.inPartition(0, 1)),
                                call(LOOK_UP, "a", Specs.inPartition(0, 1))))
                .with(Faults.NONE.shifting(-130L))),
        /** An object that was told that its filter is gone goes on with a partition that another server brings back. */
        GOES_ON_WITH_WHAT_IS_GONE(World.of(
                        "a failover of one of two servers undoes its part of a deletion",
                        List.of(open("a", TWO), open("b", TWO), call(ADD, "a", Specs.inPartition(1, 0))),
                        List.of(Role.of("deleter", call(DELETE, "b"))),
                        List.of(
                                call(LOOK_UP, "a", Specs.inPartition(0, 1)),
                                open("fresh", TWO),
                                call(LOOK_UP, "fresh", Specs.inPartition(1, 0)),
                                call(LOOK_UP, "a", Specs.inPartition(1, 0))))
                .on(2)
                .lagging(LAG)
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED))),
        /** The SETRANGE of a load makes its temporary key anew, and its client dies. */
        LEAVES_A_TEMPORARY_KEY(World.of(
                        "the temporary key of a load is evicted, and the load dies",
                        List.of(open("a", ONE)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y"))),
                        List.of())
                .with(Faults.upTo(2, EventKind.DIE, EventKind.EVICT))),
        /** An object takes up the filter that was made on an old primary, and copies it to another name there. */
        LOSES_WHAT_WAS_MADE_ON_AN_OLD_PRIMARY(
                World.of(
                                "a filter is made anew on an empty server that takes itself for the primary",
                                List.of(open("a", ONE), call(ADD, "a", "x")),
                                List.of(Role.of(
                                        "user",
                                        open("b", ONE),
                                        call(LOOK_UP, "a", "x"),
                                        copy(FilterSpec.existing("clicks").build(), "copy"),
                                        call(LOOK_UP, "a", "y"))),
                                List.of(
                                        call(LOOK_UP, "a", "x"),
                                        call(LOOK_UP, "a", "x"),
                                        open("c", FilterSpec.existing("copy").build())))
                        .lagging(2)
                        .with(Faults.NONE.demoting(OldPrimary.EMPTY_PRIMARY)),
                3,
                MOST_SCHEDULES),
        /**
         * A failover loses the mark of a layer, but not the seals on another server; the filter is copied like that.
         */
        COPIES_A_FILTER_THAT_LACKS_A_LAYER(copyWithoutALayer()),
        /** An exchange gives a partition the expiry of its slice after that of the filter, and its client dies. */
        OUTLIVES_THE_FILTER_AFTER_AN_EXCHANGE(
                World.of(
                                "an add to a window dies after an exchange that an expiry has overtaken",
                                List.of(
                                        open("a", WINDOW),
                                        open("b", WINDOW, MERGING),
                                        call(ADD, "a", "x"),
                                        call(ADD, "b", "w")),
                                List.of(
                                        Role.of("adder", call(ADD_ALL, "b", "y", "z")),
                                        Role.of("owner", expire("a", 200))),
                                List.of(pass(250), call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "x")))
                        .taking(WholePartitions.WHERE_CHEAPER)
                        .with(Faults.oneOf(EventKind.DIE)),
                3,
                MOST_SCHEDULES),
        /** An add removes on the new primary what it has made again on an old one that had come back empty. */
        REMOVES_WHAT_AN_OLD_PRIMARY_HAS_LOST(DemotedWorlds.addToAnEmptyPrimary()),
        /** The clock is set back, and an object that has not read it before finds what another one has forgotten. */
        GOES_BY_AN_EARLIER_TIME(World.of(
                        "the clock is set back when one of two objects has forgotten an element",
                        List.of(open("a", WINDOW), open("b", WINDOW), call(ADD, "a", "x"), pass(410)),
                        List.of(Role.of("reader", call(LOOK_UP, "a", "x"))),
                        List.of(call(LOOK_UP, "b", "x"), call(LOOK_UP, "a", "x")))
                .with(Faults.NONE.shifting(-130L)));

        private final World world;
        private final int deviations;
        private final int schedules;

        Excused(World world) {
            this(world, MOST_DEVIATIONS, MOST_SCHEDULES);
        }

        Excused(World world, int deviations, int schedules) {
            this.world = world;
            this.deviations = deviations;
            this.schedules = schedules;
        }

        Exploration explore() {
            Exploration exploration = new Exploration();
            for (int some = 0; some <= deviations; some++) {
                exploration.exhaust(world, some, schedules);
            }
            return exploration;
        }
    }

    private static World clearedOnAnOldPrimary() {
        return World.of(
                        "an old primary removes what a clear is to replace",
                        List.of(open("a", ONE), open("b", ONE), open("c", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("cleaner", call(CLEAR, "b"))),
                        List.of(
                                open("fresh", ONE),
                                call(LOOK_UP, "fresh", "x"),
                                call(LOOK_UP, "a", "x"),
                                call(ADD, "a", "y"),
                                call(LOOK_UP, "fresh", "y"),
                                call(ADD, "fresh", "opened"),
                                call(LOOK_UP, "fresh", "opened"),
                                call(LOOK_UP, "fresh", "opened"),
                                pass(LONGER_THAN_A_PERIOD),
                                call(LOOK_UP, "a", "x"),
                                call(ADD, "fresh", "read"),
                                call(LOOK_UP, "a", "read"),
                                call(LOOK_UP, "fresh", "read"),
                                call(CLEAR, "fresh"),
                                call(LOOK_UP, "c", "x")))
                .with(Faults.NONE.demoting(OldPrimary.EMPTY_PRIMARY));
    }

    private static World copyWithoutALayer() {
        FilterSpec spec = Specs.growing(2);
        return World.of(
                        "a filter is copied when a failover of one of two servers has lost the mark of a layer",
                        List.of(open("a", spec), Specs.fill("a")),
                        List.of(Role.of("grower", call(ADD, "a", Specs.inPartition(1, 1)))),
                        List.of(
                                copy(FilterSpec.existing("clicks").build(), "copy"),
                                open("c", FilterSpec.existing("copy").build()),
                                call(ADD, "c", Specs.inPartition(1, 2))))
                .on(2)
                .lagging(LAG)
                .with(Faults.NONE.demoting(OldPrimary.DEMOTED));
    }

    private static World claimedByANearCache() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "a claim is repeated by a near cache when a failover has lost the element",
                        List.of(open("a", Specs.plain(1), Specs.nearCached(clock)), call(ADD, "a", "x")),
                        List.of(Role.of(
                                "consumer",
                                claim("a", "w", 7, "x", "y"),
                                claim("a", "w", 7, "x", "y").ifFailed())),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "y")))
                .nearCached(clock, "a")
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    private static World afterALostSeal() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                        "a failover loses the seal of a layer during an add",
                        List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                        List.of(Role.of("adder", call(ADD, "a", "y"))),
                        List.of(
                                call(LOOK_UP, "a", "y"),
                                open("fresh", spec),
                                call(LOOK_UP, "fresh", "y"),
                                call(ADD, "b", "z"),
                                call(LOOK_UP, "fresh", "z")))
                .lagging(LAG)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    @ParameterizedTest
    @EnumSource
    void isNoViolation(Excused excused) {
        assertEquals("", excused.explore().journals());
    }

    /** The excuse holds for the adds that were under way, and for no other one. */
    @Test
    void excusesNoAddAfterTheFailover() {
        Distortion blind = (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isLookUp = caller.operation().kind() == LOOK_UP
                    && caller.operation().object().equals("fresh")
                    && caller.operation().elements().contains("z");
            return isLookUp && reply instanceof Reply.Ints ints ? withoutBits(ints) : reply;
        };
        Exploration exploration = new Exploration().sample(afterALostSeal().with(blind), 0, 100);
        assertTrue(exploration.findings().containsKey(Violation.Kind.WRONG_ANSWER));
    }

    /** The trailer comes first. */
    private static Reply withoutBits(Reply.Ints reply) {
        long[] values = new long[reply.values().length];
        System.arraycopy(reply.values(), 0, values, 0, Math.min(2, values.length));
        return new Reply.Ints(values);
    }
}
