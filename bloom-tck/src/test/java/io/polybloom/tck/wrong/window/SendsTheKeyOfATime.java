package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sends a key with TIME, as with all other commands, so that the server refuses it. */
@Breaks({
    Rule.REMEMBERED_FOR_THE_SPAN,
    Rule.SLICES_OF_THE_FORMAT,
    Rule.LOST_SLICE_NOTICED,
    Rule.WAKES_UP_EMPTY,
    Rule.LATE_CLIENTS_LOSE_NOTHING,
    Rule.WINDOWS_LIVE_LIKE_FILTERS,
    Rule.WINDOWS_REFUSE,
    Rule.CLAIMS_OUTLIVE_SLICES,
    Rule.REBUILD_REFUSES
})
public final class SendsTheKeyOfATime extends ChangedTransport {

    public SendsTheKeyOfATime(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.TIME ? Command.reading(Verb.TIME, command.key(), command.key()) : command;
    }
}
