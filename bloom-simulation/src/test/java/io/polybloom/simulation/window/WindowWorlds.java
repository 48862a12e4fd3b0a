package io.polybloom.simulation.window;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;

import com.google.common.collect.Sets;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.SimulatedClock;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Makes the worlds in which acts meet on a filter that forgets. */
public final class WindowWorlds {

    /** The length of a slice. */
    public static final long SLICE = 100;

    /** The number of slices. */
    public static final int SLICES = 2;

    /** The time after which another slice has begun; the first add then makes the next one. */
    static final long NEAR_THE_END = 90;

    /** The acts that a filter that forgets allows. */
    static final Set<Act> ACTS = Sets.difference(Act.BASIC, EnumSet.of(Act.COPY, Act.GROWTH));

    /** A server that is a node of a cluster, and so merges no strings of several slots. */
    static final Distortion SLOTS = (command, caller, server) -> isRefused(command)
            ? Reply.Failure.ofServer("CROSSSLOT Keys in request don't hash to the same slot", null)
            : server.apply(command);

    private static final int MANY_SPANS = 10;

    private static final int MOST_CALLS = 3;

    private static final Long[] TIMES = {5L, 20L, 90L, 100L, 130L, 250L, 400L};

    private WindowWorlds() {}

    /** A small filter that forgets after two slices. */
    public static FilterSpecBuilder spec(int partitions) {
        return Specs.small("clicks", partitions).window(Duration.ofMillis(SLICES * SLICE), SLICES);
    }

    /**
     * The worlds of all pairs of acts.
     *
     * @param age the time since an element was added, in a slice that had just begun
     */
    static List<World> pairs(long age, Faults faults) {
        return pairs(ACTS, age, faults);
    }

    /** The worlds of all pairs of some acts. */
    static List<World> pairs(Set<Act> acts, long age, Faults faults) {
        List<World> worlds = new ArrayList<>();
        for (Act first : acts) {
            for (Act second : acts) {
                if (first.compareTo(second) <= 0) {
                    worlds.add(of(List.of(first, second), true, age, faults));
                    worlds.add(of(List.of(first, second), false, age, faults));
                }
            }
        }
        return worlds;
    }

    /** The world in which some acts are done at once, on one object or on two. */
    static World of(List<Act> acts, boolean oneObject, long age, Faults faults) {
        SimulatedClock clock = new SimulatedClock();
        FilterSpec plain = spec(1).build();
        List<Operation> before = new ArrayList<>();
        List<Role> roles = new ArrayList<>();
        List<String> objects = oneObject ? List.of("a") : List.of("a", "b", "c").subList(0, acts.size());
        List<String> nearCached = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            boolean caches = oneObject ? acts.contains(Act.NEAR_CACHE) : acts.get(i) == Act.NEAR_CACHE;
            if (caches) {
                nearCached.add(objects.get(i));
            }
            before.add(open(objects.get(i), plain, caches ? Specs.nearCached(clock) : FilterOptions.defaults()));
        }
        before.add(call(OperationKind.ADD, "a", "x"));
        objects.forEach(object -> before.add(call(OperationKind.LOOK_UP, object, "x")));
        if (age > 0) {
            before.add(pass(age));
        }
        for (int i = 0; i < acts.size(); i++) {
            String object = objects.get(oneObject ? 0 : i);
            roles.add(Role.of("actor" + (i + 1), acts.get(i).on(object, i + 1, plain)));
        }
        return World.of(
                        acts + (oneObject ? " on one object" : "") + " after " + age + " ms",
                        before,
                        roles,
                        after(plain, objects))
                .nearCached(clock, nearCached.toArray(new String[0]))
                .with(faults);
    }

    /** One client adds an element when a slice has begun, so that four partitions move, and another one does an act. */
    static World moves(Act second, Faults faults) {
        FilterSpec spec = spec(4).build();
        List<Operation> before = List.of(
                open("a", spec),
                open("b", spec),
                call(OperationKind.ADD, "a", "x"),
                call(OperationKind.LOOK_UP, "b", "x"),
                pass(SLICE));
        return World.of(
                        "an add that moves four partitions, and " + second,
                        before,
                        List.of(
                                Role.of("mover", call(OperationKind.ADD, "a", "y")),
                                Role.of("other", second.on("b", 2, spec))),
                        after(spec, List.of("a", "b")))
                .with(faults);
    }

    private static boolean isRefused(Command command) {
        if (command.verb() != Verb.BITOP_AND) {
            return false;
        }
        String key = new String(command.key(), StandardCharsets.UTF_8);
        String tag = key.substring(0, key.indexOf('}'));
        return !new String(command.arguments()[1], StandardCharsets.UTF_8).startsWith(tag);
    }

    /** Several clients with several calls each, between which time passes, and a fault of any kind. */
    static World random(long seed) {
        return random(seed, ACTS);
    }

    /** The same with some acts. */
    static World random(long seed, Set<Act> some) {
        SplittableRandom random = new SplittableRandom(seed);
        FilterSpec spec = spec(1 + random.nextInt(2)).build();
        List<Act> acts = List.copyOf(some);
        List<Role> roles = new ArrayList<>();
        int actors = 2 + random.nextInt(2);
        for (int i = 1; i <= actors; i++) {
            List<Operation> script = new ArrayList<>();
            String object = random.nextBoolean() ? "a" : "b";
            for (int calls = 1 + random.nextInt(MOST_CALLS); calls > 0; calls--) {
                Act act = random.nextInt(3) == 0 ? acts.get(random.nextInt(acts.size())) : Act.ADD;
                script.add(act.on(object, 10 * i + calls, spec));
                if (random.nextInt(3) == 0) {
                    script.add(pass(TIMES[random.nextInt(TIMES.length)]));
                }
            }
            roles.add(Role.of("actor" + i, script.toArray(new Operation[0])));
        }
        List<Operation> before = new ArrayList<>(List.of(open("a", spec), open("b", spec)));
        before.add(call(OperationKind.ADD, "a", "x"));
        before.add(pass(TIMES[random.nextInt(TIMES.length)]));
        Faults faults = Faults.oneOf(EventKind.CUT, EventKind.HOLD, EventKind.DIE, EventKind.EVICT);
        return World.of("random world " + seed, before, roles, after(spec, List.of("a", "b")))
                .on(1 + random.nextInt(2))
                .with(random.nextBoolean() ? faults : faults.ticking(TIMES[random.nextInt(TIMES.length)]));
    }

    /** Asks at once, when the first element is forgotten, and when the filter has been idle for long. */
    static List<Operation> after(FilterSpec spec, List<String> objects) {
        List<Operation> after = new ArrayList<>(Specs.audit(spec, objects, "x", "y"));
        after.add(pass(SLICE * SLICES));
        objects.forEach(object -> after.add(call(OperationKind.LOOK_UP, object, "x")));
        objects.forEach(object -> after.add(call(OperationKind.LOOK_UP, object, "y")));
        after.add(pass(SLICE * SLICES * MANY_SPANS));
        for (String object : objects) {
            after.add(call(OperationKind.LOOK_UP, object, "x"));
            after.add(call(OperationKind.ADD, object, "x"));
            after.add(call(OperationKind.LOOK_UP, object, "x"));
        }
        return after;
    }
}
