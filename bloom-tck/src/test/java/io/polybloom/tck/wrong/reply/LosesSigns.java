package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Reads integers without their sign. */
@Breaks(Rule.LIFE_OF_OTHER_SYSTEMS)
public final class LosesSigns extends ChangedTransport {

    public LosesSigns(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return reply instanceof Reply.Int number ? new Reply.Int(Math.abs(number.value())) : reply;
    }
}
