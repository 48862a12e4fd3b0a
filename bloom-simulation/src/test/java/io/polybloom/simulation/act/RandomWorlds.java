package io.polybloom.simulation.act;

import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.World;
import io.polybloom.step.WholePartitions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Larger worlds, drawn from a seed: a filter of any kind in any state, several clients with several threads and several
 * calls each, and a few events of any kind.
 */
final class RandomWorlds {

    private static final int MOST_ACTORS = 4;
    private static final int MOST_CALLS = 3;
    private static final int FAR_BEHIND = 10;

    /** One world in this number has a filter whose bits the server keeps. */
    private static final int ONE_OF_THE_SERVER = 6;

    /** One world in this number has a replica, which takes over. */
    private static final int ONE_WITH_A_REPLICA = 6;

    /** One world in this number has objects that may ask replicas. */
    private static final int ONE_ASKING_REPLICAS = 12;

    /** One world with a single server in this number lets single calls of one object wait for each other. */
    private static final int ONE_LETTING_CALLS_WAIT = 4;

    /** Of the worlds with a replica, one in this number has an old primary that still answers. */
    private static final int ONE_WITH_AN_OLD_PRIMARY = 2;

    /** Of the worlds with a replica, one in this number waits for the replica, perhaps in vain. */
    private static final int ONE_ACKNOWLEDGED = 3;

    /** One world in this number has a server that refuses writes for some time. */
    private static final int ONE_WITH_AN_AILMENT = 4;

    private static final Set<Act> NOT_OF_THE_SERVER = EnumSet.of(Act.COPY, Act.NEAR_CACHE, Act.MERGE);

    private static final EventKind[] ANYWHERE = {
        EventKind.CUT, EventKind.HOLD, EventKind.DIE, EventKind.EVICT, EventKind.FORGET, EventKind.REFUSE
    };

    private RandomWorlds() {}

    static World of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = of(seed, random, seed % 2 != 0);
        // Drawn last, so that a seed whose world was looked into before still stands for it.
        boolean callsWait = random.nextInt(ONE_LETTING_CALLS_WAIT) == 0 && world.servers() == 1;
        return ailing(random, demoting(random, callsWait ? world.lettingCallsWait() : world));
    }

    private static World demoting(SplittableRandom random, World world) {
        if (world.replication().lag() == 0) {
            return world;
        }
        // An old primary that is behind may answer objects that read from replicas, and they accept that.
        boolean demotes = random.nextInt(ONE_WITH_AN_OLD_PRIMARY) == 0 && !world.asksReplicas();
        World troubled = demotes ? world.with(world.faults().demoting(OldPrimary.values())) : world;
        boolean waits = random.nextInt(ONE_ACKNOWLEDGED) == 0;
        return waits ? troubled.acknowledgedBy(1).with(troubled.faults().and(EventKind.LAG)) : troubled;
    }

    private static World ailing(SplittableRandom random, World world) {
        boolean ails = random.nextInt(ONE_WITH_AN_AILMENT) == 0;
        return ails ? world.with(world.faults().ailing(Ailment.FULL, Ailment.UNABLE_TO_SAVE)) : world;
    }

    /**
     * Returns the world of a seed without later additions: waiting calls, rebuilds of less, old primaries, acknowledged
     * writes, and servers that refuse writes.
     */
    static World early(long seed) {
        return of(seed, new SplittableRandom(seed), false);
    }

    private static World of(long seed, SplittableRandom random, boolean rebuildsLess) {
        Start start = Start.values()[random.nextInt(Start.values().length)];
        boolean isOfServer = random.nextInt(ONE_OF_THE_SERVER) == 0 && !start.forgets();
        String layout = isOfServer ? Layouts.SERVER : Layouts.CLASSIC;
        World world = Specs.inLayout(layout, () -> List.of(draw(random, start, isOfServer, rebuildsLess)))
                .get(0);
        return world.named("seed " + seed + ": " + world.name());
    }

    private static World draw(SplittableRandom random, Start start, boolean isOfServer, boolean rebuildsLess) {
        OverCapacity overCapacity = start.forgets()
                ? OverCapacity.DEGRADE
                : OverCapacity.values()[random.nextInt(OverCapacity.values().length)];
        Set<Act> acts = EnumSet.complementOf(EnumSet.of(Act.REBUILD_OF_LESS));
        acts.removeIf(act -> start.forgets() && !act.isOfWindows() || isOfServer && NOT_OF_THE_SERVER.contains(act));
        List<Act> possible = List.copyOf(acts);
        List<List<Act>> turns = new ArrayList<>();
        List<String> objects = new ArrayList<>();
        for (int actors = 2 + random.nextInt(MOST_ACTORS - 1); actors > 0; actors--) {
            List<Act> turn = new ArrayList<>();
            for (int calls = 1 + random.nextInt(MOST_CALLS); calls > 0; calls--) {
                Act act = possible.get(random.nextInt(possible.size()));
                turn.add(act == Act.REBUILD && rebuildsLess ? Act.REBUILD_OF_LESS : act);
            }
            turns.add(turn);
            objects.add(random.nextBoolean() ? "a" : "b");
        }
        Connection connection = random.nextBoolean() ? Connection.ORDERED : Connection.UNORDERED;
        World world = new Combination(start, overCapacity, 1 + random.nextInt(2), turns, objects, connection)
                .world(Faults.NONE);
        World taking = random.nextInt(3) == 0 ? world.taking(WholePartitions.WHERE_POSSIBLE) : world;
        World troubled = random.nextInt(ONE_WITH_A_REPLICA) == 0
                ? taking.lagging(FAR_BEHIND).with(onTheMove(random, Faults.upTo(2, EventKind.FAIL_OVER, EventKind.CUT)))
                : taking.on(1 + random.nextInt(2)).with(onTheMove(random, Faults.upTo(2, ANYWHERE)));
        // Drawn last, like all that has come to these worlds later.
        return random.nextInt(ONE_ASKING_REPLICAS) == 0 ? troubled.readingFromReplicas() : troubled;
    }

    /** Time may pass, and clocks may be set. */
    private static Faults onTheMove(SplittableRandom random, Faults faults) {
        Faults moving = random.nextBoolean() ? faults.ticking(110L, 5_000L) : faults;
        Faults set = random.nextInt(3) == 0 ? moving.shifting(130L, -130L, 5_000L) : moving;
        return random.nextInt(3) == 0 ? set.shiftingAClient(130L, -130L, -5_000L) : set;
    }
}
