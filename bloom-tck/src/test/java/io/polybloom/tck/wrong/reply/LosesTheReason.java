package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Hands on that the server refused a command or could not be reached, but not why. */
@Breaks({
    Rule.FOREIGN_KEYS_UNTOUCHED,
    Rule.SERVER_ERRORS,
    Rule.FOREIGN_PARTITION,
    Rule.UNREACHABLE,
    Rule.LOGIN_REFUSED,
    Rule.ERRORS_WITHOUT_TRAILER,
    Rule.HOST_REFUSES_A_COMMAND
})
public final class LosesTheReason extends ChangedTransport {

    public LosesTheReason(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (!(reply instanceof Reply.Failure failure) || Words.isRace(command)) {
            return reply;
        }
        IllegalStateException instead = new IllegalStateException("Redis failed");
        return failure.serverError() == null
                ? new Reply.Failure(null, instead, failure.mayHaveBeenApplied())
                : Reply.Failure.ofServer("ERR Redis failed", instead);
    }
}
