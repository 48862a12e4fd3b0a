package io.polybloom.tck.wrong.client;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** Lets Lettuce repeat look-ups: the values of the second reply follow the first values of the one that was cut. */
@Breaks(Rule.CUT_REPLY_IS_NO_ANSWER)
public final class RepeatsIntoHalfReplies implements Connector {

    private final LettuceBackend lettuce = new LettuceBackend(command -> !command.isWrite());

    @Override
    public Connection connect(Target target, Duration timeout) {
        return lettuce.connect(target, timeout);
    }
}
