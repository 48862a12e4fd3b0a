package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Takes a write that is refused for lack of a disk, replicas or a primary for one without an answer. */
@Breaks(Rule.SERVER_ERRORS)
public final class DoubtsTheFullDisk extends ChangedTransport {

    public DoubtsTheFullDisk(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        boolean isRefused = reply instanceof Reply.Failure failure
                && failure.serverError() != null
                && failure.serverError().matches("(MISCONF|NOREPLICAS|MASTERDOWN) .*");
        return isRefused ? Reply.Failure.noAnswer(new IllegalStateException("refused")) : reply;
    }
}
