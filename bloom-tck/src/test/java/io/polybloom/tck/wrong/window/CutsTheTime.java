package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Returns the time in whole seconds. */
@Breaks(Rule.SLICES_OF_THE_FORMAT)
public final class CutsTheTime extends ChangedTransport {

    public CutsTheTime(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.TIME && reply instanceof Reply.Many time
                ? new Reply.Many(
                        List.of(time.elements().get(0), new Reply.Bytes("0".getBytes(StandardCharsets.US_ASCII))))
                : reply;
    }
}
