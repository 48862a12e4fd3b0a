package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sends each BITOP with the same operation, so that it sets the columns that are to be cleared. */
@Breaks({
    Rule.REMEMBERED_FOR_THE_SPAN,
    Rule.SLICES_OF_THE_FORMAT,
    Rule.LOST_SLICE_NOTICED,
    Rule.LATE_CLIENTS_LOSE_NOTHING
})
public final class MergesTheMask extends ChangedTransport {

    public MergesTheMask(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.BITOP_AND ? new Command(Verb.BITOP, command.key(), command.arguments()) : command;
    }
}
