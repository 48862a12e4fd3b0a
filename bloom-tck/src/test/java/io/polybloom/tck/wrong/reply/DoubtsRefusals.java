package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Hands an error of the server on, but not that the command has had no effect then. */
@Breaks({Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER})
public final class DoubtsRefusals extends ChangedTransport {

    public DoubtsRefusals(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (!(reply instanceof Reply.Failure failure) || failure.serverError() == null || Words.isRace(command)) {
            return reply;
        }
        return new Reply.Failure(failure.serverError(), failure.cause(), true);
    }
}
