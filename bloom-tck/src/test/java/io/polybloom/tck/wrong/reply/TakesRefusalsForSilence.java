package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Hands an error of the server on as the cause of an answer that did not come. */
@Breaks({Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER})
public final class TakesRefusalsForSilence extends ChangedTransport {

    public TakesRefusalsForSilence(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (!(reply instanceof Reply.Failure failure) || failure.serverError() == null || Words.isRace(command)) {
            return reply;
        }
        return Reply.Failure.noAnswer(new IllegalStateException(failure.serverError(), failure.cause()));
    }
}
