package io.polybloom.simulation.act;

import static io.polybloom.simulation.actor.Operation.open;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deletions for whose mark the server has no memory, beside everything else. Other clients find memory all the same, as
 * they would if somebody made room in between: so all of them may act at every moment.
 */
class FullServerWorldsTest {

    /** The server refuses the mark of every deletion. */
    private static final Distortion FULL = (command, caller, server) -> StoredFilter.marksDeletion(command)
            ? Reply.Failure.ofServer("OOM command not allowed when used memory > 'maxmemory'.", null)
            : server.apply(command);

    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyActBesideADeletionKeepsItsPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            worlds.add(ActWorlds.of(List.of(Act.DELETE, act), true, trouble));
            worlds.add(ActWorlds.of(List.of(Act.DELETE, act), false, trouble));
        }
        for (Act act : List.of(Act.OPEN, Act.CLEAR, Act.GROWTH, Act.DELETE)) {
            for (Act other : List.of(Act.OPEN, Act.ADD, Act.LOOK_UP, Act.CLEAR, Act.GROWTH)) {
                worlds.add(ActWorlds.of(List.of(Act.DELETE, act, other), false, trouble));
            }
        }
        explore("deletions on a full server, " + trouble, worlds);
    }

    /** Only claimed keys are removed: no partition can be removed first, and nobody has it open. */
    @ParameterizedTest
    @MethodSource("io.polybloom.simulation.act.Trouble#usual")
    void everyMomentOfACreationBesideARemovalKeepsItsPromises(Trouble trouble) {
        List<World> worlds = new ArrayList<>();
        for (FilterSpec spec : List.of(Specs.plain(2), Specs.growing(1))) {
            worlds.add(creation(spec, trouble, open("b", spec)));
            worlds.add(creation(spec, trouble, Operation.remove(spec.name())));
        }
        explore("creations on a full server, " + trouble, worlds);
    }

    private static World creation(FilterSpec spec, Trouble trouble, Operation third) {
        return World.of(
                        "a creation beside a removal and " + third,
                        List.of(),
                        List.of(
                                Role.of("creator", open("a", spec)),
                                Role.of("remover", Operation.remove(spec.name())),
                                Role.of("third", third)),
                        Specs.audit(spec, List.of("a"), "x"))
                .with(trouble.faults());
    }

    private static void explore(String family, List<World> worlds) {
        Exploration all = new Exploration();
        for (World world : worlds) {
            all.include(new Exploration().explore(world.with(FULL), Schedules.MOST));
        }
        System.out.println(all.summary(family));
        assertEquals("", all.journals());
    }
}
