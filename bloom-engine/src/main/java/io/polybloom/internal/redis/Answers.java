package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads replies whose shape the engine knows, and throws the classified exception for everything else. */
public final class Answers {

    /** The reply of Redis if there is nothing to rename. */
    private static final String NO_SUCH_KEY = "ERR no such key";

    private Answers() {}

    /** Returns the integer that a command was answered with. */
    public static long integer(Command command, Reply reply) {
        requireSuccess(command, reply);
        if (reply instanceof Reply.Int integer) {
            return integer.value();
        }
        throw unexpected(reply, command.toString());
    }

    /** Returns the time that a server was asked for, in milliseconds since 1970. */
    public static long millis(Command command, Reply reply) {
        requireSuccess(command, reply);
        if (reply instanceof Reply.Many many && many.elements().size() == 2) {
            long seconds = number(many.elements().get(0), reply, command);
            return seconds * 1000 + number(many.elements().get(1), reply, command) / 1000;
        }
        throw unexpected(reply, command.toString());
    }

    private static long number(Reply part, Reply whole, Command command) {
        try {
            if (part instanceof Reply.Int integer) {
                return integer.value();
            }
            if (part instanceof Reply.Bytes bytes) {
                return Long.parseLong(new String(bytes.value(), StandardCharsets.ISO_8859_1));
            }
        } catch (NumberFormatException noNumber) {
            throw unexpected(whole, command.toString());
        }
        throw unexpected(whole, command.toString());
    }

    /** Returns the bytes that a command was answered with. */
    public static byte[] bytes(Command command, Reply reply) {
        requireSuccess(command, reply);
        if (reply instanceof Reply.Bytes bytes) {
            return bytes.value();
        }
        throw unexpected(reply, command.toString());
    }

    /** Returns the texts that a command was answered with. */
    public static List<String> texts(Command command, Reply reply) {
        requireSuccess(command, reply);
        if (!(reply instanceof Reply.Many many)) {
            throw unexpected(reply, command.toString());
        }
        List<String> texts = new ArrayList<>(many.elements().size());
        for (Reply element : many.elements()) {
            texts.add(new String(bytes(command, element), StandardCharsets.ISO_8859_1));
        }
        return texts;
    }

    /**
     * Returns the fields of a hash with their values; none if the hash does not exist.
     *
     * @param what what the hash holds, for the complaint about another answer
     */
    public static Map<String, String> fields(Reply reply, String what) {
        if (!(reply instanceof Reply.Many many)) {
            throw unexpected(reply, what);
        }
        List<Reply> elements = many.elements();
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i + 1 < elements.size(); i += 2) {
            fields.put(text(elements.get(i), what), text(elements.get(i + 1), what));
        }
        return fields;
    }

    private static String text(Reply reply, String what) {
        if (reply instanceof Reply.Bytes bytes) {
            return new String(bytes.value(), StandardCharsets.UTF_8);
        }
        throw unexpected(reply, what);
    }

    /** Returns the integers of an answer, which must be the given number. */
    public static long[] integers(Command command, Reply reply, int count) {
        requireSuccess(command, reply);
        if (reply instanceof Reply.Ints integers && integers.values().length == count) {
            return integers.values();
        }
        throw unexpected(reply, command.toString());
    }

    /** Returns the integer, or the first of the integers, that a command was answered with. */
    static long firstInteger(Command command, Reply reply) {
        return reply instanceof Reply.Ints integers && integers.values().length > 0
                ? integers.values()[0]
                : integer(command, reply);
    }

    /** Returns whether a key holds a value of another type than the command needs. */
    public static boolean isOfAnotherType(Reply reply) {
        return hasCode(reply, Set.of("WRONGTYPE"));
    }

    /** Returns whether a cluster has refused a command, since its keys are in several slots. */
    public static boolean saysOtherSlots(Reply reply) {
        return hasCode(reply, Set.of("CROSSSLOT"));
    }

    /**
     * Returns whether a server does not execute a command for this user at any time: it does not know the command, does
     * not permit it, or says in words of its own that it does not support it.
     */
    public static boolean isUnavailable(Reply reply) {
        return reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && Failures.isUnavailable(failure.serverError());
    }

    /**
     * Returns the failure of reads that are not known to be those of a primary.
     *
     * @param refusals the errors of the commands that would have shown it, at least one
     */
    public static Reply.Failure unproven(List<Reply.Failure> refusals) {
        return Failures.unproven(refusals);
    }

    private static boolean hasCode(Reply reply, Set<String> codes) {
        return reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && codes.contains(Failures.code(failure.serverError()));
    }

    /** Returns whether a server has refused all commands, so that none of them has had an effect. */
    public static boolean areRefused(List<Reply> replies) {
        return replies.stream().allMatch(Answers::isRefused);
    }

    /** Returns whether a server has refused a command, which so has had no effect. */
    public static boolean isRefused(Reply reply) {
        return reply instanceof Reply.Failure failure && failure.serverError() != null && !failure.mayHaveBeenApplied();
    }

    /** Returns the classified exception of a command that has failed. */
    public static BloomFilterException failure(Command command, Reply.Failure failure) {
        return Failures.classify(failure, command);
    }

    /** Returns whether a key could not be renamed because it does not exist. */
    public static boolean saysNoSuchKey(Reply reply) {
        return reply instanceof Reply.Failure failure && NO_SUCH_KEY.equals(failure.serverError());
    }

    /** Throws the classified exception if the command has failed. */
    public static void requireSuccess(Command command, Reply reply) {
        if (reply instanceof Reply.Failure failure) {
            throw Failures.classify(failure, command);
        }
    }

    /** Throws the classified exception of the first command of a batch that has failed. */
    public static void requireSuccess(Batch batch, List<Reply> replies) {
        for (int i = 0; i < replies.size(); i++) {
            requireSuccess(batch.commands().get(i), replies.get(i));
        }
    }

    /**
     * Reads the reply to the removal of a temporary key.
     *
     * @throws BackendException if the key did not exist any more: then it may not have been merged
     */
    public static void requireRemoved(Command removal, Reply reply) {
        if (integer(removal, reply) != 1) {
            throw vanished(removal.key());
        }
    }

    /** Returns the complaint that a temporary key did not live until it was used. */
    public static BackendException vanished(byte[] temporaryKey) {
        return new BackendException(
                BackendException.Reason.SERVER_ERROR,
                true,
                "the temporary key " + new String(temporaryKey, StandardCharsets.UTF_8)
                        + " was lost before it was used (evicted, deleted, or expired because the clock of this"
                        + " machine is far behind the server's): repeat the call",
                null);
    }

    /** Returns the complaint about a reply of a shape that Redis never gives to this command. */
    public static BloomFilterException unexpected(Reply reply, String what) {
        return new BackendException(
                BackendException.Reason.SERVER_ERROR,
                true,
                "the server answered " + what + " with " + shape(reply)
                        + ", which Redis never does: check for a proxy in front of the server",
                null);
    }

    private static String shape(Reply reply) {
        if (reply instanceof Reply.Ints integers) {
            return integers.values().length + " integers";
        }
        if (reply instanceof Reply.Many many) {
            return "an array of " + many.elements().size();
        }
        return reply.getClass().getSimpleName();
    }
}
