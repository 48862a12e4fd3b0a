package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.REBUILD;
import static io.polybloom.simulation.wrong.When.sent;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;

/**
 * The server of the config loses the choice of the next slice while a client moves a partition there, or the claim of a
 * layer while a rebuild makes it. The client reads the config before it gives the partition its name, and writes the
 * field once more: nobody would remove a partition that the config does not name.
 */
class LostClaimTest {

    private static final long SLICE = 100;

    @Test
    void aSliceIsChosenOnceMore() {
        assertEquals(List.of(true), namedSlices(false));
    }

    @Test
    void aLayerIsClaimedOnceMore() {
        assertEquals(List.of(true), namedLayers(false));
    }

    /** One that takes the slice for chosen because it has chosen it. */
    @Test
    void anEngineThatDoesNotChooseAgainIsNoticed() {
        assertEquals(List.of(false), namedSlices(true));
    }

    /** One that takes the layer for claimed because it has claimed it. */
    @Test
    void anEngineThatDoesNotClaimAgainIsNoticed() {
        assertEquals(List.of(false), namedLayers(true));
    }

    private static List<Boolean> namedSlices(boolean isShown) {
        return areNamed(
                slice(), Format.choosesSlice().by(ADD), sent(Verb.BITOP_AND).by(ADD), isShown);
    }

    /** The rest of its layers keep their claims. */
    private static List<Boolean> namedLayers(boolean isShown) {
        When claims = Format.claimsLayer().by(REBUILD);
        return areNamed(layerOfARebuild(), claims, sent(Verb.SETBIT).by(REBUILD), isShown);
    }

    /**
     * Returns for each partition whether the config named its place when it was given its name there. The first field
     * that a call has written is removed before a command on a partition.
     *
     * @param isShown whether the call is shown the field nevertheless
     */
    private static List<Boolean> areNamed(World world, When writes, When before, boolean isShown) {
        Map<Call, Command> written = new WeakHashMap<>();
        Map<Call, Command> lost = new WeakHashMap<>();
        List<Boolean> named = new ArrayList<>();
        Exploration exploration = new Exploration();
        Distortion losing = (command, caller, server) -> {
            if (writes.isMet(command, caller)) {
                written.putIfAbsent(caller, command);
            }
            Command choice = written.get(caller);
            if (before.isMet(command, caller) && choice != null && lost.putIfAbsent(caller, choice) == null) {
                server.apply(new Command(Verb.HDEL, choice.key(), choice.arguments()[0]));
            }
            if (command.verb() == Verb.RENAMENX && lost.containsKey(caller) && named.isEmpty()) {
                Reply config = server.apply(Command.reading(Verb.HGETALL, choice.key()));
                named.add(Rewriting.fields(config).stream()
                        .anyMatch(field -> field.name().equals(Rewriting.argument(choice, 0))));
            }
            Reply reply = server.apply(command);
            boolean isAdded =
                    isShown && lost.containsKey(caller) && Format.readsConfig().isMet(command, caller);
            return isAdded ? Rewriting.withFieldOf(choice, reply) : reply;
        };
        exploration.exhaust(world.with(losing), 0, 1);
        if (!isShown) {
            assertEquals("", exploration.journals());
        }
        return named;
    }

    private static World slice() {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        return World.of(
                "the choice of a slice is lost",
                List.of(open("a", spec), call(ADD, "a", "x"), pass(SLICE)),
                List.of(Role.of("mover", call(ADD, "a", "y"))),
                List.of(call(LOOK_UP, "a", "x")));
    }

    private static World layerOfARebuild() {
        FilterSpec spec = Specs.growing(1);
        return World.of(
                "the claim of a layer of a rebuild is lost",
                List.of(open("a", spec), call(ADD_ALL, "a", Specs.fillers(0, 8))),
                List.of(Role.of("rebuilder", rebuild("clicks", 4))),
                List.of(call(LOOK_UP, "a", "f0")));
    }
}
