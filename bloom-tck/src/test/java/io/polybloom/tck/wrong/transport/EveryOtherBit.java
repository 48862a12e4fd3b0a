package io.polybloom.tck.wrong.transport;

import static io.polybloom.tck.wrong.transport.ChangedTransport.answering;
import static io.polybloom.tck.wrong.transport.ChangedTransport.both;
import static io.polybloom.tck.wrong.transport.ChangedTransport.sending;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Look-ups of every other bit, whose replies have the bits in between, too, as if they were set. */
final class EveryOtherBit {

    private static final int GET_LENGTH = 3;
    private static final int TRAILER_VALUES = 2;
    private static final byte EVERY_OTHER = 0x55;

    private EveryOtherBit() {}

    static UnaryOperator<Transport<InFlight>> read() {
        return both(sending(EveryOtherBit::isHalved, EveryOtherBit::halved), answering(EveryOtherBit::completed));
    }

    private static boolean isHalved(Command command) {
        return Words.isLookUp(command) && Words.touchesBits(command);
    }

    private static boolean isRead(int value) {
        return value < TRAILER_VALUES || value % 2 == 0;
    }

    private static Command halved(Command command) {
        List<byte[]> arguments = new ArrayList<>();
        for (int i = 0; i < command.arguments().length; i++) {
            if (isRead(i / GET_LENGTH)) {
                arguments.add(command.arguments()[i]);
            }
        }
        return Words.withArguments(command, arguments.toArray(byte[][]::new));
    }

    private static Reply completed(Command command, Reply reply) {
        if (command.verb() == Verb.GETRANGE) {
            return Words.withBytes(reply, EveryOtherBit::completed);
        }
        return isHalved(command)
                ? Words.withIntegers(reply, read -> completed(read, command.arguments().length / GET_LENGTH))
                : reply;
    }

    /** The last byte is the trailer. */
    private static byte[] completed(byte[] read) {
        byte[] bytes = read.clone();
        for (int i = 0; i < bytes.length - 1; i++) {
            bytes[i] |= EVERY_OTHER;
        }
        return bytes;
    }

    private static long[] completed(long[] read, int bits) {
        long[] values = new long[bits];
        int from = 0;
        for (int i = 0; i < bits; i++) {
            values[i] = isRead(i) ? read[from++] : 1;
        }
        return values;
    }
}
