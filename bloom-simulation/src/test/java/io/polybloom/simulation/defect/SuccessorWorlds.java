package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.Operation.rebuildWithout;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.ADD_TOGETHER;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.STATS;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Defects of operations that begin in one generation and end in another. */
public final class SuccessorWorlds {

    private static final String CLICKS = "clicks";
    private static final String WRITER = "w";
    private static final long SLICE = 100;

    private SuccessorWorlds() {}

    /** 41: an add knows a rebuild that a clear has ended, and overlooks the next one. */
    public static World bulkAddAfterAClear() {
        return afterAClear("addAll", Specs.plain(1), call(ADD_ALL, "b", "y", "z"));
    }

    /** 41: likewise of single calls that are sent as a group. */
    static World groupAfterAClear() {
        return afterAClear("a group", Specs.plain(1), call(ADD_TOGETHER, "b", "y", "z"));
    }

    /** 41: likewise of an add whose deliveries were claimed before the clear. */
    static World claimAfterAClear() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "claims, a clear that ends one rebuild, and another one",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        rebuild(CLICKS, 0).abandonedAfter("BITFIELD"),
                        claim("b", WRITER, 1, "v")),
                List.of(
                        Role.of("consumer", claim("b", WRITER, 7, "y", "z")),
                        Role.of("rebuilder", call(CLEAR, "a"), rebuild(CLICKS, 0))),
                Specs.audit(spec, List.of("a", "b"), "y", "z"));
    }

    /** 48: a rebuild forgets the fields that name claims which a clear has left behind. */
    static World claimsLeftByAClear() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "claims of a clear that has died, and a rebuild",
                List.of(
                        open("a", spec),
                        claim("a", WRITER, 7, "y"),
                        call(CLEAR, "a").abandonedAfter(StoredFilter.CHANGE)),
                List.of(Role.of("rebuilder", rebuild(CLICKS, 0))),
                Specs.audit(spec, List.of("a"), "y"));
    }

    /** 41: likewise of one add to a filter that has grown. */
    public static World grownAfterAClear() {
        return afterAClear("an add to two layers", Specs.growing(1), call(ADD, "b", "y"));
    }

    private static World afterAClear(String what, FilterSpec spec, Operation add) {
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        if (spec.overCapacity() == OverCapacity.GROW) {
            before.add(Specs.fill("b"));
            before.add(call(ADD, "b", "grown"));
        }
        before.add(rebuild(CLICKS, 0).abandonedAfter("BITFIELD"));
        before.add(call(ADD, "b", "v"));
        before.add(call(CLEAR, "a"));
        return World.of(
                what + " after a clear that has ended one rebuild, beside another one",
                before,
                List.of(Role.of("adder", add), Role.of("rebuilder", rebuild(CLICKS, 0))),
                Specs.audit(spec, List.of("a", "b"), "y", "z"));
    }

    /** 42: claims that are cleared before the add looks for room are not made again. */
    public static World claimsAndAFullGrowingFilter() {
        return claimsBesideAClear(OverCapacity.GROW);
    }

    /** 42: likewise in a filter that rejects. */
    public static World claimsAndAFullRejectingFilter() {
        return claimsBesideAClear(OverCapacity.REJECT);
    }

    private static World claimsBesideAClear(OverCapacity policy) {
        FilterSpec spec = Specs.small(CLICKS, 1).overCapacity(policy).build();
        Operation claim = claim("a", WRITER, 7, "x", "y");
        return World.of(
                "claims in a full filter (" + policy + ") beside a clear",
                List.of(open("a", spec), open("b", spec), call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1))),
                List.of(Role.of("consumer", claim), Role.of("cleaner", call(CLEAR, "b"))),
                List.of(open("c", spec), claim("c", WRITER, 7, "x", "y"), claim("c", WRITER, 7, "x", "y")));
    }

    /** 80: a call is told that the filter is full, and not that it is another one by now. */
    public static World refusedClaimBesideAnotherLife() {
        FilterSpec spec =
                Specs.small(CLICKS, 1).overCapacity(OverCapacity.REJECT).build();
        return World.of(
                "claims that a full filter refuses while it is deleted and created anew",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1)),
                        call(ADD, "a", "x")),
                List.of(Role.of("consumer", claim("a", WRITER, 7, "x", "y")), createdAnewBy("b", spec)),
                Specs.audit(spec, List.of("a"), "x", "y"));
    }

    /** 80: a look-up that a replica does not answer asks the primary, though the filter is another one by now. */
    public static World lookUpOnAReplicaBesideAnotherLife() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "a look-up on a replica while the filter is deleted and created anew",
                List.of(
                        open("a", spec, FilterOptions.defaults().readFromReplicas()),
                        open("b", spec),
                        call(ADD, "a", "x")),
                List.of(Role.of("reader", call(LOOK_UP, "a", "x")), createdAnewBy("b", spec)),
                Specs.audit(spec, List.of("a"), "x"));
    }

    /** 80: likewise of bits that were merged when the connection broke. */
    public static World brokenLoadBesideAnotherLife() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                        "a load that breaks while the filter is deleted and created anew",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                        List.of(Role.of("loader", call(LOAD, "a", "y", "z")), createdAnewBy("b", spec)),
                        Specs.audit(spec, List.of("a"), "x"))
                .with(Faults.oneOf(EventKind.CUT));
    }

    /** 80: likewise of an add that breaks, and has elements to carry over into the next generation. */
    public static World brokenAddBesideAnotherLife() {
        FilterSpec spec = Specs.plain(2);
        String first = Specs.inPartition(0, 1);
        return World.of(
                        "an add during a rebuild breaks while the filter is deleted and created anew",
                        List.of(
                                open("a", spec),
                                open("b", spec),
                                call(ADD, "b", first),
                                rebuild(CLICKS, 0).abandonedAfter("BITFIELD"),
                                call(ADD, "b", Specs.inPartition(1, 2))),
                        List.of(
                                Role.of("adder", call(ADD_ALL, "b", first, Specs.inPartition(1, 1))),
                                createdAnewBy("a", spec)),
                        Specs.audit(spec, List.of("b"), first))
                .with(Faults.oneOf(EventKind.CUT));
    }

    /** 81: a group has all its answers when it is told that the filter is another one by now, and tells nobody. */
    public static World groupOfThreeLayersBesideAnotherLife() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                "a group of adds to three layers while the filter is deleted and created anew",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        call(ADD, "b", "x"),
                        call(ADD, "b", "y"),
                        call(ADD_ALL, "b", Specs.fillers(0, 400))),
                List.of(Role.of("adder", call(ADD_TOGETHER, "b", "x", "y")), createdAnewBy("a", spec)),
                List.of(call(LOOK_UP, "b", "y"), call(LOOK_UP, "b", "x")));
    }

    /** 81: likewise when its slice ends. */
    public static World groupInAWindowBesideAnotherLife() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        "a group of adds to a window while the filter is deleted and created anew",
                        List.of(open("a", spec), open("b", spec), call(ADD, "b", "x")),
                        List.of(Role.of("adder", call(ADD_TOGETHER, "b", "y", "z")), createdAnewBy("a", spec)),
                        List.of(call(LOOK_UP, "b", "y"), call(LOOK_UP, "b", "x")))
                .with(Faults.NONE.ticking(SLICE));
    }

    /** 81: a measurement is told that the filter is another one by now, and the next look-up is not. */
    public static World measurementBesideAnotherLife() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "a measurement while the filter is deleted and created anew",
                List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                List.of(Role.of("sampler", call(STATS, "a")), createdAnewBy("b", spec)),
                Specs.audit(spec, List.of("a"), "x"));
    }

    /** 83: a look-up is told of a life that has ended by now, and the next one of the life after that. */
    public static World measurementBesideTwoOtherLives() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "a measurement while the filter is deleted and created anew twice",
                List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                List.of(
                        Role.of("sampler", call(STATS, "a")),
                        Role.of("deleter", call(DELETE, "b"), open("b2", spec), call(DELETE, "b2"), open("b3", spec))),
                List.of(call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "x")));
    }

    /** Deletes the filter of an object, and creates it anew. */
    private static Role createdAnewBy(String object, FilterSpec spec) {
        return Role.of("deleter", call(DELETE, object), open(object + "2", spec));
    }

    /** 43: a client that was too late for a layer removes the claim by which another one makes it, which dies. */
    public static World claimOfALayerThatAnotherMakes() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                        "a clear while two clients open a layer, one of which dies",
                        List.of(open("a", spec), open("b", spec), open("c", spec), Specs.fill("a")),
                        List.of(
                                Role.of("cleaner", call(CLEAR, "b")),
                                Role.of("slow", call(ADD, "a", "x")),
                                Role.of("other", call(ADD_ALL, "c", "y", "z"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** 44: an add whose bits others have found in a sealed layer is answered by the generation after a clear. */
    public static World sealedBeforeAClear() {
        return sealedBefore("a clear", Role.of("fast", call(ADD, "b", "x"), call(CLEAR, "b"), call(ADD, "b", "x")));
    }

    /** 44: likewise by the generation after a rebuild, to which others have brought the element. */
    static World sealedBeforeARebuild() {
        return sealedBefore("a rebuild", Role.of("fast", call(ADD, "b", "x"), rebuild(CLICKS, 3 * Specs.CAPACITY)));
    }

    private static World sealedBefore(String what, Role fast) {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                what + " comes between a sealed layer and the next one",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1)),
                        call(ADD, "b", "grown")),
                List.of(Role.of("slow", call(ADD, "a", "x")), fast),
                List.of());
    }

    /** 45: a rebuild brings more elements into the first layer of the next generation than that is made for. */
    public static World rebuildThatIsTooSmall() {
        return tooSmall(
                "a rebuild of more elements than its new capacity",
                Specs.fillers(0, 40),
                Role.of("asker", call(ADD, "a", "y")));
    }

    /** 45: likewise by the adds of another client. */
    public static World addsBesideARebuildThatIsTooSmall() {
        return tooSmall(
                "adds of more elements than the new capacity of a rebuild",
                new String[] {"f0"},
                Role.of("adder", call(ADD_ALL, "a", Specs.fillers(1, 41))));
    }

    private static World tooSmall(String what, String[] elements, Role other) {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                what,
                List.of(open("a", spec), open("b", spec), call(ADD_ALL, "b", elements)),
                List.of(other, Role.of("rebuilder", rebuild(CLICKS, 4))),
                Specs.audit(spec, List.of("a"), "y", "f0"));
    }

    /** 77: an add that goes on in the next slice writes there what a clear has removed, and nobody was told of it. */
    public static World addOfTwoSlicesBesideAClear() {
        return ofTwoSlices("an add", 1, call(ADD, "b", "x"), call(CLEAR, "a")).with(Faults.NONE.ticking(SLICE));
    }

    /** 77: likewise one whose other elements have their answers in the generation after the clear. */
    static World addsOfTwoGenerationsAndSlices() {
        return ofTwoSlices("adds to two generations", 2, call(ADD_ALL, "b", "y", "x"), call(CLEAR, "a"), pass(SLICE));
    }

    /** 77: likewise under a delivery. */
    static World claimOfTwoSlicesBesideAClear() {
        return ofTwoSlices("a claim", 1, claim("b", WRITER, 7, "x"), call(CLEAR, "a"))
                .with(Faults.NONE.ticking(SLICE));
    }

    /** 89: a claim that adds once more after a clear brings what this has removed into the next generation. */
    public static World claimsOfTwoGenerations() {
        FilterSpec spec = Specs.plain(1);
        return World.of(
                "claims that are cleared after their add, and a rebuild",
                List.of(open("a", spec), open("b", spec), call(ADD, "a", "y"), claim("b", WRITER, 1, "known")),
                List.of(
                        Role.of("consumer", claim("b", WRITER, 7, "x", "y")),
                        Role.of("cleaner", call(LOOK_UP, "a", "x"), call(CLEAR, "a"), rebuildWithout(CLICKS, "x"))),
                List.of(call(LOOK_UP, "a", "x"), call(LOOK_UP, "b", "x")));
    }

    private static World ofTwoSlices(String what, int partitions, Operation add, Operation... cleaner) {
        FilterSpec spec = WindowWorlds.spec(partitions).build();
        return World.of(
                what + " of two slices beside a clear",
                List.of(
                        open("a", spec),
                        open("b", spec),
                        claim("b", WRITER, 1, "known"),
                        call(ADD, "a", "x"),
                        call(LOOK_UP, "b", "x")),
                List.of(Role.of("adder", add), Role.of("cleaner", cleaner)),
                List.of(call(LOOK_UP, "a", "x"), call(LOOK_UP, "b", "x")));
    }
}
