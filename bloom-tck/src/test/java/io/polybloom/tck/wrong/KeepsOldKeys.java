package io.polybloom.tck.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;

/** Does not remove the partitions that are no longer needed. */
final class KeepsOldKeys extends ChangedTransport {

    KeepsOldKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    Command request(Command command) {
        return command.verb() == Verb.UNLINK ? new Command(Verb.UNLINK, new byte[] {'-'}) : command;
    }
}
