package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Which commands of which calls a mistake is about, and what becomes of them in place of what the engine meant. */
@FunctionalInterface
interface When {

    /** The answer to a command that has done what it was to do once. */
    Reply DONE = new Reply.Int(1);

    /** The answer to a command that has found nothing to change. */
    Reply NONE = new Reply.Int(0);

    /** The reply to a reading of what is not there. */
    Reply NOTHING = new Reply.Many(List.of());

    boolean isMet(Command command, Call caller);

    static When sent() {
        return (command, caller) -> true;
    }

    static When sent(Verb... verbs) {
        List<Verb> all = List.of(verbs);
        return (command, caller) -> all.contains(command.verb());
    }

    /** One distortion between the engine and another one. */
    static Distortion both(Distortion first, Distortion second) {
        return (command, caller, server) ->
                first.execute(command, caller, changed -> second.execute(changed, caller, server));
    }

    /**
     * Changes replies to calls that have sent a certain command before.
     *
     * @param change gets the last such command, and the reply
     */
    static Distortion after(When before, When when, BiFunction<Command, Reply, Reply> change) {
        Map<Call, Command> noted = new WeakHashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (before.isMet(command, caller)) {
                noted.put(caller, command);
            }
            return when.isMet(command, caller) && noted.containsKey(caller)
                    ? change.apply(noted.get(caller), reply)
                    : reply;
        };
    }

    default When and(When other) {
        return (command, caller) -> isMet(command, caller) && other.isMet(command, caller);
    }

    /** In calls of some kinds. */
    default When by(OperationKind... kinds) {
        List<OperationKind> all = List.of(kinds);
        return and((command, caller) -> all.contains(caller.operation().kind()));
    }

    /** In calls on an object. */
    default When of(String object) {
        return and((command, caller) -> caller.operation().object().equals(object));
    }

    default When key(String pattern) {
        return and((command, caller) -> Rewriting.key(command).matches(pattern));
    }

    /** On the key of a partition, and not on a temporary one beside it. */
    default When ofPartition() {
        return key("bloom:\\{.*:\\d+}:[0-9a-f]{16}(\\.\\d+)?");
    }

    /** With a certain first argument. */
    default When field(String pattern) {
        return and((command, caller) -> Rewriting.argument(command, 0).matches(pattern));
    }

    /** Executes these commands in another way. */
    default Distortion executed(Distortion otherwise) {
        return (command, caller, server) ->
                isMet(command, caller) ? otherwise.execute(command, caller, server) : server.apply(command);
    }

    /** Does not execute these commands, and answers as if they were. */
    default Distortion skipped() {
        return skipped(DONE);
    }

    default Distortion skipped(Reply answer) {
        return executed((command, caller, server) -> answer);
    }

    /** Sends other commands in place of these. */
    default Distortion sending(UnaryOperator<Command> change) {
        return executed((command, caller, server) -> server.apply(change.apply(command)));
    }

    /** Sends these commands with another verb. */
    default Distortion sending(Verb verb) {
        return sending(command -> new Command(verb, command.key(), command.arguments()));
    }

    /** Hands back other replies to these commands, which the calls do not expect alike. */
    default Distortion answered(BiFunction<Call, Reply, Reply> change) {
        return executed((command, caller, server) -> change.apply(caller, server.apply(command)));
    }

    /** Hands back other replies to these commands. */
    default Distortion answered(UnaryOperator<Reply> change) {
        return executed((command, caller, server) -> change.apply(server.apply(command)));
    }
}
