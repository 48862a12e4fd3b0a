package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Arrays;

/** Removes all keys of a partition but the filter of the server. */
@Breaks(Rule.SERVER_FILTER_LIFE)
public final class KeepsFiltersOfTheServer extends ChangedTransport {

    public KeepsFiltersOfTheServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        boolean isOfFilter = command.verb() == Verb.UNLINK && Words.key(command).endsWith(":bf");
        return isOfFilter
                ? new Command(
                        Verb.UNLINK,
                        command.arguments()[0],
                        Arrays.copyOfRange(command.arguments(), 1, command.arguments().length))
                : command;
    }
}
