package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Mistakes in the birth of a trace. */
final class TraceMistakes {

    private static final Reply DONE = new Reply.Int(1);
    private static final Pattern LIFE = Pattern.compile("generation=(\\w+);origin=(\\w+)");

    private TraceMistakes() {}

    /** The trace never gets its name, and an opener does not see that. */
    static Distortion neverNamed() {
        Map<Call, byte[]> unborn = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (isNaming(command)) {
                unborn.put(caller, command.key());
                return DONE;
            }
            byte[] shown = unborn.get(caller);
            if (command.verb() == Verb.UNLINK && shown != null && isSame(command.key(), shown)) {
                return DONE;
            }
            return command.verb() == Verb.HGETALL && Lacking.isTrace(command) && shown != null
                    ? server.apply(new Command(Verb.HGETALL, shown))
                    : server.apply(command);
        };
    }

    /** A call sees no trace but the one that it has named itself. */
    static Distortion overlooked() {
        Map<Call, Reply> own = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (isNaming(command)) {
                String origin = Rewriting.text(command.key()).replaceFirst(".*:trace:(.*):new", "$1");
                Reply field = new Reply.Bytes(origin.getBytes(StandardCharsets.UTF_8));
                own.put(caller, new Reply.Many(List.of(field, field)));
            }
            return command.verb() == Verb.HGETALL && Lacking.isTrace(command)
                    ? own.getOrDefault(caller, new Reply.Many(List.of()))
                    : server.apply(command);
        };
    }

    /** The trace is written whether or not its temporary key still exists. */
    static Distortion namedAtAnyTime() {
        Map<String, byte[][]> made = new HashMap<>();
        return (command, caller, server) -> {
            String key = Rewriting.text(command.key());
            if (command.verb() == Verb.HSETNX && key.matches(".*:trace:.*:new")) {
                made.put(key, command.arguments());
            }
            return isNaming(command)
                    ? server.apply(new Command(Verb.HSETNX, command.arguments()[0], made.get(key)))
                    : server.apply(command);
        };
    }

    /**
     * Calls of some kinds take a trace beside a filter that is ready for that of the filter, also if it is another
     * one's.
     */
    static Distortion takenForItsOwn(Set<OperationKind> kinds) {
        return (command, caller, server) -> {
            Reply trace = server.apply(command);
            boolean isTrace = command.verb() == Verb.HGETALL && Lacking.isTrace(command);
            return isTrace && kinds.contains(caller.operation().kind()) && !isEmpty(trace)
                    ? ofWhatIsReady(trace, Rewriting.text(command.key()).replaceFirst(":trace$", ""), server)
                    : trace;
        };
    }

    private static boolean isEmpty(Reply fields) {
        return fields instanceof Reply.Many many && many.elements().isEmpty();
    }

    /** The trace of the filter in a config, if its first layer is ready. */
    private static Reply ofWhatIsReady(Reply trace, String config, Function<Command, Reply> server) {
        Matcher life = LIFE.matcher(field(config, "spec", server));
        if (!life.find() || !isReady(config, "ready." + life.group(1) + ".0", server)) {
            return trace;
        }
        Reply origin = new Reply.Bytes(life.group(2).getBytes(StandardCharsets.UTF_8));
        return new Reply.Many(List.of(origin, origin));
    }

    /** A birth that nothing disturbs has three entries, and a copy only the mark. */
    private static boolean isReady(String config, String birth, Function<Command, Reply> server) {
        return field(config, birth, server).equals("1")
                || field(config, birth + ".2", server).equals("1");
    }

    private static String field(String config, String name, Function<Command, Reply> server) {
        Reply value = server.apply(
                new Command(Verb.HGET, config.getBytes(StandardCharsets.UTF_8), name.getBytes(StandardCharsets.UTF_8)));
        return value instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
    }

    /** An opener that finds no config takes the trace for its own, and removes it. */
    static Distortion takenBack() {
        return (command, caller, server) -> {
            boolean isCreator = caller.operation().kind() == OperationKind.OPEN;
            if (isCreator && command.verb() == Verb.HDEL && forgetsALayer(command)) {
                removeTraceOfALostConfig(command, server);
            }
            return server.apply(command);
        };
    }

    private static void removeTraceOfALostConfig(Command command, Function<Command, Reply> server) {
        String config = Rewriting.text(command.key());
        Reply spec = server.apply(new Command(Verb.HGET, command.key(), "spec".getBytes(StandardCharsets.UTF_8)));
        if (!(spec instanceof Reply.Bytes)) {
            server.apply(new Command(Verb.DEL, (config + ":trace").getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static boolean forgetsALayer(Command command) {
        return List.of(command.arguments()).stream()
                .anyMatch(field -> Rewriting.text(field).startsWith("ready."));
    }

    private static boolean isNaming(Command command) {
        return command.verb() == Verb.RENAMENX
                && Rewriting.text(command.arguments()[0]).endsWith(":trace");
    }

    private static boolean isSame(byte[] key, byte[] other) {
        return Rewriting.text(key).equals(Rewriting.text(other));
    }
}
