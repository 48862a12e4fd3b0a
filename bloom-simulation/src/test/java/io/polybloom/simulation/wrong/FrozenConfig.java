package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/** Repeats an earlier reading of the config to a call, so that reading it again shows nothing new. */
final class FrozenConfig implements Distortion {

    private record Read(int number, Reply reply) {}

    private final OperationKind kind;
    private final int last;
    private final int until;
    private final Map<Call, Read> reads = new WeakHashMap<>();

    /**
     * Freezes the config for calls of a kind.
     *
     * @param last the number of the reading, from 1, that is repeated from then on
     */
    FrozenConfig(OperationKind kind, int last) {
        this(kind, last, Integer.MAX_VALUE);
    }

    private FrozenConfig(OperationKind kind, int last, int until) {
        this.kind = kind;
        this.last = last;
        this.until = until;
    }

    /** Repeats the first reading once, to calls of a kind on one object. */
    static Distortion once(OperationKind kind, String object) {
        FrozenConfig frozen = new FrozenConfig(kind, 1, 2);
        return (command, caller, server) -> caller.operation().object().equals(object)
                ? frozen.execute(command, caller, server)
                : server.apply(command);
    }

    @Override
    public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
        boolean isReading = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
        if (!isReading || caller.operation().kind() != kind) {
            return server.apply(command);
        }
        Read before = reads.get(caller);
        int number = before == null ? 1 : before.number() + 1;
        boolean isFrozen = before != null && number > last && number <= until;
        Reply reply = isFrozen ? before.reply() : server.apply(command);
        reads.put(caller, new Read(number, reply));
        return reply;
    }
}
