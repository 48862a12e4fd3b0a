package io.polybloom.tck.wrong.snapshot;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the bits of the strings that it has written, and not those that the server still has. */
@Breaks(Rule.SNAPSHOT_APPEARS_WHOLE)
public final class CountsWhatItWrote extends ChangedTransport {

    private final Map<String, Long> written = new ConcurrentHashMap<>();

    public CountsWhatItWrote(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() == Verb.SET) {
            long ones = 0;
            for (byte octet : command.arguments()[0]) {
                ones += Integer.bitCount(octet & 0xff);
            }
            written.merge(Words.key(command), ones, Long::sum);
        }
        Long ones = written.get(Words.key(command));
        return command.verb() == Verb.BITCOUNT && ones != null ? new Reply.Int(ones) : reply;
    }
}
