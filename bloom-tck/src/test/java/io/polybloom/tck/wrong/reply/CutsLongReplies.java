package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.Arrays;

/** Reads the first mebibyte of a reply. */
@Breaks(Rule.LONG_VALUES)
public final class CutsLongReplies extends ChangedTransport {

    private static final int MOST = 1 << 20;

    public CutsLongReplies(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return reply instanceof Reply.Bytes bytes && bytes.value().length > MOST
                ? new Reply.Bytes(Arrays.copyOf(bytes.value(), MOST))
                : reply;
    }
}
