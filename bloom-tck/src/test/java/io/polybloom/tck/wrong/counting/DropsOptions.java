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

/** Forgets that an emptied counter keeps its expiry. */
@Breaks(Rule.LIFE_OF_A_COUNTER)
public final class DropsOptions extends ChangedTransport {

    public DropsOptions(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        byte[][] words = command.arguments();
        boolean keeps = command.verb() == Verb.SET
                && new String(words[words.length - 1], StandardCharsets.US_ASCII).equals("KEEPTTL");
        return keeps ? Words.shortened(command, 1) : command;
    }
}
