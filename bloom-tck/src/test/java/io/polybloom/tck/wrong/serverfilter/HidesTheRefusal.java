package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Hides from the core why the server has refused a command. */
@Breaks(Rule.SERVER_WITHOUT_FILTERS)
public final class HidesTheRefusal extends ChangedTransport {

    public HidesTheRefusal(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        String said = reply instanceof Reply.Failure failure ? String.valueOf(failure.serverError()) : "";
        return command.verb().isOfModule() && (said.startsWith("NOPERM") || said.contains("unknown command"))
                ? Reply.Failure.ofServer("ERR refused", null)
                : reply;
    }
}
