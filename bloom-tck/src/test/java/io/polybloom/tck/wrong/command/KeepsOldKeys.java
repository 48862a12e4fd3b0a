package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Does not remove the partitions that are no longer needed. */
@Breaks({
    Rule.CLUSTER_OPERATIONS,
    Rule.CREATORS_AGREE,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.LOST_CONFIG,
    Rule.GROWN_IS_CLEARED,
    Rule.BITS_OF_A_LOAD,
    Rule.LOAD_KEEPS_ADDS,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.EXPIRY_SURVIVES_A_LOAD,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.LIFE_OF_OTHER_SYSTEMS
})
public final class KeepsOldKeys extends ChangedTransport {

    public KeepsOldKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.UNLINK ? new Command(Verb.UNLINK, new byte[] {'-'}) : command;
    }
}
