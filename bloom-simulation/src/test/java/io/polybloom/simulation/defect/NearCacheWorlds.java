package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuildWithout;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_TOGETHER;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Defects of near caches: what an object knows although it is lost, gone, cleared or forgotten. */
public final class NearCacheWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec WINDOW =
            Specs.small("clicks", 1).window(Duration.ofMillis(200), 2).build();

    private NearCacheWorlds() {}

    /** 13: a near cache continues to believe in bits that a failover has lost. */
    static World afterFailover() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "a failover loses an add that a near cache knows",
                        List.of(open("a", ONE, Specs.nearCached(clock))),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        Specs.audit(ONE, List.of("a"), "x"))
                .nearCached(clock, "a")
                .lagging(2)
                .with(Faults.oneOf(EventKind.FAIL_OVER).ticking(2_000L));
    }

    /** 53: an object that was told that its filter is gone answers from its near cache, by the time from before. */
    public static World ofWhatIsGone() {
        return deletion("an object with a near cache is told so").with(Faults.NONE.shifting(500L));
    }

    /** 78: likewise one that was told that keys of the filter are lost, when the deletion had removed them. */
    public static World afterLostKeys() {
        return deletion("an object with a near cache is told that keys are lost");
    }

    private static World deletion(String told) {
        SimulatedClock clock = new SimulatedClock();
        FilterOptions options = Specs.nearCached(clock);
        return World.of(
                        "a filter with a window is deleted, and " + told,
                        List.of(open("a", WINDOW, options), open("b", WINDOW, options), call(ADD, "b", "x")),
                        List.of(
                                Role.of("deleter", call(DELETE, "a")),
                                Role.of("asker", call(LOOK_UP, "b", "y"), call(LOOK_UP, "b", "x"))),
                        List.of())
                .nearCached(clock, "b");
    }

    /** 66: an object answers from its near cache although another call has just said that the filter is gone. */
    static World after(Operation told) {
        return after(Specs.small("clicks", 1), told);
    }

    /** 66: likewise after an add that was to open a layer. */
    static World afterGrowth() {
        return after(Specs.small("clicks", 1).overCapacity(OverCapacity.GROW), call(ADD, "a", "grown"));
    }

    private static World after(FilterSpecBuilder builder, Operation told) {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "the server forgets everything, and an object with a near cache is told so by " + told,
                        List.of(open("a", builder.build(), Specs.nearCached(clock)), Specs.fill("a")),
                        List.of(Role.of("owner", told, call(LOOK_UP, "a", "f1"))),
                        List.of())
                .nearCached(clock, "a")
                .with(Faults.upTo(2, EventKind.EVICT, EventKind.FORGET));
    }

    /** 73: an object answers from its near cache although a call has just said that claims were lost. */
    public static World afterLostClaims() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "a failover loses an element and claims, and an object with a near cache is told of the claims",
                        List.of(open("a", ONE, Specs.nearCached(clock))),
                        List.of(Role.of(
                                "consumer", call(ADD, "a", "x"), claim("a", "w", 7, "y"), call(LOOK_UP, "a", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .nearCached(clock, "a")
                .lagging(12)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    /** 79: an object finds a forgotten element in its near cache while keys are made for another slice. */
    public static World ofAForgottenSlice() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "an object with a near cache looks up what is forgotten while keys are being made",
                        List.of(
                                open("a", WINDOW, Specs.nearCached(clock)),
                                open("b", WINDOW),
                                call(ADD, "a", "x"),
                                pass(2_000)),
                        List.of(
                                Role.of("maker", call(ADD, "b", "z")),
                                Role.of("asker", call(LOOK_UP, "a", "y"), call(LOOK_UP, "a", "x"))),
                        List.of())
                .nearCached(clock, "a");
    }

    /** An element is just forgotten, and its keys are still there. */
    public static World ofWhatIsJustForgotten() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "an object with a near cache looks up what is just forgotten",
                        List.of(open("a", WINDOW, Specs.nearCached(clock)), call(ADD, "a", "x"), pass(310)),
                        List.of(Role.of("asker", call(LOOK_UP, "a", "x"))),
                        List.of())
                .nearCached(clock, "a");
    }

    /** An object clears its filter, and looks up what was in it before. */
    public static World afterItsOwnClear() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "an object with a near cache clears its filter",
                        List.of(open("a", WINDOW, Specs.nearCached(clock)), call(ADD, "a", "x")),
                        List.of(Role.of("cleaner", call(CLEAR, "a"), call(ADD, "a", "y"), call(LOOK_UP, "a", "x"))),
                        List.of())
                .nearCached(clock, "a");
    }

    /** 85: an object that knows of a rebuild answers an add from its near cache, and does not carry it over. */
    public static World besideARebuildThatItKnows() {
        return besideARebuild(
                "adds a known element beside a rebuild that it knows",
                Role.of("adder", call(ADD, "a", "y"), call(ADD_TOGETHER, "a", "x")));
    }

    /** 86: an object confirms what its near cache knows by a reply with a mark, and then answers an add. */
    public static World afterALookUpThatMeetsAMark() {
        return besideARebuild(
                "adds a known element beside a rebuild that a look-up meets",
                Role.of("adder", pass(2_000), call(LOOK_UP, "a", "x"), call(ADD_TOGETHER, "a", "x")));
    }

    /** 88: what confirms a partition for those who know of a rebuild answers the claim of one who began before. */
    public static World confirmedForWhoKnowsOfTheRebuild() {
        return besideARebuild(
                "claims a known element, and learns of a rebuild meanwhile",
                Role.of("claimer", pass(2_000), claim("a", "w", 7, "x")),
                Role.of("other", call(ADD, "a", "y"), call(LOOK_UP, "a", "z")));
    }

    /** An object that knows "x" acts while its filter is rebuilt without it. */
    private static World besideARebuild(String what, Role... acting) {
        SimulatedClock clock = new SimulatedClock();
        List<Role> roles = new ArrayList<>(List.of(acting));
        roles.add(Role.of("rebuilder", rebuildWithout("clicks", "x")));
        return World.of(
                        "an object with a near cache " + what,
                        List.of(open("a", ONE, Specs.nearCached(clock)), call(ADD, "a", "x")),
                        roles,
                        Specs.audit(ONE, List.of("a"), "x"))
                .nearCached(clock, "a");
    }

    /** 87: an add that only confirms what its near cache knows outlasts the slice, and does not renew the element. */
    public static World confirmedByALateReply() {
        SimulatedClock clock = new SimulatedClock();
        return World.of(
                        "an object with a near cache adds a known element while the slice ends",
                        List.of(open("a", WINDOW, Specs.confirming(clock)), call(ADD, "a", "x")),
                        List.of(
                                Role.of("adder", pass(95), call(ADD, "a", "x")),
                                Role.of("clock", pass(100), pass(100), pass(50))),
                        List.of(open("fresh", WINDOW), call(LOOK_UP, "fresh", "x")))
                .nearCached(clock, "a");
    }
}
