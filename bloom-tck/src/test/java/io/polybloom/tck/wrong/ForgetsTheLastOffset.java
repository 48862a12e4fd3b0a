package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.util.Arrays;

/** Neither sets nor reads the last bit of a command, and takes it for set. */
final class ForgetsTheLastOffset extends ChangedTransport {

    ForgetsTheLastOffset(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        if (!Words.touchesBits(command)) {
            return command;
        }
        return Words.shortened(command, command.verb() == Verb.BITFIELD ? 4 : 3);
    }

    @Override
    Reply reply(Command command, Reply reply) {
        if (Words.touchesBits(command) && reply instanceof Reply.Ints integers) {
            long[] values = Arrays.copyOf(integers.values(), integers.values().length + 1);
            values[values.length - 1] = 1;
            return new Reply.Ints(values);
        }
        return reply;
    }
}
