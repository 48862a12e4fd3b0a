package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.Rewriting.bytes;
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

    /** One kind of call does not close a window, which lets the generation take no further slice. */
    static Distortion closing(OperationKind kind) {
        return Format.closesWindow().by(kind).skipped();
    }

    /** Does not look after the expiry of the partitions. */
    static Distortion watch() {
        Reply noSuchKey = new Reply.Int(-2);
        return sent(Verb.PTTL).by(OperationKind.LOOK_UP).skipped(noSuchKey);
    }

    /** Lets config and trace expire with the partitions, and not a day later: the trace lives nearly as long. */
    static Distortion respite() {
        return Format.ofConfigAndTrace(Verb.PEXPIREAT)
                .sending(command -> Rewriting.earlier(command, Duration.ofSeconds(86_401)));
    }

    /** Takes every server for a primary. */
    static Distortion proof() {
        When asks = (command, caller) ->
                command.verb() == Verb.WAIT ? Rewriting.argument(command, 0).equals("0") : command.isProof();
        return asks.skipped(When.NONE);
    }

    /** Gives up a birth whether or not another client has gone on with it. */
    static Distortion place() {
        return Format.givesBirthUp().sending(entry -> {
            String last = Format.entryAfterAll(Rewriting.argument(entry, 0));
            return new Command(Verb.HSETNX, entry.key(), bytes(last), entry.arguments()[1]);
        });
    }

    /** Writes every change of an expiry over the one before it. */
    static Distortion numbers() {
        return Format.changesExpiry().executed((command, caller, server) -> {
            String only = Format.asFirst(Rewriting.argument(command, 0));
            server.apply(new Command(Verb.HSET, command.key(), bytes(only), command.arguments()[1]));
            return When.DONE;
        });
    }

    /** A deletion believes that the config says so, and nobody else sees it. */
    static Distortion mark() {
        When marks = Format.marksDeletion();
        Distortion seen = When.after(
                marks,
                Format.readsConfig(),
                (mark, config) -> config.equals(When.NOTHING) ? config : Rewriting.withFieldOf(mark, config));
        return When.both(seen, marks.skipped());
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

    /** A change of the expiry takes every key that has taken its expiry for the partition. */
    static Distortion signOfLife() {
        Map<Call, Reply> last = new WeakHashMap<>();
        return sent().ofPartition().executed((command, caller, server) -> {
            Reply reply = server.apply(command);
            Reply before = last.put(caller, command.verb() == Verb.PEXPIREAT ? reply : When.NONE);
            return command.verb() == Verb.BITFIELD_RO && When.DONE.equals(before)
                    ? Rewriting.withTrailer(reply, 0, 1)
                    : reply;
        });
    }

    /** Removes the trace of a lost config before the first partition. */
    static Distortion orderOfRemoval() {
        return sent(Verb.UNLINK).by(OperationKind.DELETE).ofPartition().executed((command, caller, server) -> {
            server.apply(command(Verb.DEL, Format.traceBeside(key(command))));
            return server.apply(command);
        });
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
     * Repeats an earlier reading of the config to calls of a kind, so that reading it again shows nothing new.
     *
     * @param last the number of the reading, from 1, that is repeated from then on
     */
    static Distortion readings(OperationKind kind, int last) {
        return readings(Format.readsConfig().by(kind), last, Integer.MAX_VALUE);
    }

    /** Repeats the first reading once, to calls of a kind on one object. */
    static Distortion secondReading(OperationKind kind, String object) {
        return readings(Format.readsConfig().by(kind).of(object), 1, 2);
    }

    private static Distortion readings(When when, int last, int until) {
        Map<Call, Integer> numbers = new WeakHashMap<>();
        Map<Call, Reply> replies = new WeakHashMap<>();
        return when.executed((command, caller, server) -> {
            int number = numbers.merge(caller, 1, Integer::sum);
            if (number <= last || number > until) {
                replies.put(caller, server.apply(command));
            }
            return replies.get(caller);
        });
    }
}
