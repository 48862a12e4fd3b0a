package io.polybloom.simulation.mirror;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.MIRROR_LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A mirror is asked while others use the filter, and after what befalls it. Each answer is that of a refresh. */
final class MirrorWorlds {

    /** More than the writes of any of the worlds. */
    private static final int FAR_BEHIND = 1_000;

    private static final FilterSpec ONE = Specs.plain(1);

    private MirrorWorlds() {}

    /** Each act beside a mirror that knows the filter from before. */
    static List<World> besideActs() {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            boolean grows = act == Act.GROWTH;
            FilterSpec spec = Specs.small("clicks", 2)
                    .overCapacity(grows ? OverCapacity.GROW : OverCapacity.DEGRADE)
                    .build();
            List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("m", spec)));
            if (grows) {
                before.add(Specs.fill("a"));
            }
            before.add(call(ADD, "a", "x"));
            before.add(asked("x"));
            worlds.add(World.of(
                    "a mirror beside " + act,
                    before,
                    List.of(Role.of("actor", act.on("a", 1, spec)), Role.of("reader", asked("x"), asked("y"))),
                    List.of(asked("x"), asked("y"), asked("z"), asked("grown"))));
        }
        return worlds;
    }

    /** The same with what is lost: an eviction between any two commands. */
    static List<World> besideLosses() {
        List<World> worlds = new ArrayList<>();
        for (OperationKind kind : List.of(ADD, CLEAR)) {
            Operation act = kind == ADD ? call(ADD, "a", "y") : call(CLEAR, "a");
            worlds.add(World.of(
                            "a mirror, an eviction and " + act,
                            List.of(open("a", ONE), open("m", ONE), call(ADD, "a", "x"), asked("x")),
                            List.of(Role.of("actor", act), Role.of("reader", asked("x"))),
                            List.of(asked("x"), asked("y")))
                    .with(Faults.oneOf(EventKind.EVICT)));
        }
        return worlds;
    }

    /** A failover takes a bit away that the mirror has read, and another one is set. */
    static World lostBits() {
        FilterSpec spec =
                FilterSpec.named("clicks").bits(4096).hashes(1).partitions(1).build();
        return World.of(
                        "a failover between two readings of a mirror",
                        List.of(open("a", spec), open("m", spec), asked("never added")),
                        List.of(
                                Role.of("adder", call(ADD, "a", "lost")),
                                Role.of("reader", asked("lost")),
                                Role.of("second", call(ADD, "a", "in its place"))),
                        List.of(asked("in its place"), asked("lost")))
                .lagging(FAR_BEHIND)
                .with(Faults.oneOf(EventKind.FAIL_OVER));
    }

    private static Operation asked(String element) {
        return call(MIRROR_LOOK_UP, "m", element);
    }

    /** Finds the witness that was left last, whether or not it is still there. */
    static Distortion keepingWitnesses() {
        Map<String, Reply> left = new HashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            String key = new String(command.key(), StandardCharsets.UTF_8);
            if (caller.operation().kind() == MIRROR_LOOK_UP && command.verb() == Verb.SET) {
                left.put(key, new Reply.Bytes(command.arguments()[0]));
            }
            return command.verb() == Verb.GETRANGE ? left.getOrDefault(key, reply) : reply;
        };
    }

    /** Takes every partition for alive: the trailer is read as the only byte of a longer range. */
    static Distortion overlookingTrailers() {
        return (command, caller, server) -> {
            boolean isTrailer = caller.operation().kind() == MIRROR_LOOK_UP
                    && command.verb() == Verb.GETRANGE
                    && number(command, 1) - number(command, 0) == 1;
            return isTrailer ? new Reply.Bytes(new byte[] {(byte) 0x80}) : server.apply(command);
        };
    }

    private static long number(Command command, int argument) {
        return Long.parseLong(new String(command.arguments()[argument], StandardCharsets.US_ASCII));
    }
}
