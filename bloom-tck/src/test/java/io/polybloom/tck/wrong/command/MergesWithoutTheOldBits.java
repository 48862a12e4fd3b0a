package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Leaves the target of a merge out of its sources, so that the old bits are lost. */
@Breaks({
    Rule.CLUSTER_OPERATIONS,
    Rule.BITS_OF_A_LOAD,
    Rule.LOAD_KEEPS_ADDS,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.EXPIRY_SURVIVES_A_LOAD,
    Rule.UNION_OF_ALL,
    Rule.UNION_KEEPS_ADDS,
    Rule.UNION_OF_LAYERS
})
public final class MergesWithoutTheOldBits extends ChangedTransport {

    public MergesWithoutTheOldBits(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.BITOP ? new Command(Verb.BITOP, command.key(), command.arguments()[1]) : command;
    }
}
