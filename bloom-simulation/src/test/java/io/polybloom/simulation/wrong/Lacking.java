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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/** Guards that are left out by several mistakes, or with some memory. */
final class Lacking {

    private Lacking() {}

    /** The keys that one kind of call makes before they are published have no expiry. */
    static Distortion limits(OperationKind kind) {
        return sent(Verb.SET, Verb.PEXPIRE, Verb.PEXPIREAT).by(kind).skipped();
    }

    /** One kind of call does not change the expiry of partitions. */
    static Distortion expiryOfPartitions(OperationKind kind) {
        return sent(Verb.PEXPIREAT).by(kind).ofPartition().skipped();
    }

    /** Lets the register expire with the partitions, and not a day later. */
    static Distortion respite() {
        return Format.ofRegister(Verb.PEXPIREAT).sending(command -> Rewriting.earlier(command, Duration.ofDays(1)));
    }

    /** Takes every server for a primary. */
    static Distortion proof() {
        When asks = (command, caller) ->
                command.verb() == Verb.WAIT ? Rewriting.argument(command, 0).equals("0") : command.isProof();
        return asks.skipped(When.NONE);
    }

    /** Measures time by a clock that somebody may set. */
    static Distortion steadyClock() {
        return new Distortion() {
            @Override
            public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
                return server.apply(command);
            }

            @Override
            public boolean goesByTheWallClock() {
                return true;
            }
        };
    }

    /** Answers the second reading of a copy like the first. */
    static Distortion verification() {
        Map<String, Reply> pieces = new HashMap<>();
        return sent(Verb.GETRANGE).by(OperationKind.COPY).executed((command, caller, server) -> {
            // Every run is a call of its own, at the same time or not.
            String piece = System.identityHashCode(caller) + key(command) + Rewriting.argument(command, 0);
            return pieces.computeIfAbsent(piece, first -> server.apply(command));
        });
    }

    /**
     * Repeats an earlier reading of the register to calls of a kind, so that reading it again shows nothing new.
     *
     * @param last the number of the reading, from 1, that is repeated from then on
     */
    static Distortion readings(OperationKind kind, int last) {
        return readings(Format.reads().by(kind), last);
    }

    private static Distortion readings(When when, int last) {
        Map<Call, Map<String, Integer>> numbers = new WeakHashMap<>();
        Map<Call, Map<String, Reply>> replies = new WeakHashMap<>();
        return when.executed((command, caller, server) -> {
            String key = key(command);
            Map<String, Reply> read = replies.computeIfAbsent(caller, first -> new HashMap<>());
            int number =
                    numbers.computeIfAbsent(caller, first -> new HashMap<>()).merge(key, 1, Integer::sum);
            if (number <= last) {
                read.put(key, server.apply(command));
            }
            return read.get(key);
        });
    }
}
