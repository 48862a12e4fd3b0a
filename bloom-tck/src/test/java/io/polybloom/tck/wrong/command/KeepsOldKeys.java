package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Does not remove the partitions that are no longer needed. */
public final class KeepsOldKeys extends ChangedTransport {

    public KeepsOldKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.UNLINK ? new Command(Verb.UNLINK, new byte[] {'-'}) : command;
    }
}
