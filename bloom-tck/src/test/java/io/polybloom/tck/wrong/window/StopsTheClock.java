package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.concurrent.atomic.AtomicReference;

/** Always returns the first time that the server has told. */
@Breaks({
    Rule.REMEMBERED_FOR_THE_SPAN,
    Rule.SLICES_OF_THE_FORMAT,
    Rule.LOST_SLICE_NOTICED,
    Rule.WAKES_UP_EMPTY,
    Rule.LATE_CLIENTS_LOSE_NOTHING,
    Rule.CLAIMS_OUTLIVE_SLICES
})
public final class StopsTheClock extends ChangedTransport {

    private final AtomicReference<Reply> first = new AtomicReference<>();

    public StopsTheClock(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() != Verb.TIME) {
            return reply;
        }
        first.compareAndSet(null, reply);
        return first.get();
    }
}
