package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Says that nothing was sent if its thread was interrupted. */
@Breaks(Rule.INTERRUPTED_WAIT)
public final class DeniesInterruptedWrites extends ChangedTransport {

    public DeniesInterruptedWrites(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return Thread.currentThread().isInterrupted() ? Reply.Failure.notSent(new InterruptedException()) : reply;
    }
}
