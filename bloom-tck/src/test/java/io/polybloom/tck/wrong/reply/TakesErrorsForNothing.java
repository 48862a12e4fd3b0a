package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.List;

/**
 * Takes an error of the server for an empty answer, as clients do that look at the errors of a pipeline only as a
 * whole.
 */
@Breaks({
    Rule.FOREIGN_KEYS_UNTOUCHED,
    Rule.GROWTH_IS_RESUMED,
    Rule.SERVER_ERRORS,
    Rule.FOREIGN_PARTITION,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.ERRORS_WITHOUT_TRAILER
})
public final class TakesErrorsForNothing extends ChangedTransport {

    public TakesErrorsForNothing(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (!(reply instanceof Reply.Failure failure) || failure.serverError() == null) {
            return reply;
        }
        return command.verb().answersWithArray() ? new Reply.Many(List.of()) : new Reply.Int(0);
    }
}
