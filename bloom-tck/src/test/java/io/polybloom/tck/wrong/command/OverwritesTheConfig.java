package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.ArrayList;
import java.util.List;

/** Does not see that a name is taken, and sets fields that must only be set when they are absent. */
@Breaks({
    Rule.NO_FALSE_NEGATIVE,
    Rule.ONE_OF_MANY_IS_FIRST,
    Rule.ADOPTED,
    Rule.OTHER_PARAMETERS_REFUSED,
    Rule.CREATORS_AGREE,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.FOREIGN_KEYS_UNTOUCHED,
    Rule.UNKNOWN_FORMAT_REFUSED,
    Rule.EXPIRY_IS_LIFTED,
    Rule.UNREACHABLE,
    Rule.CLIENT_STAYS_OPEN,
    Rule.KNOWN_IS_SILENT,
    Rule.KNOWN_IS_TRUE
})
public final class OverwritesTheConfig extends ChangedTransport {

    public OverwritesTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.HSETNX ? new Command(Verb.HSET, command.key(), command.arguments()) : command;
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        int first = batch.proofs();
        return isFirstLook(batch.commands().subList(first, batch.size()))
                ? () -> {
                    List<Reply> replies = new ArrayList<>(inFlight.await());
                    replies.set(first, new Reply.Many(List.of()));
                    return replies;
                }
                : inFlight;
    }

    /** Returns whether the config is read with the trace after it. */
    private static boolean isFirstLook(List<Command> commands) {
        return commands.size() == 2
                && commands.stream().allMatch(command -> command.verb() == Verb.HGETALL)
                && Words.isTrace(commands.get(1));
    }
}
