package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.ArrayList;
import java.util.List;

/** Looks up every other bit of the elements, to save time, and takes the others for set. */
@Breaks({
    Rule.BULK_ANSWERS_IN_ORDER,
    Rule.RATE_AS_PROMISED,
    Rule.OVERFULL_RATE,
    Rule.LAYERS_OF_THE_FORMAT,
    Rule.GROWS_WITHIN_ITS_RATE,
    Rule.LAYERS_ARE_USED_UP,
    Rule.ONE_LAYER_AT_ONCE,
    Rule.STALE_CLIENT_ASKS_ON,
    Rule.GROWTH_IS_RESUMED,
    Rule.LOST_LAYER,
    Rule.GROWN_IS_CLEARED,
    Rule.KNOWN_IS_TRUE
})
public final class ReadsEveryOtherBit extends ChangedTransport {

    private static final int GET_LENGTH = 3;
    private static final int TRAILER_VALUES = 2;
    private static final byte EVERY_OTHER = 0x55;

    public ReadsEveryOtherBit(Transport<InFlight> right) {
        super(right);
    }

    private static boolean isRead(int value) {
        return value < TRAILER_VALUES || value % 2 == 0;
    }

    private static boolean isHalved(Command command) {
        return Words.isLookUp(command) && Words.touchesBits(command);
    }

    @Override
    protected Command request(Command command) {
        if (!isHalved(command)) {
            return command;
        }
        List<byte[]> arguments = new ArrayList<>();
        for (int i = 0; i < command.arguments().length; i++) {
            if (isRead(i / GET_LENGTH)) {
                arguments.add(command.arguments()[i]);
            }
        }
        return Words.with(command, command.key(), arguments.toArray(byte[][]::new));
    }

    /** The last byte is the trailer. */
    private static Reply halved(byte[] bytes) {
        byte[] halved = bytes.clone();
        for (int i = 0; i < halved.length - 1; i++) {
            halved[i] |= EVERY_OTHER;
        }
        return new Reply.Bytes(halved);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() == Verb.GETRANGE && reply instanceof Reply.Bytes bytes) {
            return halved(bytes.value());
        }
        if (!isHalved(command) || !(reply instanceof Reply.Ints integers)) {
            return reply;
        }
        long[] values = new long[command.arguments().length / GET_LENGTH];
        int from = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = isRead(i) ? integers.values()[from++] : 1;
        }
        return new Reply.Ints(values);
    }
}
