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
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/** Defects around keys that are lost. */
public final class LossWorlds {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec GROWING = Specs.growing(1);

    private LossWorlds() {}

    /** 27: one of two creators removes what the other one has made, when a key is lost. */
    static World keyLostToTwoCreators() {
        return World.of(
                        "a key is evicted while two clients make a filter",
                        List.of(),
                        List.of(Role.of("slow", open("b", ONE)), Role.of("fast", open("a", ONE))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** 28: the first layer is removed first, and the removal dies. */
    static World removalThatDies() {
        return World.of(
                        "the removal of a grown filter without a register dies, and is repeated",
                        grown(),
                        List.of(Role.of("first", remove("clicks")), Role.of("second", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing(StoredFilter.register("clicks")));
    }

    /** 28: likewise when the filter is deleted by a client that knows its first layer only. */
    static World deletionThatDies() {
        return World.of(
                        "the deletion of a grown filter without a register dies, and what is left is removed",
                        grown(),
                        List.of(Role.of("deleter", call(DELETE, "b")), Role.of("remover", remove("clicks"))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).losing(StoredFilter.register("clicks")));
    }

    /** 30: a creator that is overtaken removes what is in use, and a key is lost. */
    public static World creatorOvertakenByAClear() {
        return World.of(
                        "a filter is cleared and loses a key while another client makes it, too",
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
                        "a filter grows and loses a key while another client makes it, too",
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

    /** 32: a creator goes on after a deletion, and dies. */
    public static World creatorThatDiesAfterADeletion() {
        return World.of(
                        "a filter is deleted while another client makes it, too, and dies",
                        List.of(),
                        List.of(Role.of("slow", open("a", ONE)), Role.of("fast", open("b", ONE), call(DELETE, "b"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.DIE));
    }

    /** 32: likewise without a death, when a third client is there. */
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

    /** 34: a layer is made while a deletion removes the older one, and the register that names it is evicted. */
    static World layerAfterADeletion() {
        return World.of(
                        "a filter is deleted and loses a key while another client opens a layer",
                        List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a")),
                        List.of(Role.of("grower", call(ADD, "a", "x")), Role.of("deleter", call(DELETE, "b"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    private static List<Operation> grown() {
        return List.of(open("a", GROWING), open("b", GROWING), Specs.fill("a"), call(ADD, "a", "x"));
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

    /** 91: two clients end a deletion, and one of them ends the next life, too. */
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
