package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.remove;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects around a config that is lost. */
public final class LossWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec GROWING = Specs.growing(1);
    private static final long LONGER_THAN_A_MARK = 110;

    private LossWorlds() {}

    /** 27: a client that was to write the trace again removes the one that it has found. */
    static World traceThatOneHasFound() {
        return World.of(
                        "the config is evicted while a client that has missed the trace writes it again",
                        List.of(),
                        List.of(Role.of("slow", open("b", ONE)), Role.of("fast", open("a", ONE))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 28: the first layer is removed first, and the removal dies. */
    static World removalThatDies() {
        return World.of(
                        "the removal of a grown filter without a config dies, and is repeated",
                        grown(),
                        List.of(Role.of("first", remove("clicks")), Role.of("second", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing(StoredFilter.config("clicks")));
    }

    /** 28: likewise when the filter is deleted by a client that knows its first layer only. */
    static World deletionThatDies() {
        return World.of(
                        "the deletion of a grown filter without a config dies, and what is left is removed",
                        grown(),
                        List.of(Role.of("deleter", call(DELETE, "b")), Role.of("remover", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing(StoredFilter.config("clicks")));
    }

    /** 30: a creator that is overtaken removes the trace of a filter that is in use, and whose config is lost. */
    public static World creatorOvertakenByAClear() {
        return World.of(
                        "a filter is cleared and loses its config while another client makes it, too",
                        List.of(),
                        List.of(
                                Role.of("slow", open("a", ONE)),
                                Role.of("fast", open("b", ONE), call(CLEAR, "b"), call(ADD, "b", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x"), call(LOOK_UP, "b", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 30: likewise of a filter that has grown, whose later layers nobody finds then. */
    static World creatorOvertakenByGrowth() {
        return World.of(
                        "a filter grows and loses its config while another client makes it, too",
                        List.of(),
                        List.of(
                                Role.of("slow", open("a", GROWING)),
                                Role.of("fast", open("b", GROWING), Specs.fill("b"), call(ADD, "b", "x"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 31: a clear dies that has not seen a layer which another client was opening, and the next one forgets it. */
    static World layerAfterAClear() {
        return World.of(
                        "a clear dies while another client opens a layer, and is repeated",
                        List.of(open("a", GROWING), open("b", GROWING), open("c", GROWING), Specs.fill("a")),
                        List.of(
                                Role.of("cleaner", call(CLEAR, "b")),
                                Role.of("grower", call(ADD, "a", "x")),
                                Role.of("again", call(CLEAR, "c"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** 32: a creator leaves the trace after a deletion, and dies. */
    public static World traceAfterADeletion() {
        return World.of(
                        "a filter is deleted while another client makes it, too, and dies",
                        List.of(),
                        List.of(Role.of("slow", open("a", ONE)), Role.of("fast", open("b", ONE), call(DELETE, "b"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** 32: likewise without a death, when a third client meets the trace that the first one takes back. */
    static World creatorsAfterADeletion() {
        return World.of(
                "a filter is deleted while two other clients make it, too",
                List.of(),
                List.of(
                        Role.of("slow", open("a", ONE)),
                        Role.of("slower", open("c", ONE)),
                        Role.of("fast", open("b", ONE), call(DELETE, "b"))),
                List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")));
    }

    /** 34: a layer is made while a deletion removes the older one, and the config that names it is evicted. */
    static World layerAfterADeletion() {
        return World.of(
                        "a filter is deleted and loses its config while another client opens a layer",
                        List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a")),
                        List.of(Role.of("grower", call(ADD, "a", "x")), Role.of("deleter", call(DELETE, "b"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 59: a removal looks for a config where it was moved to when it is back, and the other way round. */
    public static World configMovedDuringARemoval() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                "a removal misses a config that the end of a deletion moves away and brings back",
                List.of(open("a", spec), call(DELETE, "a").abandonedAfter(StoredFilter.WITHDRAWAL)),
                List.of(Role.of("late", remove("clicks")), Role.of("other", open("b", spec), remove("clicks"))),
                List.of(open("fresh", spec), call(ADD, "fresh", "x"), call(LOOK_UP, "b", "x")));
    }

    private static List<Operation> grown() {
        return List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a"), call(ADD, "a", "x"));
    }

    /** 54: the mark by which a client removes what its write has created again vanishes, and the key stays. */
    static World vanishingMark() {
        return World.of(
                        "the mark vanishes by which an add removes what it has created again",
                        List.of(open("a", ONE), open("b", ONE), call(DELETE, "b")),
                        List.of(Role.of("adder", call(ADD, "a", "x"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT).ticking(LONGER_THAN_A_MARK));
    }

    /** 65: a deletion that finds the claim of another life leaves the slices that it does not know. */
    public static World deletionAfterARefusedClaim() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        "a window without a config is deleted after a claim that was refused",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "x")),
                        List.of(Role.of("other", open("c", spec), call(DELETE, "b"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(Faults.oneOf(EventKind.EVICT).losing(StoredFilter.config("clicks")));
    }

    /** 61: one of two changes of the expiry finds that a partition was lost, and leaves its own expiry at another. */
    public static World lossBesideTwoExpiries() {
        return World.of(
                        "a partition is lost while two clients set different expiries",
                        List.of(open("a", Specs.plain(2)), open("b", Specs.plain(2))),
                        List.of(Role.of("first", expire("a", 100)), Role.of("second", expire("b", 100_000))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 62: a load drops the expiry of a partition, and finds that what it has brought was lost. */
    public static World lossBesideALoadAndAnExpiry() {
        return World.of(
                        "the upload of a load is lost while another client sets an expiry",
                        List.of(open("a", Specs.plain(1)), open("b", Specs.plain(1))),
                        List.of(Role.of("loader", call(LOAD, "a", "x", "y")), Role.of("owner", expire("b", 100))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 84: a creator that others have overtaken finds that a key was lost, and leaves the others without expiry. */
    public static World lossBesideACreatorAndAnExpiry() {
        return World.of(
                        "a key is lost while one client makes the filter, too, and another one sets an expiry",
                        List.of(),
                        List.of(
                                Role.of("slow", open("a", Specs.plain(2))),
                                Role.of("fast", open("b", Specs.plain(2)), expire("b", 100_000))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 89: a full server refuses the claims that stay, and removes those whose place they were to take. */
    public static World claimsOnAServerThatFillsUp() {
        FilterSpec spec = Specs.plain(1);
        Operation claim = claim("a", "w", 7, "x", "y");
        return World.of(
                        "a consumer and its successor claim while the memory of the server fills up",
                        List.of(open("a", spec), open("b", spec), call(ADD, "a", "x"), claim("a", "w", 1, "known")),
                        List.of(Role.of("consumer", claim, claim("b", "w", 7, "x", "y"))),
                        List.of(claim("b", "w", 7, "x", "y")))
                .with(Faults.NONE.ailing(Ailment.FULL));
    }

    /** 91: the config of a new life is moved to the place from which a deletion removes that of the life before. */
    static World twoDeletionsBesideACreation() {
        return World.of(
                "a filter is created anew while two clients end the deletion of a client that has died",
                List.of(open("a", ONE), call(DELETE, "a").abandonedAfter(StoredFilter.CHANGE)),
                List.of(
                        Role.of("first", remove("clicks")),
                        Role.of("second", remove("clicks")),
                        Role.of("creator", open("b", ONE), call(ADD, "b", "x"))),
                List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")));
    }
}
