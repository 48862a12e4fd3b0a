package io.polybloom.tck.wrong.serverfilter;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.nio.charset.StandardCharsets;

/** Sends the items of a filter of the server in quotation marks, which nobody else does. */
@Breaks(Rule.RESERVED_BY_OTHERS)
public final class QuotesItems extends ChangedTransport {

    /** {@code NOCREATE ITEMS}. */
    private static final int WORDS_BEFORE_ITEMS = 2;

    public QuotesItems(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (command.verb() != Verb.BF_INSERT && command.verb() != Verb.BF_MEXISTS) {
            return command;
        }
        byte[][] words = command.arguments().clone();
        for (int i = command.verb() == Verb.BF_INSERT ? WORDS_BEFORE_ITEMS : 0; i < words.length; i++) {
            String item = new String(words[i], StandardCharsets.ISO_8859_1);
            words[i] = ('"' + item + '"').getBytes(StandardCharsets.ISO_8859_1);
        }
        return Words.with(command, command.key(), words);
    }
}
