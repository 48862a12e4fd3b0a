package io.polybloom.tck.wrong.claims;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Does not let claims expire. */
@Breaks(Rule.CLAIMS_BELONG_TO_THE_FILTER)
public final class KeepsClaimsForEver extends ChangedTransport {

    public KeepsClaimsForEver(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        boolean isOfClaims = Words.key(command).contains(":claims:");
        return command.verb() == Verb.PEXPIREAT && isOfClaims ? new Command(Verb.PERSIST, command.key()) : command;
    }
}
