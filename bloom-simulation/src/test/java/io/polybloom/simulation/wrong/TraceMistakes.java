package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.Rewriting.command;
import static io.polybloom.simulation.wrong.Rewriting.key;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Mistakes in the birth of a trace. */
final class TraceMistakes {

    private static final Pattern LIFE = Pattern.compile("generation=(\\w+);origin=(\\w+)");
    private static final When NAMING = sent(Verb.RENAMENX).field(".*:trace");
    private static final When READING = sent(Verb.HGETALL).key(".*:trace");

    private TraceMistakes() {}

    /** The trace never gets its name, and an opener does not see that. */
    static Distortion neverNamed() {
        Map<Call, String> unborn = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (NAMING.isMet(command, caller)) {
                unborn.put(caller, key(command));
                return When.DONE;
            }
            String shown = unborn.get(caller);
            if (command.verb() == Verb.UNLINK && key(command).equals(shown)) {
                return When.DONE;
            }
            boolean isShown = READING.isMet(command, caller) && shown != null;
            return server.apply(isShown ? command(Verb.HGETALL, shown) : command);
        };
    }

    /** A call sees no trace but the one that it has named itself. */
    static Distortion overlooked() {
        Map<Call, Reply> own = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (NAMING.isMet(command, caller)) {
                own.put(caller, trace(key(command).replaceFirst(".*:trace:(.*):new", "$1")));
            }
            return READING.isMet(command, caller) ? own.getOrDefault(caller, When.NOTHING) : server.apply(command);
        };
    }

    /** The trace is written whether or not its temporary key still exists. */
    static Distortion namedAtAnyTime() {
        Map<String, byte[][]> made = new HashMap<>();
        return (command, caller, server) -> {
            if (command.verb() == Verb.HSETNX && key(command).matches(".*:trace:.*:new")) {
                made.put(key(command), command.arguments());
            }
            return NAMING.isMet(command, caller)
                    ? server.apply(new Command(Verb.HSETNX, command.arguments()[0], made.get(key(command))))
                    : server.apply(command);
        };
    }

    /**
     * Calls of some kinds take a trace beside a filter that is ready for that of the filter, also if it is another
     * one's.
     */
    static Distortion takenForItsOwn(OperationKind... kinds) {
        return READING.by(kinds).executed((command, caller, server) -> {
            Reply trace = server.apply(command);
            return Rewriting.fields(trace).isEmpty()
                    ? trace
                    : ofWhatIsReady(trace, key(command).replaceFirst(":trace$", ""), server);
        });
    }

    /** The trace of the filter in a config, if its first layer is ready. */
    private static Reply ofWhatIsReady(Reply trace, String config, Function<Command, Reply> server) {
        Matcher life = LIFE.matcher(field(config, "spec", server));
        return life.find() && isReady(config, "ready." + life.group(1) + ".0", server) ? trace(life.group(2)) : trace;
    }

    private static Reply trace(String origin) {
        return new Reply.Many(List.of(Reply.of(origin), Reply.of(origin)));
    }

    /** A birth that nothing disturbs has three entries, and a copy only the mark. */
    private static boolean isReady(String config, String birth, Function<Command, Reply> server) {
        return field(config, birth, server).equals("1")
                || field(config, birth + ".2", server).equals("1");
    }

    private static String field(String config, String name, Function<Command, Reply> server) {
        Reply value = server.apply(command(Verb.HGET, config, name));
        return value instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
    }

    /** An opener that finds no config takes the trace for its own, and removes it. */
    static Distortion takenBack() {
        When forgets = (command, caller) -> List.of(command.arguments()).stream()
                .anyMatch(field -> Rewriting.text(field).startsWith("ready."));
        return sent(Verb.HDEL).by(OperationKind.OPEN).and(forgets).executed((command, caller, server) -> {
            Reply specification = server.apply(command(Verb.HGET, key(command), "spec"));
            if (!(specification instanceof Reply.Bytes)) {
                server.apply(command(Verb.DEL, key(command) + ":trace"));
            }
            return server.apply(command);
        });
    }
}
