package io.polybloom.simulation.judge;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wrong engines that only a strict judge notices: something else happens that a lenient one takes for the reason. */
class JudgeTest {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec OTHER = Specs.small("other", 1).build();
    private static final long SLICE = 100;
    private static final FilterSpec WINDOWED =
            Specs.small("clicks", 1).window(Duration.ofMillis(3 * SLICE), 3).build();

    /** As many writes as an operation of a world. */
    private static final int LAG = 12;

    private static final long TOO_LONG = 3_600_000;
    private static final int MOST_DEVIATIONS = 2;
    private static final int MOST_SCHEDULES = 2_000;

    /** An engine, and what it breaks. */
    enum WrongEngine {
        /** The filter had an expiry, but it was taken away: its instant is no end of the filter. */
        ENDS_A_FILTER_AT_AN_INSTANT_THAT_WAS_TAKEN_BACK(
                Violation.Kind.UNEXPLAINED_EXCEPTION,
                World.of(
                                "a filter had an expiry",
                                List.of(
                                        open("a", ONE),
                                        call(OperationKind.ADD, "a", "x"),
                                        expire("a", 100),
                                        call(OperationKind.PERSIST, "a")),
                                List.of(Role.of(
                                        "reader",
                                        call(OperationKind.LOOK_UP, "a", "x"),
                                        call(OperationKind.LOOK_UP, "a", "x"))),
                                List.of())
                        .with(Faults.NONE.ticking(5_000L)),
                (command, caller, server) -> {
                    Reply reply = server.apply(command);
                    if (caller.operation().kind() == OperationKind.LOOK_UP && isPartition(command)) {
                        server.apply(expiring(command.key(), caller.millis() + 100));
                    }
                    return reply;
                }),
        /** The same in a world in which the clock stands still. */
        SETS_AN_EXPIRY_THAT_NOBODY_HAS_CALLED_FOR(
                Violation.Kind.EXPIRES_EARLY,
                World.of(
                        "a look-up",
                        List.of(open("a", ONE), call(OperationKind.ADD, "a", "x")),
                        List.of(Role.of("reader", call(OperationKind.LOOK_UP, "a", "x"))),
                        List.of()),
                (command, caller, server) -> {
                    Reply reply = server.apply(command);
                    if (caller.operation().kind() == OperationKind.LOOK_UP && isPartition(command)) {
                        server.apply(expiring(command.key(), caller.millis() + 100));
                    }
                    return reply;
                }),
        /** A key is evicted, but of another filter. */
        LOSES_A_FILTER_WITH_ANOTHER_ONE(
                Violation.Kind.UNEXPLAINED_EXCEPTION,
                World.of(
                                "a filter beside another one",
                                List.of(open("a", ONE), open("o", OTHER), call(OperationKind.ADD, "a", "x")),
                                List.of(Role.of("adder", call(OperationKind.ADD, "a", "y"))),
                                List.of())
                        .with(Faults.oneOf(EventKind.EVICT)),
                (command, caller, server) -> {
                    if (caller.operation().kind() == OperationKind.ADD && isPartition(command)) {
                        Reply lives = server.apply(Command.reading(Verb.PTTL, bytes(StoredFilter.register("other"))));
                        if (lives instanceof Reply.Int millis && millis.value() == -2) {
                            server.apply(new Command(Verb.UNLINK, command.key()));
                        }
                    }
                    return server.apply(command);
                }),
        /** The keys of a window expire with their slice, but its elements are not forgotten yet. */
        LETS_A_SLICE_OUTLIVE_ITS_FILTER(
                Violation.Kind.OUTLIVES_REGISTER,
                World.of(
                        "an expiry of a window",
                        List.of(open("a", WINDOWED), call(OperationKind.ADD, "a", "x")),
                        List.of(Role.of("owner", expire("a", 100))),
                        List.of()),
                (command, caller, server) -> {
                    boolean isSlice = StoredFilter.isPlace(text(command.key()), "clicks");
                    return command.verb() == Verb.PEXPIREAT && isSlice ? new Reply.Int(1) : server.apply(command);
                }),
        /** No other deletion is under way that a failover could have undone. */
        FINDS_NOTHING_TO_DELETE(
                Violation.Kind.WRONG_ANSWER,
                World.of(
                                "a deletion of a filter that is there",
                                List.of(open("a", ONE), call(OperationKind.ADD, "a", "x")),
                                List.of(Role.of("deleter", Operation.remove("clicks"))),
                                List.of(call(OperationKind.LOOK_UP, "a", "x")))
                        .lagging(LAG)
                        .with(Faults.oneOf(EventKind.FAIL_OVER)),
                (command, caller, server) ->
                        caller.operation().kind() == OperationKind.DELETE && command.verb() == Verb.HGETALL
                                ? new Reply.Many(List.of())
                                : server.apply(command)),
        /** The call returns, and the filter keeps no expiry. */
        FORGETS_AN_EXPIRY(
                Violation.Kind.NO_EFFECT,
                World.of(
                        "an expiry",
                        List.of(open("a", ONE), call(OperationKind.ADD, "a", "x")),
                        List.of(Role.of("owner", expire("a", 100))),
                        List.of()),
                (command, caller, server) -> {
                    boolean tells = StoredFilter.written(command).containsKey("expireAt");
                    return caller.operation().kind() == OperationKind.EXPIRE && tells
                            ? server.apply(withoutExpiry(command))
                            : server.apply(command);
                }),
        /** The source was cleared, but before the element was added. */
        MERGES_NOTHING(
                Violation.Kind.WRONG_ANSWER,
                World.of(
                        "a merge of a filter that was cleared once",
                        List.of(
                                open("a", ONE),
                                open("o", OTHER),
                                call(OperationKind.CLEAR, "o"),
                                call(OperationKind.ADD, "o", "m")),
                        List.of(Role.of("merger", Operation.merge("other", "clicks"))),
                        List.of(call(OperationKind.LOOK_UP, "a", "m"))),
                (command, caller, server) ->
                        caller.operation().kind() == OperationKind.MERGE && command.verb() == Verb.BITOP
                                ? new Reply.Int(1)
                                : server.apply(command)),
        /** The rebuild returns, and the filter has another capacity than was asked for. */
        REBUILDS_WITH_ANOTHER_CAPACITY(
                Violation.Kind.NO_EFFECT,
                World.of(
                        "a rebuild",
                        List.of(open("a", ONE), call(OperationKind.ADD, "a", "x")),
                        List.of(Role.of("rebuilder", Operation.rebuild("clicks", 48))),
                        List.of()),
                (command, caller, server) -> server.apply(smaller(command))),
        /** A delivery is claimed as long as a call that brings it is under way, and not after that. */
        KEEPS_THE_CLAIM_OF_AN_OLD_ELEMENT(
                Violation.Kind.WRONG_ANSWER,
                World.of(
                        "two calls bring one delivery, and one of them settles it",
                        List.of(open("a", ONE), open("b", ONE), call(OperationKind.ADD, "a", "y")),
                        List.of(
                                Role.of("first", Operation.claim("a", "w", 7, "y")),
                                Role.of("second", Operation.claim("b", "w", 7, "y"), Operation.settle("b", "w", 7))),
                        List.of()),
                (command, caller, server) -> command.verb() == Verb.ZREM
                                && caller.operation().object().equals("a")
                        ? new Reply.Int(1)
                        : server.apply(command)),
        /**
         * An object goes on with a filter whose deletion was undone. What it adds has its age: it is found as long as
         * it is remembered, and no longer.
         */
        REMEMBERS_TOO_LONG_AFTER_AN_UNDONE_DELETION(
                Violation.Kind.WRONG_ANSWER,
                World.of(
                                "a failover undoes the deletion of an idle window",
                                List.of(
                                        open("a", WINDOWED),
                                        open("b", WINDOWED),
                                        call(OperationKind.ADD, "a", "x"),
                                        pass(9 * SLICE)),
                                List.of(Role.of("owner", call(OperationKind.DELETE, "a"))),
                                List.of(
                                        open("fresh", WINDOWED),
                                        call(OperationKind.ADD, "b", "x"),
                                        call(OperationKind.LOOK_UP, "fresh", "x"),
                                        pass(4 * SLICE),
                                        call(OperationKind.LOOK_UP, "fresh", "x")))
                        .lagging(LAG)
                        .with(Faults.oneOf(EventKind.FAIL_OVER)),
                new StandingClock()),
        /** Each reading of the register shows another expiry, so that the call begins again and again. */
        CHANGES_AN_EXPIRY_FOR_EVER(
                Violation.Kind.UNEXPLAINED_EXCEPTION,
                World.of(
                        "the removal of the expiry of many partitions",
                        List.of(open("a", Specs.plain(8)), expire("a", 100_000)),
                        List.of(Role.of("owner", call(OperationKind.PERSIST, "a"))),
                        List.of()),
                new RestlessExpiry());

