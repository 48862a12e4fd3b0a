package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Imports that lack a guard. */
final class ImportMistakes {

    private ImportMistakes() {}

    /** Publishes the filter when its keys are there, and fills them after that. */
    static Distortion publishingFirst() {
        Map<String, byte[]> strings = new HashMap<>();
        return sent().by(OperationKind.IMPORT).ofPartition().executed((command, caller, server) -> {
            // Every run is a call of its own.
            String key = System.identityHashCode(caller) + Rewriting.key(command);
            return switch (command.verb()) {
                case SET -> {
                    strings.put(key, command.arguments()[0]);
                    yield server.apply(empty(command));
                }
                case BITCOUNT -> strings.containsKey(key) ? ones(strings.get(key)) : server.apply(command);
                case PERSIST -> {
                    fill(command, strings.get(key), server);
                    yield server.apply(command);
                }
                default -> server.apply(command);
            };
        });
    }

    private static void fill(Command persist, byte @Nullable [] string, Function<Command, Reply> server) {
        if (string != null) {
            server.apply(new Command(Verb.SETRANGE, persist.key(), new byte[] {'0'}, string));
        }
    }

    /** The same string with nothing but its trailer. */
    private static Command empty(Command set) {
        byte[][] arguments = set.arguments().clone();
        byte[] string = new byte[arguments[0].length];
        string[string.length - 1] = arguments[0][string.length - 1];
        arguments[0] = string;
        return new Command(Verb.SET, set.key(), arguments);
    }

    private static Reply ones(byte[] string) {
        return new Reply.Int(BitSet.valueOf(string).cardinality());
    }
}
