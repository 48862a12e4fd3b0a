package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;

/** Does not see that a name is taken, and sets fields that must only be set when they are absent. */
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
        return isFirstLook(batch.commands())
                ? () -> List.of(new Reply.Many(List.of()), inFlight.await().get(1))
                : inFlight;
    }

    /** Returns whether the config is read with the trace behind it. */
    private static boolean isFirstLook(List<Command> commands) {
        return commands.size() == 2
                && commands.stream().allMatch(command -> command.verb() == Verb.HGETALL)
                && Words.isTrace(commands.get(1));
    }
}
