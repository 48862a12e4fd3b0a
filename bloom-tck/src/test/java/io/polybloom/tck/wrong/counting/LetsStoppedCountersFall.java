package io.polybloom.tck.wrong.counting;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Leaves out OVERFLOW, so that a counter that has stopped at 15 begins again at 0. */
@Breaks({Rule.REMOVED_IS_ABSENT, Rule.COUNTERS_OF_THE_REFERENCE, Rule.COUNTERS_STOP_AT_15})
public final class LetsStoppedCountersFall extends ChangedTransport {

    public LetsStoppedCountersFall(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (command.verb() != Verb.BITFIELD) {
            return command;
        }
        List<byte[]> kept = new ArrayList<>();
        byte[][] words = command.arguments();
        for (int i = 0; i < words.length; i++) {
            if (new String(words[i], StandardCharsets.US_ASCII).equals("OVERFLOW")) {
                i++;
            } else {
                kept.add(words[i]);
            }
        }
        return Words.with(command, command.key(), kept.toArray(byte[][]::new));
    }
}
