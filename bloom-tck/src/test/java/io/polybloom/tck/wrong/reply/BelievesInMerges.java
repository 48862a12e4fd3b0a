package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Claims that a key which has got bits by a merge is the one that was created. */
@Breaks(Rule.UNION_NOTICES_LOSS)
public final class BelievesInMerges extends ChangedTransport {

    private boolean merges;

    public BelievesInMerges(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        merges = Words.firstVerb(batch) == Verb.BITOP;
        return super.send(batch);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return merges && command.verb() == Verb.BITFIELD_RO ? Words.withInteger(reply, 0, 1) : reply;
    }
}
