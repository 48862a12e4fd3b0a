package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Imports that lack a guard. */
final class ImportMistakes {

    private ImportMistakes() {}

    /** Enters itself in the log in place of another entry. */
    static Distortion overwritingTheLog() {
        return (command, caller, server) -> {
            boolean isLog = isOfImport(caller)
                    && command.verb() == Verb.HSETNX
                    && Rewriting.text(command.key()).endsWith(":import");
            return server.apply(isLog ? new Command(Verb.HSET, command.key(), command.arguments()) : command);
        };
    }

    /** Writes strings that do not expire if nobody publishes them. */
    static Distortion withoutALimit() {
        return (command, caller, server) -> server.apply(
                isOfImport(caller) && command.verb() == Verb.SET
                        ? new Command(Verb.SET, command.key(), command.arguments()[0])
                        : command);
    }

    /** Publishes the filter when its keys are there, and fills them after that. */
    static Distortion publishingFirst() {
        Map<String, byte[]> strings = new HashMap<>();
        return (command, caller, server) -> {
            if (!isOfImport(caller) || !Lacking.isPartition(command)) {
                return server.apply(command);
            }
            // Every run is a call of its own.
            String key = System.identityHashCode(caller) + Rewriting.text(command.key());
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
        };
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
        long ones = 0;
        for (byte octet : string) {
            ones += Integer.bitCount(octet & 0xff);
        }
        return new Reply.Int(ones);
    }

    private static boolean isOfImport(Call caller) {
        return caller.operation().kind() == OperationKind.IMPORT;
    }
}
