package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.PERSIST;
import static io.polybloom.simulation.actor.OperationKind.STATS;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Defects around creation, copies, clears, expiries and losses. */
public final class LifeWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final long LONGER_THAN_A_DAY = 90_000_000;

    private LifeWorlds() {}

    /** 5: two expiries at once. */
    static World twoExpiries() {
        return World.of(
                "two clients set different expiries at once",
                List.of(open("a", TWO), open("b", TWO)),
                List.of(Role.of("first", expire("a", 100)), Role.of("second", expire("b", 100_000))),
                List.of());
    }

    /** 7: the empty element. */
    static World emptyElement() {
        return World.of(
                "the empty element is asked for",
                List.of(open("a", ONE), call(ADD, "a", Specs.withFirstBit())),
                List.of(Role.of("asker", call(LOOK_UP, "a", ""))),
                List.of());
    }

    /** 9: a deletion while a layer is opened. */
    static World deletionDuringGrowth() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                "a deletion while another client opens a layer",
                List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                List.of(Role.of("grower", call(ADD, "a", "x")), Role.of("deleter", call(DELETE, "b"))),
                List.of());
    }

    /** 9: a clear that fails. */
    static World failedClear() {
        return World.of(
                        "the connection of a clear breaks",
                        List.of(open("a", TWO)),
                        List.of(Role.of("cleaner", call(CLEAR, "a"))),
                        List.of())
                .with(Faults.oneOf(EventKind.CUT));
    }

    /** 12: the filter expires in the middle of a clear. */
    static World clearOvertakenByExpiry() {
        return World.of(
                        "a filter expires in the middle of a clear",
                        List.of(open("a", ONE), expire("a", 100)),
                        List.of(Role.of("cleaner", call(CLEAR, "a"))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .with(Faults.NONE.ticking(5_000L));
    }

    /** 15: a register is lost, and a new filter takes its place. */
    static World lostRegister() {
        return World.of(
                        "a key is evicted before another client opens",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE), call(LOOK_UP, "b", "x"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 17: a listener that throws. */
    static World throwingListener() {
        FilterOptions options = FilterOptions.defaults().overCapacityListener(stats -> {
            throw new IllegalStateException("a bug of the caller");
        });
        return World.of(
                "a listener throws in the middle of an addAll",
                List.of(open("a", Specs.plain(1), options)),
                List.of(Role.of("adder", call(ADD_ALL, "a", Specs.fillers(0, 2 * Specs.CAPACITY)))),
                List.of());
    }

    /** 22: a filter that was created again. */
    public static World madeAnew() {
        return World.of(
                        "the server forgets everything, and another client opens",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.FORGET));
    }

    /** 26: a command of a clear arrives after the clear was repeated. */
    static World lateClear() {
        return World.of(
                        "a command of a clear is held back until the clear was repeated",
                        List.of(open("a", ONE)),
                        List.of(Role.of(
                                "cleaner", call(CLEAR, "a"), call(CLEAR, "a").ifFailed(), call(ADD, "a", "x"))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** 29: a generation comes to life after the clear that has removed it, and that clear dies. */
    static World clearOfWhatIsBeingMade() {
        return World.of(
                        "a clear that nobody has completed is completed while another client clears, and dies",
                        List.of(open("a", ONE), open("b", ONE), call(CLEAR, "a").abandonedAfter(StoredFilter.CHANGE)),
                        List.of(Role.of("cleaner", call(CLEAR, "b")), Role.of("maker", open("c", ONE))),
                        List.of(open("fresh", ONE), call(ADD, "fresh", "x"), call(LOOK_UP, "c", "x")))
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** 26: the end of a deletion takes the filter along that is being made. */
    static World creationBesideADeletion() {
        return World.of(
                "a deletion meets the creation of the next filter",
                List.of(open("a", ONE)),
                List.of(Role.of("deleter", call(DELETE, "a")), Role.of("opener", open("b", ONE))),
                Specs.audit(ONE, List.of("a"), "x"));
    }

    /** 12: a filter expires before a load has given back the expiry that its merge has removed. */
    static World loadOvertakenByExpiry() {
        return World.of(
                        "a filter expires in the middle of a load",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y")), Role.of("owner", expire("b", 100))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .with(Faults.NONE.ticking(5_000L));
    }

    /** 26: a layer is marked as ready by a command that arrives when the filter was given an expiry. */
    static World lateLayer() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                        "the mark of a layer arrives after an expiry",
                        List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                        List.of(Role.of("grower", call(ADD, "a", "x")), Role.of("owner", expire("b", 100))),
                        List.of())
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** 36: the clock of a client is set back, and every later call asks the server for the time, in vain. */
    public static World clockSetBack() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        "the clock of a client is set back while it uses a window",
                        List.of(open("a", spec)),
                        List.of(Role.of(
                                "adder",
                                call(ADD, "a", "x"),
                                call(ADD, "a", "y"),
                                call(LOOK_UP, "a", "x"),
                                pass(300),
                                call(ADD, "a", "y"))),
                        Specs.audit(spec, List.of("a"), "x", "y"))
                .with(Faults.NONE.shiftingAClient(-1_000_000_000L));
    }

    /**
     * The clock of the server is set back while a slow client makes a slice, and another client goes on before the slow
     * one.
     */
    public static World sliceAfterAClockSetBack() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        "the clock of a server is set back while a slow client makes a slice",
                        List.of(
                                open("a", spec),
                                open("b", spec),
                                call(ADD, "a", "x"),
                                call(LOOK_UP, "b", "x"),
                                pass(200)),
                        List.of(Role.of("slow", call(ADD, "a", "y")), Role.of("other", call(ADD, "b", "z"))),
                        List.of(call(LOOK_UP, "a", "z"), call(LOOK_UP, "b", "z")))
                .with(Faults.NONE.shifting(-100L));
    }

    /** 67: an expiry is set on a layer that a client opens, and is removed from all other layers only. */
    public static World expiryOfALayerThatIsOpened() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                "an expiry is set and removed while another client opens a layer",
                List.of(open("a", spec), open("b", spec), Specs.fill("a")),
                List.of(
                        Role.of("grower", call(ADD, "a", "grown")),
                        Role.of("owner", expire("b", 200), call(PERSIST, "b"))),
                List.of());
    }

    /** 68: a load gives a partition the expiry back that another client has removed meanwhile. */
    public static World expiryRemovedBesideALoad() {
        return World.of(
                "an expiry is removed between the merge of a load and the expiry that the load gives back",
                List.of(open("a", ONE), open("b", ONE), expire("b", 100_000)),
                List.of(Role.of("loader", call(LOAD, "a", "x", "y")), Role.of("owner", call(PERSIST, "b"))),
                Specs.audit(ONE, List.of("a"), "x"));
    }

    /** 71: a window moves on twice while it is measured. */
    public static World twoMovesBesideAMeasurement() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                "a window moves on twice while it is measured",
                List.of(open("a", spec), open("b", spec), call(ADD, "a", "x"), call(LOOK_UP, "b", "x")),
                List.of(
                        Role.of("asker", call(STATS, "a")),
                        Role.of("mover", pass(100), call(ADD, "b", "y"), pass(100), call(ADD, "b", "z"))),
                List.of());
    }

    /** 52: a client whose clock is ahead of the server's says that the filter has expired. */
    public static World clockAhead() {
        return World.of(
                        "the clock of a client is set ahead of the expiry of a filter that it uses",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x"), expire("a", 100)),
                        List.of(
                                Role.of("asker", call(STATS, "b"), call(LOOK_UP, "b", "x")),
                                Role.of("cleaner", call(CLEAR, "b"))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .with(Faults.NONE.shiftingAClient(130L));
    }

    /** 37: the version with the expiry arrives when another client has removed the expiry, and was told so. */
    public static World lateExpiry() {
        return World.of(
                        "an expiry is held back until another client has removed it",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("owner", expire("a", 100), call(PERSIST, "b"))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .with(Faults.oneOf(EventKind.HOLD).ticking(5_000L));
    }

    /** 37: the expiry of a partition arrives late, and the next client that uses the filter takes it away again. */
    public static World lateExpiryOfAPartition() {
        return lateChange("an overtaken expiry arrives late", expire("a", 100_000_000), call(PERSIST, "b"));
    }

    /** 37: the removal of an expiry arrives late, and the next client that uses the filter sets it again. */
    public static World lateRemovalOfAnExpiry() {
        return lateChange("an overtaken removal of an expiry arrives late", call(PERSIST, "a"), expire("b", 100_000));
    }

    /** 58: the expiry of a window is set by a client that takes the new slice of another one for forgotten, too. */
    public static World expiryOfANewSlice() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                "a window that remembers nothing gets an expiry and a slice",
                List.of(open("a", spec), open("b", spec), call(ADD, "a", "x"), pass(60_000)),
                List.of(Role.of("owner", expire("a", 10)), Role.of("adder", call(ADD, "b", "y"))),
                List.of());
    }

    /** 57: a client takes a filter for expired by an expiry that it has read before another client removed it. */
    public static World removedByAnOldExpiry() {
        return putOff("a filter is opened by an old expiry", open("c", ONE));
    }

    /** 57: likewise an object that reads the register again. */
    public static World usedByAnOldExpiry() {
        return putOff("a filter is used by an old expiry", call(STATS, "b"));
    }

    private static World putOff(String name, Operation late) {
        return World.of(
                        name,
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x"), expire("a", 100)),
                        List.of(Role.of("late", late), Role.of("owner", call(PERSIST, "a"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.NONE.ticking(110L));
    }

    /** 56: the removal of an expiry keeps a key that a late write has re-created, and that would expire by itself. */
    public static World keptForever() {
        return World.of(
                "an expiry is removed from what a write has re-created",
                List.of(open("a", ONE), open("b", ONE), open("c", ONE), call(ADD, "a", "x")),
                List.of(
                        Role.of("keeper", call(PERSIST, "a")),
                        Role.of("owner", call(DELETE, "b")),
                        Role.of("adder", call(ADD, "c", "y"))),
                List.of());
    }

    /** 37: the expiry that a rebuild gives the next generation arrives late, when another client has removed it. */
    public static World lateExpiryOfARebuild() {
        return lateChange("an overtaken expiry of a rebuild arrives late", rebuild("clicks", 0), call(PERSIST, "b"));
    }

    private static World lateChange(String name, Operation late, Operation last) {
        return World.of(
                        name,
                        List.of(open("a", ONE), open("b", ONE), expire("a", 1_000_000), call(ADD, "a", "x")),
                        List.of(Role.of("owner", late, last, pass(61_000), call(LOOK_UP, "b", "x"))),
                        List.of())
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** 37: the same when the filter was deleted and created again: the register of the next life expires. */
    public static World lateExpiryOfAnotherLife() {
        List<Operation> after =
                new ArrayList<>(List.of(pass(61_000), call(LOOK_UP, "c", "x"), pass(LONGER_THAN_A_DAY)));
        after.addAll(Specs.audit(ONE, List.of("c"), "x"));
        return World.of(
                        "an expiry is held back until the filter was created again",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(Role.of(
                                "owner", expire("a", 100), call(DELETE, "b"), open("c", ONE), call(ADD, "c", "x"))),
                        after)
                .with(Faults.oneOf(EventKind.HOLD).ticking(5_000L));
    }

    /** 38: the register expires, and the partitions stay, since two clients change the expiry and one dies. */
    public static World twoExpiriesAndADeath() {
        return World.of(
                        "one of two clients that change the expiry dies",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("hasty", expire("a", 100)), Role.of("patient", expire("b", 100_000))),
                        Specs.audit(ONE, List.of("b"), "x"))
                .with(Faults.oneOf(EventKind.DIE).ticking(5_000L));
    }

    /** 46: the generation whose expiry is set is not completed yet, and its life ends while it is completed. */
    static World expiryOfAnotherLife() {
        return World.of(
                "an expiry meets a clear, a deletion and the next life",
                List.of(open("a", ONE), open("b", ONE), expire("a", 100)),
                List.of(
                        Role.of("owner", expire("b", 100_000), call(ADD, "b", "x")),
                        Role.of("other", call(CLEAR, "a"), call(DELETE, "a"), open("c", ONE))),
                Specs.audit(ONE, List.of("a", "b"), "x"));
    }

    /** 74: a change that has taken over the expiry of another one writes it once more after a clear. */
    public static World expiryOverAnotherAfterAClear() {
        return World.of(
                "an expiry is removed while another client sets two, and repeats a clear that has died",
                List.of(open("a", ONE), open("b", ONE), call(CLEAR, "a").abandonedAfter("UNLINK")),
                List.of(
                        Role.of("owner", call(PERSIST, "a")),
                        Role.of("other", expire("b", 100), call(CLEAR, "b"), expire("b", 100_000))),
                List.of(pass(1_000), call(LOOK_UP, "b", "x")));
    }

    /** 39: a clear of a window that remembers nothing is published when an add was answered. */
    public static World lateClearOfAnEmptyWindow() {
        return emptyWindow("a clear of a window that remembers nothing is held back", CLEAR);
    }

    /** 39: the same with a deletion. */
    public static World lateDeletionOfAnEmptyWindow() {
        return emptyWindow("a deletion of a window that remembers nothing is held back", DELETE);
    }

    /** 69: a generation without partitions is marked as deleted when another client has completed it. */
    public static World lateDeletionAfterAClear() {
        return lateDeletion(
                "a deletion is held back until another client has completed a clear that has died",
                List.of(open("a", ONE), call(CLEAR, "a").abandonedAfter(StoredFilter.CHANGE)));
    }

    /** 69: likewise the first generation, whose creator has died. */
    static World lateDeletionOfAClaim() {
        return lateDeletion(
                "a deletion is held back until another client has completed a creation that has died",
                List.of(open("a", ONE).abandonedAfter("SETBIT")));
    }

    private static World lateDeletion(String name, List<Operation> before) {
        return World.of(
                        name,
                        before,
                        List.of(Role.of("owner", remove("clicks"), open("b", ONE), call(ADD, "b", "x"))),
                        Specs.audit(ONE, List.of("b"), "x"))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    private static World emptyWindow(String name, OperationKind end) {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        name,
                        List.of(open("a", spec), open("b", spec)),
                        List.of(Role.of("owner", call(end, "a"), call(ADD, "b", "x"), call(LOOK_UP, "b", "x"))),
                        Specs.audit(spec, List.of("b"), "x"))
                .with(Faults.oneOf(EventKind.HOLD));
    }
}
