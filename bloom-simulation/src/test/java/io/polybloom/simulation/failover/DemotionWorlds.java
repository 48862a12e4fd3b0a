package io.polybloom.simulation.failover;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;

import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.act.ActWorlds;
import io.polybloom.simulation.act.Trouble;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Worlds in which a primary is replaced and still answers, or refuses writes. */
public final class DemotionWorlds {

    private static final int A_LITTLE_BEHIND = 2;

    private DemotionWorlds() {}

    /** Each act alone. */
    static List<World> acts() {
        return of(Act.BASIC);
    }

    /** Each act alone on a host that refuses WAIT. */
    static List<World> actsWithoutWait() {
        return acts().stream()
                .map(world -> world.on(ServerVersion.HOST_WITHOUT_WAIT).named(world.name() + " on a host without WAIT"))
                .toList();
    }

    /** Each act alone on a filter whose bits the server keeps. Such filters have neither copies nor near caches. */
    static List<World> actsOnFiltersOfTheServer() {
        Set<Act> acts = EnumSet.copyOf(Act.BASIC);
        acts.removeAll(Set.of(Act.COPY, Act.NEAR_CACHE));
        return Specs.inLayout(Layouts.SERVER, () -> of(acts));
    }

    private static List<World> of(Set<Act> acts) {
        List<World> worlds = new ArrayList<>();
        for (Act act : acts) {
            worlds.add(demoting(ActWorlds.of(List.of(act), true, Trouble.NONE)));
        }
        return worlds;
    }

    /** All pairs of acts, on one object and on two. */
    static List<World> pairs() {
        return ActWorlds.pairs(Trouble.NONE).stream()
                .map(DemotionWorlds::demoting)
                .toList();
    }

    /** Each act by a user who may not write, and by one who may, at the same time. */
    static List<World> besideReaders() {
        FilterSpec spec = Specs.plain(1);
        List<World> worlds = new ArrayList<>();
        for (OperationKind look : List.of(OperationKind.LOOK_UP, OperationKind.LOOK_UP_ALL)) {
            for (Act act : Act.values()) {
                worlds.add(demoting(World.of(
                        look + " by a reader beside " + act,
                        List.of(open("a", spec), open("b", spec), call(OperationKind.ADD, "a", "x")),
                        List.of(
                                Role.of("reader", call(look, "a", "x"), call(look, "a", "x"))
                                        .reading(),
                                Role.of("writer", act.on("b", 2, spec))),
                        Specs.audit(spec, List.of("a", "b"), "x", "y"))));
            }
        }
        return worlds;
    }

    /** All pairs of acts, while a primary refuses writes that need memory, or all. */
    static List<World> pairsOnARefusingServer() {
        return ActWorlds.pairs(Trouble.NONE).stream()
                .map(pair -> pair.with(Faults.NONE.ailing(Ailment.FULL, Ailment.UNABLE_TO_SAVE)))
                .toList();
    }

    /** The same world where its primary is demoted once, with all that may become of it. */
    static World demoting(World world) {
        return world.lagging(A_LITTLE_BEHIND).with(Faults.NONE.demoting(OldPrimary.values()));
    }
}
