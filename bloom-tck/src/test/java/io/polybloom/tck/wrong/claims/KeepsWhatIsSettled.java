package io.polybloom.tck.wrong.claims;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Does not remove settled claims. */
@Breaks({Rule.CLAIMS_REPEAT_ANSWERS, Rule.SETTLED_IS_FORGOTTEN})
public final class KeepsWhatIsSettled extends ChangedTransport {

    public KeepsWhatIsSettled(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        return command.verb() == Verb.ZREMRANGEBYLEX
                ? new Command(Verb.ZLEXCOUNT, command.key(), command.arguments())
                : command;
    }
}