        private final Violation.Kind broken;
        private final World world;
        private final Distortion distortion;

        WrongEngine(Violation.Kind broken, World world, Distortion distortion) {
            this.broken = broken;
            this.world = world;
            this.distortion = distortion;
        }
    }

    /** Tells the object "fresh" the same time again and again. */
    private static final class StandingClock implements Distortion {

        private @Nullable Reply first;

        @Override
        public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
            Reply reply = server.apply(command);
            if (!caller.operation().object().equals("fresh")) {
                first = caller.operation().kind() == OperationKind.OPEN ? null : first;
                return reply;
            }
            if (command.verb() != Verb.TIME) {
                return reply;
            }
            first = first == null ? reply : first;
            return first;
        }
    }

    /** Writes a further version whenever a call that wants to change the expiry is about to write one. */
    private static final class RestlessExpiry implements Distortion {

        @Override
        public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
            boolean isChange = caller.operation().kind() == OperationKind.PERSIST
                    && !StoredFilter.written(command).isEmpty();
            if (isChange) {
                String text = text(command.arguments()[1]).replaceFirst("by=[0-9a-f]{16}", "by=" + "f".repeat(16));
                server.apply(new Command(Verb.HSETNX, command.key(), command.arguments()[0], bytes(text)));
            }
            return server.apply(command);
        }
    }

    /** The same version, which does not tell of an expiry. */
    private static Command withoutExpiry(Command command) {
        String text = text(command.arguments()[1]).replaceFirst(";expireAt=\\d+", "");
        return new Command(command.verb(), command.key(), command.arguments()[0], bytes(text));
    }

    private static Command smaller(Command command) {
        byte[][] arguments = command.arguments().clone();
        for (int i = 0; i < arguments.length; i++) {
            String text = text(arguments[i]);
            arguments[i] = bytes(text.replace("capacity=48", "capacity=47"));
        }
        return new Command(command.verb(), command.key(), arguments);
    }

    private static Command expiring(byte[] key, long instant) {
        return new Command(Verb.PEXPIREAT, key, bytes(Long.toString(instant)));
    }

    private static boolean isPartition(Command command) {
        return StoredFilter.isPlace(text(command.key()), "clicks");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource
    void noticesAWrongEngine(WrongEngine engine) {
        Exploration wrong = explore(engine.world.with(engine.distortion));
        assertTrue(wrong.findings().containsKey(engine.broken), () -> wrong.summary(engine.toString()));
        assertEquals(Map.of(), explore(engine.world).findings(), "the world breaks a promise without the mistake, too");
    }

    /** Partitions of one filter expire one after the other where the clocks of their servers differ. */
    @Test
    void knowsThatAServerMayBeBehind() {
        FilterSpec spec = Specs.plain(2);
        String[] elements = {Specs.inPartition(0, 1), Specs.inPartition(1, 2)};
        World world = World.of(
                        "an expiry on two servers",
                        List.of(open("a", spec), call(OperationKind.ADD_ALL, "a", elements), expire("a", 100)),
                        List.of(Role.of(
                                "reader",
                                call(OperationKind.LOOK_UP, "a", elements[0]),
                                call(OperationKind.LOOK_UP, "a", elements[1]))),
                        Specs.audit(spec, List.of("a"), elements))
                .on(2)
                .with(Faults.NONE.shifting(130L));
        assertEquals("", explore(world).journals());
    }

    /**
     * An add that a near cache answers does not meet the mark of a rebuild, so its object does not learn of the
     * rebuild.
     */
    @Test
    void knowsThatANearCacheMeetsNoMark() {
        SimulatedClock clock = new SimulatedClock();
        World world = World.of(
                        "an object with a near cache adds two elements that a rebuild leaves out",
                        List.of(
                                open("a", ONE, Specs.nearCached(clock)),
                                call(OperationKind.ADD_ALL, "a", "x", "y"),
                                Operation.rebuildWithout("clicks", "x", "y")),
                        List.of(Role.of("adder", call(OperationKind.ADD, "a", "x"), call(OperationKind.ADD, "a", "y"))),
                        List.of(open("fresh", ONE), call(OperationKind.LOOK_UP, "fresh", "y")))
                .nearCached(clock, "a");
        assertEquals("", explore(world).journals());
    }

    /**
     * An element whose add has given up waiting is in the filter, and so in the caller's database, when the write
     * arrives.
     */
    @Test
    void knowsThatALateWriteBringsItsElement() {
        SimulatedClock clock = new SimulatedClock();
        World world = World.of(
                        "an object with a near cache finds what an add has brought late, and the filter is rebuilt",
                        List.of(open("a", ONE, Specs.nearCached(clock))),
                        List.of(Role.of(
                                "owner",
                                call(OperationKind.ADD, "a", "y"),
                                call(OperationKind.LOOK_UP, "a", "y"),
                                Operation.rebuild("clicks", 48))),
                        List.of(
                                call(OperationKind.ADD, "a", "y"),
                                open("fresh", ONE),
                                call(OperationKind.ADD, "fresh", "y")))
                .nearCached(clock, "a")
                .with(Faults.oneOf(EventKind.HOLD));
        assertEquals("", explore(world).journals());
    }

    /** A call goes by the time that another call beside it was told. */
    @Test
    void knowsThatACallIsToldTheTimeBesideAnother() {
        SimulatedClock clock = new SimulatedClock();
        World world = World.of(
                        "an element is added beside a look-up, and the clock of the server is set",
                        List.of(
                                open("a", WINDOWED),
                                open("b", WINDOWED, Specs.nearCached(clock)),
                                call(OperationKind.ADD, "b", "y")),
                        List.of(
                                Role.of("reader", call(OperationKind.LOOK_UP, "a", "x")),
                                Role.of("adder", call(OperationKind.ADD, "a", "y"))),
                        List.of(
                                call(OperationKind.LOOK_UP, "b", "y"),
                                open("fresh", WINDOWED),
                                call(OperationKind.LOOK_UP, "fresh", "y")))
                .nearCached(clock, "b")
                .with(Faults.NONE.shifting(5_000L));
        assertEquals("", explore(world).journals());
    }

    /** An object is told that an opening removes what has expired, and then that the filter was created anew. */
    @Test
    void knowsThatAnOpeningRemovesWhatHasExpired() {
        World world = World.of(
                "an expired filter is opened beside an add",
                List.of(open("a", WINDOWED), expire("a", 100), pass(5_000)),
                List.of(
                        Role.of("opener", open("fresh", WINDOWED)),
                        Role.of("adder", call(OperationKind.ADD, "a", "x"), call(OperationKind.ADD, "a", "x"))),
                List.of(call(OperationKind.LOOK_UP, "a", "x")));
        assertEquals("", explore(world).journals());
    }

    private static Exploration explore(World world) {
        Exploration exploration = new Exploration();
        for (int deviations = 0; deviations <= MOST_DEVIATIONS; deviations++) {
            exploration.exhaust(world, deviations, MOST_SCHEDULES);
        }
        return exploration;
    }
}
