package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Does not set the expiry again that a merge has dropped. */
@Breaks({Rule.FAILED_LOAD_IS_REPEATED, Rule.EXPIRY_SURVIVES_A_LOAD})
public final class ForgetsTheExpiryOfAMerge extends ChangedTransport {

    private boolean merges;

    public ForgetsTheExpiryOfAMerge(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        merges = Words.firstVerb(batch) == Verb.BITOP;
        return super.send(batch);
    }

    @Override
    protected Command request(Command command) {
        return merges && command.verb() == Verb.PEXPIREAT ? new Command(Verb.STRLEN, command.key()) : command;
    }
}
