package io.polybloom.simulation.failover;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuildWithout;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.REMOVE;
import static io.polybloom.simulation.failover.FailoverWorlds.ACKNOWLEDGED;

import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Worlds in which the writes to every kind of filter wait for a replica, which may acknowledge one of them too late.
 * Whatever the failover after that has lost, the answers to the calls stay true.
 */
enum AcknowledgedWorlds {
    /** The first delivery brings an old element. The consumer is started again, whether it has failed or not. */
    CLAIMS(claims()),
    /** The writer has its key already, and the consumer may die. */
    CLAIMS_OF_A_KNOWN_WRITER(claims(claim("a", "w", 1, "known")).dying()),
    CLAIMS_OF_TWO_WRITERS(world(Specs.plain(1))
            .first(claim("a", "w", 7, "x", "y"))
            .second(claim("b", "other", 7, "y", "x"))
            .after(replay(claim("c", "other", 7, "y", "x"), claim("c", "w", 7, "x", "y")))),
    CLAIM_OF_WHAT_IS_ADDED(world(Specs.plain(1))
            .first(call(ADD, "a", "x"))
            .second(claim("b", "w", 7, "x", "z"))
            .after(replay(claim("c", "w", 7, "x", "z")))),
    TWO_PARTITIONS(twoPartitions()),
    TWO_SERVERS(twoPartitions().on(2)),
    /** The first add opens a layer, and the second one goes on with it. */
    GROWTH(world(Specs.growing(1)).before(Specs.fill("a")).first(call(ADD, "a", "x"), call(ADD, "a", "y"))),
    GROWTH_ON_TWO_SERVERS(world(Specs.growing(2))
            .before(Specs.fill("a"))
            .first(call(ADD_ALL, "a", "x", "y"))
            .on(2)),
    /** Elements of one call go to two layers. */
    GROWTH_IN_A_BULK_ADD(world(Specs.growing(1))
            .before(call(ADD_ALL, "a", Specs.fillers(1, Specs.CAPACITY)))
            .first(call(ADD_ALL, "a", "x", "y", "z"), call(ADD, "a", "y"))),
    /** An element in the last place of a layer is added again by a client that has opened the next one. */
    ADD_AFTER_A_GROWTH(world(Specs.growing(1))
            .before(call(ADD_ALL, "b", Specs.fillers(1, Specs.CAPACITY)))
            .first(call(ADD, "a", "x"))
            .second(call(ADD, "b", "y"), call(ADD, "b", "x"))),
    /** An old element and a new one are added when the next slice has begun. */
    NEXT_SLICE(window().before(call(ADD, "a", "x"), pass(WindowWorlds.SLICE)).first(call(ADD_ALL, "a", "x", "y"))),
    /** The other client does not know yet that the slice has begun. */
    NEXT_SLICE_FOR_TWO(window().before(call(ADD, "b", "v"), pass(WindowWorlds.SLICE), call(ADD, "a", "y"))
            .first(call(ADD, "a", "x"))
            .second(call(ADD, "b", "x"))),
    WINDOW_WITHOUT_KEYS(window().first(call(ADD, "a", "x"), call(ADD, "a", "y"))),
    COUNTING(world(counting())
            .before(call(ADD, "a", "y"))
            .first(call(ADD, "a", "x"), call(REMOVE, "a", "y"))
            .after(call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "y"), call(LOOK_UP, "b", "x"), call(LOOK_UP, "b", "y"))),
    COUNTING_FOR_TWO(world(counting()).first(call(ADD, "a", "x")).second(call(ADD, "b", "x"))),
    /** The near cache has the reply to an add that was not acknowledged. */
    NEAR_CACHE_AFTER_AN_ADD(world(Specs.plain(1))
            .nearCached()
            .first(call(ADD, "a", "x"), call(ADD, "a", "x"))
            .second(call(ADD, "b", "x"))),
    /** The near cache has the reply to a look-up, which waits for nobody. */
    NEAR_CACHE_AFTER_A_LOOK_UP(world(Specs.plain(1))
            .nearCached()
            .first(call(ADD, "b", "x"))
            .second(call(LOOK_UP, "a", "x"), call(ADD, "a", "x"))),
    /**
     * The rebuild does not read the element that is added meanwhile: it is kept because the add goes to both
     * generations.
     */
    REBUILD(world(Specs.plain(1))
            .before(call(ADD, "a", "y"))
            .first(rebuildWithout("clicks", "x").withOptions(options -> ACKNOWLEDGED))
            .second(call(ADD, "b", "x")));

    private final Draft draft;

    AcknowledgedWorlds(Draft draft) {
        this.draft = draft;
    }

    /** One client makes all calls, one after the other. */
    World inTurn() {
        List<Operation> calls = new ArrayList<>(draft.first);
        calls.addAll(draft.second);
        return world(" in turn", List.of(Role.of("one", calls.toArray(new Operation[0]))));
    }

    /** Two clients make the calls at once. */
    World atOnce() {
        return world(
                " at once",
                List.of(
                        Role.of("one", draft.first.toArray(new Operation[0])),
                        Role.of("two", draft.second.toArray(new Operation[0]))));
    }

    /** Returns the worlds that have calls for two clients. */
    static List<AcknowledgedWorlds> ofTwo() {
        return Stream.of(values()).filter(each -> !each.draft.second.isEmpty()).toList();
    }

    private World world(String how, List<Role> roles) {
        List<Operation> before = new ArrayList<>(List.of(
                open(
                        "a",
                        draft.spec,
                        draft.isNearCached
                                ? FailoverWorlds.waitingForAReplica(Specs.nearCached(draft.clock))
                                : ACKNOWLEDGED),
                open("b", draft.spec, ACKNOWLEDGED)));
        before.addAll(draft.before);
        World world = World.of("acknowledged " + name() + how, before, roles, draft.after)
                .on(draft.servers)
                .lagging(FailoverWorlds.FAR_BEHIND)
                .with(draft.faults)
                .keepingAnswers();
        return draft.isNearCached ? world.nearCached(draft.clock, "a") : world;
    }

    private static FilterSpec counting() {
        return FilterSpec.named("clicks")
                .layout(Layouts.COUNTING)
                .bits(4_096)
                .hashes(3)
                .partitions(1)
                .build();
    }

    private static Draft world(FilterSpec spec) {
        return new Draft(spec).after(audit(spec, List.of("a", "b"), "x", "y"));
    }

    /** A bulk add finds one of its elements in each partition; the write of one of them may not be acknowledged. */
    private static Draft twoPartitions() {
        FilterSpec spec = Specs.plain(2);
        String x = Specs.inPartition(0, 1);
        String y = Specs.inPartition(1, 1);
        return new Draft(spec)
                .before(call(ADD, "a", y))
                .first(call(ADD, "a", x))
                .second(call(ADD_ALL, "b", y, x))
                .after(audit(spec, List.of("a", "b"), x, y));
    }

    private static Operation[] audit(FilterSpec spec, List<String> objects, String... elements) {
        return Specs.audit(spec, ACKNOWLEDGED, objects, elements).toArray(new Operation[0]);
    }

    private static Draft claims(Operation... before) {
        Operation claim = claim("a", "w", 7, "x", "y", "y");
        List<Operation> all = new ArrayList<>(List.of(before));
        all.add(call(ADD, "a", "x"));
        return world(Specs.plain(1))
                .before(all.toArray(new Operation[0]))
                .first(claim, claim.ifFailed())
                .after(replay(claim("c", "w", 7, "x", "y", "y")));
    }

    private static Operation[] replay(Operation... claims) {
        List<Operation> after = new ArrayList<>(List.of(open("c", Specs.plain(1), ACKNOWLEDGED)));
        after.addAll(List.of(claims));
        after.addAll(List.of(claims));
        after.addAll(List.of(audit(Specs.plain(1), List.of("a"), "x", "y")));
        return after.toArray(new Operation[0]);
    }

    /**
     * Returns a window that is asked at a time when it still remembers what was added in the slice of the actors, but
     * no longer what was added before.
     */
    private static Draft window() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return new Draft(spec)
                .after(
                        pass(WindowWorlds.SLICE * WindowWorlds.SLICES - 1),
                        open("fresh", spec, ACKNOWLEDGED),
                        call(LOOK_UP, "a", "x"),
                        call(LOOK_UP, "b", "x"),
                        call(LOOK_UP, "fresh", "x"),
                        call(LOOK_UP, "a", "y"),
                        call(LOOK_UP, "b", "y"),
                        call(LOOK_UP, "fresh", "y"));
    }

    private static final class Draft {

        private final FilterSpec spec;
        private final SimulatedClock clock = new SimulatedClock();
        private List<Operation> before = List.of();
        private List<Operation> first = List.of();
        private List<Operation> second = List.of();
        private List<Operation> after = List.of();
        private Faults faults = Faults.oneOf(EventKind.FAIL_OVER).and(EventKind.LAG);
        private int servers = 1;
        private boolean isNearCached;

        private Draft(FilterSpec spec) {
            this.spec = spec;
        }

        private Draft before(Operation... operations) {
            before = List.of(operations);
            return this;
        }

        private Draft first(Operation... operations) {
            first = List.of(operations);
            return this;
        }

        private Draft second(Operation... operations) {
            second = List.of(operations);
            return this;
        }

        private Draft after(Operation... operations) {
            after = List.of(operations);
            return this;
        }

        /** A client may die instead of getting an acknowledgement too late. */
        private Draft dying() {
            faults = faults.and(EventKind.DIE).atMost(2);
            return this;
        }

        private Draft on(int number) {
            servers = number;
            return this;
        }

        private Draft nearCached() {
            isNearCached = true;
            return this;
        }
    }
}
