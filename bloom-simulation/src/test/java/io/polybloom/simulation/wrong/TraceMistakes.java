package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.Rewriting.command;
import static io.polybloom.simulation.wrong.Rewriting.key;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/** Mistakes in the birth of a trace. */
final class TraceMistakes {

    private static final When NAMING = Format.namesTrace();
    private static final When READING = Format.readsTrace();

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
                own.put(caller, trace(Format.lifeOfUnborn(key(command))));
            }
            return READING.isMet(command, caller) ? own.getOrDefault(caller, When.NOTHING) : server.apply(command);
        };
    }

    /** The trace is written whether or not its temporary key still exists. */
    static Distortion namedAtAnyTime() {
        Map<String, byte[][]> made = new HashMap<>();
        return (command, caller, server) -> {
            if (Format.makesTrace().isMet(command, caller)) {
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
                    : ofWhatIsReady(trace, Format.configBeside(key(command)), server);
        });
    }

    /** The trace of the filter in a config, if its first layer is ready. */
    private static Reply ofWhatIsReady(Reply trace, String config, Function<Command, Reply> server) {
        String life = Format.lifeOfWhatIsReady(config, server);
        return life.isEmpty() ? trace : trace(life);
    }

    private static Reply trace(String origin) {
        return new Reply.Many(List.of(Reply.of(origin), Reply.of(origin)));
    }

    /** An opener that finds no config takes the trace for its own, and removes it. */
    static Distortion takenBack() {
        return Format.withdrawsBirth().by(OperationKind.OPEN).executed((command, caller, server) -> {
            if (!Format.isClaimed(key(command), server)) {
                server.apply(command(Verb.DEL, StoredFilter.trace(key(command))));
            }
            return server.apply(command);
        });
    }
}
