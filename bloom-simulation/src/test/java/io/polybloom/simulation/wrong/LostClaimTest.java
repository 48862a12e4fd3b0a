package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.Operation.rebuild;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.REBUILD;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
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
        assertEquals(List.of(true), areNamed(slice(), ofASlice(false)));
    }

    @Test
    void aLayerIsClaimedOnceMore() {
        assertEquals(List.of(true), areNamed(layerOfARebuild(), ofALayer(false)));
    }

    /** One that takes the slice for chosen because it has chosen it. */
    @Test
    void anEngineThatDoesNotChooseAgainIsNoticed() {
        assertEquals(List.of(false), areNamed(slice(), ofASlice(true)));
    }

    /** One that takes the layer for claimed because it has claimed it. */
    @Test
    void anEngineThatDoesNotClaimAgainIsNoticed() {
        assertEquals(List.of(false), areNamed(layerOfARebuild(), ofALayer(true)));
    }

    /** Returns for each partition whether the config named its place when it was given its name there. */
    private static List<Boolean> areNamed(World world, LostField lost) {
        Exploration exploration = new Exploration();
        exploration.exhaust(world.with(lost), 0, 1);
        if (!lost.isShown) {
            assertEquals("", exploration.journals());
        }
        return lost.named;
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

    private static LostField ofASlice(boolean isShown) {
        return new LostField(ADD, "slice.", Verb.BITOP_AND, isShown);
    }

    /** The rest of its layers keep their claims. */
    private static LostField ofALayer(boolean isShown) {
        return new LostField(REBUILD, "layer.", Verb.SETBIT, isShown);
    }

    /** Removes the first such field behind a command on a partition, and may show it to the client nevertheless. */
    private static final class LostField implements Distortion {

        private final OperationKind kind;
        private final String field;
        private final Verb behind;
        private final boolean isShown;
        private final Map<Call, Command> written = new WeakHashMap<>();
        private final Map<Call, Boolean> lost = new WeakHashMap<>();
        private final List<Boolean> named = new ArrayList<>();

        LostField(OperationKind kind, String field, Verb behind, boolean isShown) {
            this.kind = kind;
            this.field = field;
            this.behind = behind;
            this.isShown = isShown;
        }

        @Override
        public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
            if (caller.operation().kind() != kind) {
                return server.apply(command);
            }
            if (command.verb() == Verb.HSETNX
                    && Rewriting.text(command.arguments()[0]).startsWith(field)) {
                written.putIfAbsent(caller, command);
            }
            Command choice = written.get(caller);
            if (command.verb() == behind && choice != null && !lost.containsKey(caller)) {
                lost.put(caller, true);
                server.apply(new Command(Verb.HDEL, choice.key(), choice.arguments()[0]));
            }
            if (command.verb() == Verb.RENAMENX && lost.containsKey(caller) && named.isEmpty()) {
                Reply.Many fields = (Reply.Many) server.apply(Command.reading(Verb.HGETALL, choice.key()));
                named.add(fields.elements().stream()
                        .anyMatch(each -> each instanceof Reply.Bytes bytes
                                && Arrays.equals(bytes.value(), choice.arguments()[0])));
            }
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            boolean isAdded = isShown && lost.containsKey(caller) && isConfig;
            return isAdded ? withField(reply, choice) : reply;
        }

        private static Reply withField(Reply reply, Command choice) {
            List<Reply> fields = new ArrayList<>(((Reply.Many) reply).elements());
            for (byte[] word : choice.arguments()) {
                fields.add(new Reply.Bytes(word));
            }
            return new Reply.Many(fields);
        }
    }
}
