package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.nio.charset.StandardCharsets;

/** Reserves all filters of the server so that they refuse elements beyond their capacity. */
@Breaks(Rule.SERVER_FILTER_GROWS)
public final class LetsNoFilterGrow extends ChangedTransport {

    private static final byte[] NO_SCALING = "NONSCALING".getBytes(StandardCharsets.US_ASCII);

    public LetsNoFilterGrow(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.BF_RESERVE
                ? new Command(
                        Verb.BF_RESERVE, command.key(), command.arguments()[0], command.arguments()[1], NO_SCALING)
                : command;
    }
}
