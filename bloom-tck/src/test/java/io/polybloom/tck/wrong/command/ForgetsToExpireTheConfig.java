package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Sets the expiry of the bits but not that of the config. */
@Breaks({
    Rule.EXPIRY_OF_EVERY_KEY,
    Rule.EXPIRES_AT_THE_INSTANT,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.EXPIRY_SURVIVES_A_LOAD,
    Rule.LIFE_OF_OTHER_SYSTEMS
})
public final class ForgetsToExpireTheConfig extends ChangedTransport {

    public ForgetsToExpireTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        boolean forgotten = command.verb() == Verb.PEXPIREAT && Words.isConfig(command);
        return forgotten ? Words.of(Verb.HDEL, command.key(), "nothing") : command;
    }
}
