package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The server of the config loses the choice of the next slice while a client moves a partition there. The client reads
 * the config before it gives the partition its place, and chooses the slice once more: nobody would remove a partition
 * that the config does not name.
 */
class LostClaimTest {

    private static final long SLICE = 100;

    @Test
    void isClaimedOnceMore() {
        assertEquals(List.of(true), areNamed(new LostChoice(false)));
    }

    /** One that takes the slice for chosen because it has chosen it. */
    @Test
    void aWrongEngineIsNoticed() {
        assertEquals(List.of(false), areNamed(new LostChoice(true)));
    }

    /** Returns for each partition whether the config named its place when it was moved there. */
    private static List<Boolean> areNamed(LostChoice choice) {
        FilterSpec spec =
                Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();
        World world = World.of(
                        "the choice of a slice is lost",
                        List.of(open("a", spec), call(ADD, "a", "x"), pass(SLICE)),
                        List.of(Role.of("mover", call(ADD, "a", "y"))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(choice);
        Exploration exploration = new Exploration();
        exploration.exhaust(world, 0, 1);
        assertEquals("", exploration.journals());
        return choice.named;
    }

    /** Removes the choice when the partition was taken away, and may show it to the client nevertheless. */
    private static final class LostChoice implements Distortion {

        private final boolean isShown;
        private final Map<Call, Command> choices = new WeakHashMap<>();
        private final Map<Call, Boolean> lost = new WeakHashMap<>();
        private final List<Boolean> named = new ArrayList<>();

        LostChoice(boolean isShown) {
            this.isShown = isShown;
        }

        @Override
        public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
            if (caller.operation().kind() != ADD) {
                return server.apply(command);
            }
            if (command.verb() == Verb.HSETNX
                    && Rewriting.text(command.arguments()[0]).startsWith("slice.")) {
                choices.putIfAbsent(caller, command);
            }
            Command choice = choices.get(caller);
            if (command.verb() == Verb.BITOP_AND && choice != null && !lost.containsKey(caller)) {
                lost.put(caller, true);
                server.apply(new Command(Verb.HDEL, choice.key(), choice.arguments()[0]));
            }
            if (command.verb() == Verb.RENAMENX && lost.containsKey(caller)) {
                Reply.Many fields = (Reply.Many) server.apply(Command.reading(Verb.HGETALL, choice.key()));
                named.add(fields.elements().stream()
                        .anyMatch(field -> field instanceof Reply.Bytes bytes
                                && Arrays.equals(bytes.value(), choice.arguments()[0])));
            }
            Reply reply = server.apply(command);
            boolean isAdded = isShown && lost.containsKey(caller) && command.verb() == Verb.HGETALL;
            return isAdded ? withChoice(reply, choice) : reply;
        }

        private static Reply withChoice(Reply reply, Command choice) {
            List<Reply> fields = new ArrayList<>(((Reply.Many) reply).elements());
            for (byte[] word : choice.arguments()) {
                fields.add(new Reply.Bytes(word));
            }
            return new Reply.Many(fields);
        }
    }
}
