package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Leaves out commands that are a guard, or lets them be executed without their condition. */
final class Lacking {

    /** How much longer than its partitions a config lives; its trace lives nearly as long. */
    private static final Duration RESPITE = Duration.ofSeconds(86_401);

    /** The reply to PTTL where there is nothing to mend. */
    private static final long NO_SUCH_KEY = -2;

    private static final Reply DONE = new Reply.Int(1);
    private static final Reply NOTHING = new Reply.Int(0);
    private static final Set<Verb> LIMITS_A_LIFE = Set.of(Verb.SET, Verb.PEXPIRE, Verb.PEXPIREAT);

    private Lacking() {}

    /** Some commands of one kind of call are never executed, and answered as if they were. */
    static Distortion commands(OperationKind kind, Predicate<Command> which) {
        return (command, caller, server) ->
                caller.operation().kind() == kind && which.test(command) ? DONE : server.apply(command);
    }

    /** The keys that one kind of call makes before they are published have no expiry. */
    static Distortion limits(OperationKind kind) {
        return commands(kind, command -> LIMITS_A_LIFE.contains(command.verb()));
    }

    /** A command that may move a config away removes it at once. */
    static Distortion renaming() {
        return (command, caller, server) -> command.verb() == Verb.RENAMENX
                        && Rewriting.text(command.arguments()[0]).endsWith(":gone")
                ? server.apply(new Command(Verb.DEL, command.key()))
                : server.apply(command);
    }

    /** Publishes a generation whether or not one was published after the same clear. */
    static Distortion condition() {
        return (command, caller, server) -> command.verb() == Verb.HSETNX
                        && Rewriting.text(command.arguments()[0]).startsWith("generation.")
                ? server.apply(new Command(Verb.HSET, command.key(), command.arguments()))
                : server.apply(command);
    }

    /** Gives up a birth whether or not another client has gone on with it. */
    static Distortion place() {
        return (command, caller, server) -> {
            byte[][] words = command.arguments();
            boolean isEnd = command.verb() == Verb.HSETNX
                    && Rewriting.text(words[0]).startsWith("ready.")
                    && Rewriting.text(words[1]).equals("deleted");
            if (!isEnd) {
                return server.apply(command);
            }
            String first = Rewriting.text(words[0]).replaceFirst("^(ready\\.[^.]*\\.0).*", "$1");
            byte[] last = (first + ".99").getBytes(StandardCharsets.UTF_8);
            return server.apply(new Command(Verb.HSETNX, command.key(), last, words[1]));
        };
    }

    /** Writes every change of an expiry over the one before it. */
    static Distortion numbers() {
        return (command, caller, server) -> {
            String field = command.arguments().length == 0 ? "" : Rewriting.text(command.arguments()[0]);
            if (command.verb() != Verb.HSETNX || !field.startsWith("expireAt.")) {
                return server.apply(command);
            }
            String only = field.substring(0, field.lastIndexOf('.')) + ".1";
            server.apply(new Command(
                    Verb.HSET, command.key(), only.getBytes(StandardCharsets.UTF_8), command.arguments()[1]));
            return DONE;
        };
    }

    /** Does not look after the expiry of the partitions. */
    static Distortion watch() {
        return (command, caller, server) -> {
            boolean isWatch = command.verb() == Verb.PTTL && caller.operation().kind() == OperationKind.LOOK_UP;
            return isWatch ? new Reply.Int(NO_SUCH_KEY) : server.apply(command);
        };
    }

    /** Lets config and trace expire with the partitions, and not a day later. */
    static Distortion respite() {
        return (command, caller, server) -> {
            boolean isConfig = Rewriting.text(command.key()).endsWith("}");
            return command.verb() == Verb.PEXPIREAT && (isConfig || isTrace(command))
                    ? server.apply(Rewriting.earlier(command, RESPITE))
                    : server.apply(command);
        };
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
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (!isPartition(command)) {
                return reply;
            }
            Reply before = last.put(caller, command.verb() == Verb.PEXPIREAT ? reply : NOTHING);
            return command.verb() == Verb.BITFIELD_RO && DONE.equals(before)
                    ? Rewriting.withTrailer(reply, 0, 1)
                    : reply;
        };
    }

    /** Removes the trace of a lost config before the first partition. */
    static Distortion orderOfRemoval() {
        return (command, caller, server) -> {
            if (caller.operation().kind() == OperationKind.DELETE
                    && command.verb() == Verb.UNLINK
                    && isPartition(command)) {
                server.apply(new Command(Verb.DEL, sibling(command, ":trace")));
            }
            return server.apply(command);
        };
    }

    /** Answers the second reading of a copy like the first. */
    static Distortion verification() {
        Map<String, Reply> pieces = new HashMap<>();
        return (command, caller, server) -> {
            boolean isSource =
                    command.verb() == Verb.GETRANGE && caller.operation().kind() == OperationKind.COPY;
            if (!isSource) {
                return server.apply(command);
            }
            // Every run is a call of its own, at the same time or not.
            String piece = System.identityHashCode(caller)
                    + Rewriting.text(command.key())
                    + Rewriting.text(command.arguments()[0]);
            return pieces.computeIfAbsent(piece, first -> server.apply(command));
        };
    }

    /** Takes every server for a primary. */
    static Distortion proof() {
        return (command, caller, server) -> {
            boolean isProof = command.verb() == Verb.WAIT
                    ? Rewriting.text(command.arguments()[0]).equals("0")
                    : command.isProof();
            return isProof ? new Reply.Int(0) : server.apply(command);
        };
    }

    /** Removes a partition that is not alive without looking on which server that is. */
    static Distortion mark() {
        return (command, caller, server) -> command.verb() == Verb.COPY
                ? server.apply(new Command(Verb.UNLINK, command.arguments()[0]))
                : server.apply(command);
    }

    /** Removes claims that are not alive as a whole, not only the members that the write has made. */
    static Distortion ownership() {
        return (command, caller, server) -> command.verb() == Verb.ZREM
                ? server.apply(new Command(Verb.UNLINK, command.key()))
                : server.apply(command);
    }

    static boolean isTrace(Command command) {
        return Rewriting.text(command.key()).endsWith(":trace");
    }

    /** Returns whether the command lets a generation take no further slice. */
    static boolean closes(Command command) {
        return command.verb() == Verb.HSETNX
                && Rewriting.text(command.arguments()[0]).startsWith("closing.");
    }

    /** The config of the filter that the partition of a command belongs to, or a key beside it. */
    private static byte[] sibling(Command command, String suffix) {
        return Rewriting.text(command.key())
                .replaceFirst(":\\d+}.*", "}" + suffix)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the key is that of a partition, and not a temporary one beside it. */
    static boolean isPartition(Command command) {
        return Rewriting.text(command.key()).matches(".*\\.\\d+");
    }
}
