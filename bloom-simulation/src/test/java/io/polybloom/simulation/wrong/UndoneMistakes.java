package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;

/** Engines that keep to what is undone or gone, and those that remove what a failover may bring back. */
final class UndoneMistakes {

    private UndoneMistakes() {}

    /** A call of the given kind that finds a partition missing changes the expiry of no other partition after that. */
    static Distortion givingUpAtALoss(OperationKind kind) {
        Set<Call> missing = calls();
        return sent(Verb.PEXPIREAT, Verb.BITFIELD_RO).by(kind).ofPartition().executed((command, caller, server) -> {
            boolean isGivenUp = command.verb() == Verb.PEXPIREAT && missing.contains(caller);
            Reply reply = isGivenUp ? When.NONE : server.apply(command);
            if (reply.equals(When.NONE) || reply instanceof Reply.Ints trailer && trailer.values()[0] == 0) {
                missing.add(caller);
            }
            return reply;
        });
    }

    /** An object that was told that claims were lost has all bits in its near cache nevertheless. */
    static Distortion rememberingAfterLostClaims() {
        return rememberingAfter(sent(Verb.ZLEXCOUNT), When.NONE::equals);
    }

    /** An object that has cleared its filter has all bits in its near cache nevertheless. */
    static Distortion rememberingAfterItsClear() {
        return rememberingAfter(sent().by(OperationKind.CLEAR), reply -> true);
    }

    /**
     * Tells an object of something after which it knows nothing.
     *
     * @param news whether a reply to such a command is what the object is told
     */
    private static Distortion rememberingAfter(When when, Predicate<Reply> news) {
        Set<String> told = new HashSet<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            String object = caller.operation().object();
            if (caller.operation().kind() == OperationKind.OPEN) {
                told.remove(object);
            }
            boolean isAsked = caller.operation().kind() == OperationKind.LOOK_UP && told.contains(object);
            if (when.isMet(command, caller) && news.test(reply)) {
                told.add(object);
            }
            return isAsked ? Rewriting.withValues(reply, UndoneMistakes::alive) : reply;
        };
    }

    /** With all columns of all cells. */
    private static long[] alive(long[] values) {
        Arrays.fill(values, -1);
        values[0] = 1;
        values[1] = 0;
        return values;
    }

    private static Set<Call> calls() {
        return Collections.newSetFromMap(new WeakHashMap<>());
    }
}
