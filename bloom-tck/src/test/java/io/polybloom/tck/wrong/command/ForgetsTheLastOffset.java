package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Arrays;

/** Neither sets nor reads the last bit of a command, and takes it for set. */
public final class ForgetsTheLastOffset extends ChangedTransport {

    public ForgetsTheLastOffset(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (!Words.touchesBits(command)) {
            return command;
        }
        return Words.shortened(command, Words.isAdd(command) ? 4 : 3);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (Words.touchesBits(command) && reply instanceof Reply.Ints integers) {
            long[] values = Arrays.copyOf(integers.values(), integers.values().length + 1);
            values[values.length - 1] = 1;
            return new Reply.Ints(values);
        }
        return reply;
    }
}
