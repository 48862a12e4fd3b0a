package io.polybloom.tck.wrong.client;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** The smallest transport without its refusal to be repeated: Lettuce writes the commands in flight again. */
@Breaks({Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER})
public final class ReplaysInFlight implements Connector {

    private final LettuceBackend lettuce = new LettuceBackend(command -> true);

    @Override
    public Connection connect(Target target, Duration timeout) {
        return lettuce.connect(target, timeout);
    }
}
