package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.DELETE;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.OPEN;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** The rules of the register and of layers that are never revived, each left out, and worlds in which it is missed. */
final class RegisterMistakes {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final String REGISTER = StoredFilter.register("clicks");
    private static final String COPY = StoredFilter.copy("clicks");
    private static final Reply.Int PERMANENT = new Reply.Int(-1);

    private RegisterMistakes() {}

    /** Publishes a layer before the commands that make it are executed. */
    static Distortion publishingFirst() {
        return putOff(sent(Verb.SETBIT, Verb.PERSIST), Format.publishes().and(Format.onRegister()));
    }

    /** Removes the keys of a layer when the next version is written. */
    static Distortion unlinkingLate() {
        return putOff(Format.unlinksLayers().by(CLEAR), Format.publishes().and(Format.onRegister()));
    }

    /** Executes some commands of a call after another one, when the call goes on. */
    private static Distortion putOff(When when, When last) {
        Map<Call, List<Command>> waiting = new WeakHashMap<>();
        Map<Call, Boolean> isOver = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (isOver.getOrDefault(caller, false)) {
                List<Command> late = waiting.getOrDefault(caller, List.of());
                waiting.remove(caller);
                late.forEach(server::apply);
                return server.apply(command);
            }
            if (when.isMet(command, caller)) {
                waiting.computeIfAbsent(caller, first -> new ArrayList<>()).add(command);
                return command.verb() == Verb.SETBIT ? When.NONE : When.DONE;
            }
            Reply reply = server.apply(command);
            isOver.put(caller, last.isMet(command, caller) && waiting.containsKey(caller));
            return reply;
        };
    }

    /** A clear removes the keys of a filter before it has written that. */
    static Distortion unlinkingEarly() {
        return Format.readsRegister().by(CLEAR).executed((command, caller, server) -> {
            Reply reading = server.apply(command);
            for (String layer : Format.layers(Format.state(reading), "layers")) {
                server.apply(Rewriting.command(Verb.UNLINK, "bloom:{clicks:0}:" + layer));
            }
            return reading;
        });
    }

    /** Takes the register at its word, whatever the copy says. */
    static Distortion believingTheRegister() {
        Map<Call, Reply> registers = new WeakHashMap<>();
        return Format.reads().executed((command, caller, server) -> {
            Reply reading = server.apply(command);
            if (Format.onRegister().isMet(command, caller)) {
                registers.put(caller, reading);
                return reading;
            }
            Reply register = registers.getOrDefault(caller, reading);
            return Rewriting.fields(register).isEmpty() ? reading : register;
        });
    }

    /** Does not bring a version to the key that lacks it. */
    static Distortion restoringNothing() {
        return Format.restores().by(OPEN).skipped();
    }

    /** Brings a version to the key that lacks it, which then never expires. */
    static Distortion restoringForEver() {
        return Format.ofRegister(Verb.PEXPIREAT).by(OPEN).skipped();
    }

    /** Is shown the text of the copy in the register, too. */
    static Distortion overlookingDifferences(Distortion splitting) {
        return When.both(
                Format.readsRegister().executed((command, caller, server) -> {
                    Reply register = server.apply(command);
                    Reply copy = server.apply(Rewriting.command(Verb.HGETALL, COPY));
                    boolean hasCopy = !Rewriting.fields(copy).isEmpty() && isOf(caller, "b");
                    return hasCopy ? copy : register;
                }),
                splitting);
    }

    /** Takes every version for a successor of the one before. */
    static Distortion overlookingStrangers(Distortion intruding) {
        return When.both(Format.reads().answered(Format::inOneLine), intruding);
    }

    /** When "b" is opened, the register has got another text than its copy; and "c" finds that without the copy. */
    static Distortion splitting() {
        return once("b", server -> rewrite(REGISTER, server, state -> state.replace("by", "0123456789abcdef")))
                .then("c", server -> server.apply(Rewriting.command(Verb.UNLINK, COPY)));
    }

    /** When "b" is opened, somebody has written a version after one that nobody knows any more. */
    static Distortion intruding() {
        return once("b", server -> {
            for (String key : List.of(REGISTER, COPY)) {
                append(key, server, state -> {
                    state.put("after", "0123456789abcdef");
                    state.put("by", "fedcba9876543210");
                    state.replace("phase", "clearing");
                    state.replace("layers", "");
                });
            }
        });
    }

    private static void rewrite(String key, Function<Command, Reply> server, Consumer<Map<String, String>> change) {
        write(key, 0, server, change);
    }

    private static void append(String key, Function<Command, Reply> server, Consumer<Map<String, String>> change) {
        write(key, 1, server, change);
    }

    private static void write(
            String key, int further, Function<Command, Reply> server, Consumer<Map<String, String>> change) {
        List<Rewriting.Field> versions = Rewriting.fields(server.apply(Rewriting.command(Verb.HGETALL, key)));
        long last = versions.stream()
                .mapToLong(field -> Long.parseLong(field.name()))
                .max()
                .orElse(0);
        String number = Long.toString(last + further);
        for (Rewriting.Field version : versions) {
            if (version.name().equals(Long.toString(last))) {
                server.apply(Rewriting.command(Verb.HDEL, key, number));
                String text = Format.changed(version.value(), state -> {
                    if (further > 0) {
                        ordered(state);
                    }
                    change.accept(state);
                });
                server.apply(Rewriting.command(Verb.HSETNX, key, number, text));
            }
        }
    }

    /** The first version of a register has no field for the one before. */
    private static void ordered(Map<String, String> state) {
        Map<String, String> all = new HashMap<>(state);
        List<String> order = new ArrayList<>(state.keySet());
        if (!state.containsKey("after")) {
            order.add(order.indexOf("by") + 1, "after");
        }
        state.clear();
        order.forEach(field -> state.put(field, all.getOrDefault(field, "")));
    }

    /** Something that happens before an object is opened, and perhaps something else before another one is. */
    private static final class Once implements Distortion {

        private final Map<String, Consumer<Function<Command, Reply>>> events = new HashMap<>();
        private final Map<Call, Boolean> met = new WeakHashMap<>();

        Once then(String object, Consumer<Function<Command, Reply>> event) {
            events.put(object, event);
            return this;
        }

        @Override
        public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
            Consumer<Function<Command, Reply>> event =
                    events.get(caller.operation().object());
            if (event != null && caller.operation().kind() == OPEN && met.put(caller, true) == null) {
                event.accept(server);
            }
            return server.apply(command);
        }
    }

    private static Once once(String object, Consumer<Function<Command, Reply>> event) {
        return new Once().then(object, event);
    }

    private static boolean isOf(Call caller, String object) {
        return caller.operation().object().equals(object);
    }

    /** Deletes the register in place of writing that the filter is deleted. */
    static Distortion withoutATombstone() {
        return Format.writesPhase("deleted").executed((command, caller, server) -> {
            server.apply(Rewriting.command(Verb.UNLINK, REGISTER));
            server.apply(Rewriting.command(Verb.UNLINK, COPY));
            return When.DONE;
        });
    }

    /** Makes the keys of the present expiry, and does not look whether another one was set meanwhile. */
    static Distortion settlingOnce(OperationKind kind) {
        Map<Call, Map<String, Integer>> set = new WeakHashMap<>();
        return sent(Verb.PERSIST, Verb.PEXPIREAT).by(kind).ofPartition().executed((command, caller, server) -> {
            int times = set.computeIfAbsent(caller, first -> new HashMap<>())
                    .merge(Rewriting.key(command), 1, Integer::sum);
            return times == 1 ? server.apply(command) : When.DONE;
        });
    }

    /** Lets the register expire as it did before, until all else is settled. */
    static Distortion settlingTheRegisterLast() {
        return putOff(
                Format.ofRegister(Verb.PEXPIREAT).by(OperationKind.EXPIRE),
                sent(Verb.PEXPIREAT).ofPartition());
    }

    /** Takes a register that expires for a permanent one. */
    static Distortion withoutATouch() {
        return Format.ofRegister(Verb.PTTL).skipped(PERMANENT);
    }

    /** Unlinks on the first server only. */
    static Distortion onOneServer() {
        return Format.unlinksLayers().key(".*:1}.*").skipped();
    }

    static World register() {
        return healed("the copy of a register is lost, and then the register", COPY);
    }

    static World copy() {
        return healed("a register is lost, and then its copy", REGISTER);
    }

    private static World healed(String name, String lost) {
        return World.of(
                        name,
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE), call(LOOK_UP, "b", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.EVICT).losing(lost));
    }

    static World copyOfWhatExpires() {
        return World.of(
                        "the copy of a register that expires is lost",
                        List.of(open("a", ONE), expire("a", 100_000)),
                        List.of(Role.of("opener", open("b", ONE))),
                        List.of())
                .with(Faults.NONE.losing(COPY));
    }

    /** A clear dies when its layer is in the register, and not in the copy. */
    static World publishedInPart() {
        return World.of(
                        "a clear dies beside an add, and a register is lost",
                        List.of(open("a", ONE), open("b", ONE)),
                        List.of(Role.of("cleaner", call(CLEAR, "a")), Role.of("adder", call(ADD, "b", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.upTo(2, EventKind.DIE, EventKind.EVICT));
    }

    static World different() {
        return World.of(
                        "register and copy have different texts, and then the copy is lost",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE), open("c", ONE), call(CLEAR, "c"))),
                        List.of(call(LOOK_UP, "b", "x")))
                .with(splitting());
    }

    static World stranger() {
        return World.of(
                        "a version does not descend from the one before",
                        List.of(open("a", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("opener", open("b", ONE))),
                        List.of(call(LOOK_UP, "a", "x")))
                .with(intruding());
    }

    /** A creator dies, and another one goes on. */
    static World takeover() {
        return World.of(
                        "a creator dies beside another one",
                        List.of(),
                        List.of(Role.of("mortal", open("a", TWO)), Role.of("other", open("b", TWO))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE));
    }

    static World lateMaker() {
        return World.of(
                        "the commands of a maker arrive late",
                        List.of(),
                        List.of(Role.of("slow", open("a", ONE)), Role.of("other", open("b", ONE), call(CLEAR, "b"))),
                        List.of())
                .with(Faults.oneOf(EventKind.HOLD));
    }

    static World twoMakers() {
        return World.of(
                "two clients open the next layer",
                List.of(open("a", Specs.growing(1)), open("b", Specs.growing(1)), Specs.fill("a")),
                List.of(
                        Role.of("slow", call(ADD, "a", "x")),
                        Role.of("other", call(ADD, "b", "y"), call(CLEAR, "b"), call(CLEAR, "b"))),
                List.of());
    }

    static World addBeside(Operation other) {
        return World.of(
                "an add meets what another client has removed by " + other,
                List.of(open("a", ONE), open("b", ONE)),
                List.of(Role.of("adder", call(ADD, "a", "x")), Role.of("other", other, other)),
                List.of());
    }

    static World clearBesideAnOpener() {
        return World.of(
                "an element is added after a clear, and another client asks",
                List.of(open("a", ONE), open("b", ONE)),
                List.of(
                        Role.of("cleaner", call(CLEAR, "a")),
                        Role.of(
                                "opener",
                                open("c", ONE),
                                call(ADD, "c", "x"),
                                call(LOOK_UP, "b", "x"),
                                call(LOOK_UP, "c", "x"))),
                List.of());
    }

    static World clearBesideALookUp() {
        return World.of(
                "a filter is cleared beside a look-up",
                List.of(open("a", ONE), open("b", ONE)),
                List.of(Role.of("cleaner", call(CLEAR, "a")), Role.of("asker", call(LOOK_UP, "b", "x"))),
                List.of());
    }

    static World clearOnTwoServers() {
        String element = Specs.inPartition(1, 0);
        return World.of(
                        "a filter on two servers is cleared",
                        List.of(open("a", TWO), open("b", TWO)),
                        List.of(Role.of(
                                "cleaner", call(CLEAR, "a"), call(ADD, "a", element), call(LOOK_UP, "b", element))),
                        List.of())
                .on(2);
    }

    static World deletion() {
        return World.of(
                "a filter is deleted",
                List.of(open("a", ONE)),
                List.of(Role.of("deleter", call(DELETE, "a"))),
                List.of());
    }

    /** A command of the deletion arrives when the filter was deleted, and created again. */
    static World lateDeletion() {
        return World.of(
                        "a command of a deletion is held back",
                        List.of(open("a", ONE)),
                        List.of(Role.of(
                                "owner",
                                call(DELETE, "a"),
                                call(DELETE, "a").ifFailed(),
                                open("b", ONE),
                                call(ADD, "b", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.HOLD));
    }

    /** The partitions must not outlive the change, nor it the register. */
    static World prolonged() {
        return World.of(
                        "a client that puts an expiry off dies",
                        List.of(open("a", TWO), expire("a", 100)),
                        List.of(Role.of("owner", expire("a", 100_000_000))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE).ticking(86_400_050L));
    }

    static World growthBesideAnExpiry() {
        return World.of(
                "an expiry is set while another client opens a layer",
                List.of(open("a", Specs.growing(1)), open("b", Specs.growing(1)), Specs.fill("a")),
                List.of(Role.of("grower", call(ADD, "a", "x")), Role.of("owner", expire("b", 100_000))),
                List.of());
    }
}
