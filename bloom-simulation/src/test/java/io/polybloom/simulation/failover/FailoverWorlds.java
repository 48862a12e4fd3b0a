package io.polybloom.simulation.failover;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOAD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.act.ActWorlds;
import io.polybloom.simulation.act.Trouble;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Worlds in which a replica takes over. */
final class FailoverWorlds {

    /** A replica that has none of the actors' writes. */
    static final int FAR_BEHIND = 1_000;

    static final FilterOptions ACKNOWLEDGED = waitingForAReplica(FilterOptions.defaults());

    private static final int A_LITTLE_BEHIND = 3;

    /** A bit is turned over and back. */
    private static final int TURNS = 2;

    /** INCRBY, the type, the offset and the increment, for each of them. */
    private static final int ARGUMENTS_OF_TURNS = 4 * TURNS;

    private FailoverWorlds() {}

    static FilterOptions waitingForAReplica(FilterOptions options) {
        return options.acknowledgedBy(1, Duration.ofSeconds(1));
    }

    /** Each act alone, with a failover at any point that loses any number of its writes. */
    static List<World> acts() {
        List<World> worlds = new ArrayList<>();
        for (Act act : Act.BASIC) {
            worlds.add(failingOver(ActWorlds.of(List.of(act), true, Trouble.NONE), FAR_BEHIND));
        }
        return worlds;
    }

    static List<World> pairs() {
        List<World> worlds = new ArrayList<>();
        for (World pair : ActWorlds.pairs(Trouble.NONE)) {
            worlds.add(failingOver(pair, A_LITTLE_BEHIND));
        }
        return worlds;
    }

    /** Adds that wait for the replica, of which none may be lost. */
    static List<World> acknowledged() {
        FilterSpec spec = Specs.plain(1);
        List<World> worlds = new ArrayList<>();
        for (Operation write : List.of(call(ADD, "a", "x"), call(ADD_ALL, "a", "x", "y"), call(LOAD, "a", "x", "y"))) {
            worlds.add(World.of(
                            "acknowledged " + write,
                            List.of(open("a", spec, ACKNOWLEDGED)),
                            List.of(Role.of("writer", write)),
                            Specs.audit(spec, ACKNOWLEDGED, List.of("a"), "x", "y"))
                    .lagging(FAR_BEHIND)
                    .with(Faults.oneOf(EventKind.FAIL_OVER))
                    .without(Allowance.WRITES_LOST_IN_A_FAILOVER));
        }
        return worlds;
    }

    /** An element whose add was not acknowledged in time is added again, by another client or by the same. */
    static List<World> addedAgain(ServerVersion version) {
        FilterSpec spec = Specs.plain(1);
        List<World> worlds = new ArrayList<>();
        for (String second : List.of("a", "b")) {
            for (Operation again : List.of(call(ADD, second, "x"), call(ADD_ALL, second, "x", "y"))) {
                worlds.add(World.of(
                                "an add that may not be acknowledged, and " + again + " on " + version,
                                List.of(open("a", spec, ACKNOWLEDGED), open("b", spec, ACKNOWLEDGED)),
                                List.of(Role.of("writer", call(ADD, "a", "x")), Role.of("second", again)),
                                Specs.audit(spec, ACKNOWLEDGED, List.of("a", "b"), "x", "y"))
                        .lagging(FAR_BEHIND)
                        .on(version)
                        .with(Faults.upTo(2, EventKind.LAG, EventKind.FAIL_OVER))
                        .without(Allowance.WRITES_LOST_IN_A_FAILOVER));
            }
        }
        return worlds;
    }

    /** Another client adds the element, too, but knows that the filter is full: a read answers its add. */
    static World addedToAFullFilter() {
        FilterSpec spec =
                Specs.small("clicks", 1).overCapacity(OverCapacity.REJECT).build();
        return World.of(
                        "an add that may not be acknowledged, and a client that knows that the filter is full",
                        List.of(
                                open("a", spec, ACKNOWLEDGED),
                                open("b", spec, ACKNOWLEDGED),
                                call(ADD, "a", "first"),
                                Specs.fill("b"),
                                call(ADD, "b", "refused")),
                        List.of(Role.of("writer", call(ADD, "a", "x")), Role.of("second", call(ADD, "b", "x"))),
                        List.of(open("fresh", spec, ACKNOWLEDGED), call(LOOK_UP, "fresh", "x")))
                .lagging(FAR_BEHIND)
                .on(ServerVersion.REDIS_7_2)
                .with(Faults.upTo(2, EventKind.LAG, EventKind.FAIL_OVER))
                .without(Allowance.WRITES_LOST_IN_A_FAILOVER);
    }

    /** Sets no key after what it has read, so that the server has nothing to propagate. */
    static Distortion withoutSetting() {
        return (command, caller, server) ->
                command.verb() == Verb.SET && text(command.key()).endsWith(":ack")
                        ? new Reply.Bytes("OK".getBytes(StandardCharsets.UTF_8))
                        : server.apply(command);
    }

    /** Leaves the bits as they are that an acknowledged BITFIELD turns over twice. */
    static Distortion withoutTurning() {
        return (command, caller, server) -> {
            byte[][] arguments = command.arguments();
            boolean turns =
                    command.verb() == Verb.BITFIELD && text(arguments[0]).equals("INCRBY");
            if (!turns) {
                return server.apply(command);
            }
            byte[][] rest = Arrays.copyOfRange(arguments, ARGUMENTS_OF_TURNS, arguments.length);
            Reply reply = server.apply(new Command(command.verb(), command.key(), rest));
            return reply instanceof Reply.Ints values ? afterTurns(values.values()) : reply;
        };
    }

    private static Reply afterTurns(long[] values) {
        long[] all = new long[TURNS + values.length];
        System.arraycopy(values, 0, all, TURNS, values.length);
        return new Reply.Ints(all);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Takes a write for acknowledged at once. */
    static Distortion withoutWaiting() {
        return (command, caller, server) -> command.verb() == Verb.WAIT ? new Reply.Int(1) : server.apply(command);
    }

    private static World failingOver(World world, int lag) {
        return world.lagging(lag).with(Faults.oneOf(EventKind.FAIL_OVER));
    }
}
