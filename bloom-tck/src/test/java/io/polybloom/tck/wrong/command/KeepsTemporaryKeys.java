package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Leaves it to their expiry to remove the temporary keys of a load. */
@Breaks({Rule.CLUSTER_OPERATIONS, Rule.FAILED_LOAD_IS_REPEATED, Rule.EXPIRY_SURVIVES_A_LOAD})
public final class KeepsTemporaryKeys extends ChangedTransport {

    public KeepsTemporaryKeys(Transport<InFlight> right) {
        super(right);
    }

    private static boolean isTemporary(Command command) {
        return command.verb() == Verb.UNLINK && Words.isTemporary(command);
    }

    @Override
    protected Command request(Command command) {
        return isTemporary(command) ? new Command(Verb.STRLEN, command.key()) : command;
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return isTemporary(command) ? new Reply.Int(1) : reply;
    }
}
