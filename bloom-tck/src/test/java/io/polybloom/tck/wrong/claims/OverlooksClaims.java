package io.polybloom.tck.wrong.claims;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.List;

/** Hands back no claims, such as from a cache that was filled before there were any. */
@Breaks({
    Rule.CLAIMS_OUTLIVE_SLICES,
    Rule.CLAIMS_REPEAT_ANSWERS,
    Rule.CLAIMS_SURVIVE_A_CRASH,
    Rule.SETTLED_IS_FORGOTTEN,
    Rule.CLAIMS_BELONG_TO_THE_FILTER
})
public final class OverlooksClaims extends ChangedTransport {

    public OverlooksClaims(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.ZRANGEBYLEX ? new Reply.Many(List.of()) : reply;
    }
}
