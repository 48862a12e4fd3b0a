package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Decrements each counter by two in place of one. */
@Breaks({
    Rule.REMOVED_IS_ABSENT,
    Rule.COUNTERS_OF_THE_REFERENCE,
    Rule.COUNTERS_STOP_AT_15,
    Rule.COUNTED_ONCE,
    Rule.REMOVAL_BESIDE_USE
})
public final class RemovesTwice extends ChangedTransport {

    private static final int TRAILER_VALUES = 2;

    public RemovesTwice(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (!isRemoval(command)) {
            return command;
        }
        byte[][] words = command.arguments();
        byte[][] twice = Arrays.copyOf(words, 2 * words.length);
        System.arraycopy(words, 0, twice, words.length, words.length);
        return Words.with(command, command.key(), twice);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return isRemoval(command) && reply instanceof Reply.Ints integers
                ? new Reply.Ints(Arrays.copyOf(integers.values(), integers.values().length / 2))
                : reply;
    }

    private static boolean isRemoval(Command command) {
        return Words.isAdd(command)
                && command.arguments().length > TRAILER_VALUES
                && new String(command.arguments()[command.arguments().length - 1], StandardCharsets.US_ASCII)
                        .equals("-1");
    }
}
