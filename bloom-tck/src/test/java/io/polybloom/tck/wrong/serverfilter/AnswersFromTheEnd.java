package io.polybloom.tck.wrong.serverfilter;

import com.google.common.primitives.Longs;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.Collections;

/** Hands the answers of a filter of the server back from the last to the first. */
@Breaks(Rule.SERVER_FILTER_ANSWERS)
public final class AnswersFromTheEnd extends ChangedTransport {

    public AnswersFromTheEnd(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() != Verb.BF_INSERT || !(reply instanceof Reply.Ints answers)) {
            return reply;
        }
        long[] turned = answers.values().clone();
        Collections.reverse(Longs.asList(turned));
        return new Reply.Ints(turned);
    }
}
