package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Arrays;

/** Neither sets nor reads the last bit of a command, and treats it as set. */
@Breaks({
    Rule.NO_FALSE_NEGATIVE,
    Rule.TRUE_IF_A_BIT_CHANGED,
    Rule.BULK_ANSWERS_IN_ORDER,
    Rule.BITS_OF_THE_REFERENCE,
    Rule.SERVER_OF_A_PARTITION,
    Rule.KEYS_ARE_BYTES,
    Rule.BITS_OF_A_LOAD,
    Rule.LOAD_KEEPS_ADDS,
    Rule.KNOWN_IS_TRUE,
    Rule.BITS_OF_OTHER_SYSTEMS,
    Rule.SERVERS_OF_OTHER_SYSTEMS
})
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
