package io.polybloom.tck.wrong.claims;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hands back that claims are those that were made, once it has seen them, even if their key was lost since. */
@Breaks(Rule.LOST_CLAIMS_NOTICED)
public final class BelievesInLostClaims extends ChangedTransport {

    private final Set<ByteBuffer> seen = ConcurrentHashMap.newKeySet();

    public BelievesInLostClaims(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() != Verb.ZLEXCOUNT) {
            return reply;
        }
        ByteBuffer key = ByteBuffer.wrap(command.key());
        if (reply.equals(new Reply.Int(1))) {
            seen.add(key);
        }
        return seen.contains(key) ? new Reply.Int(1) : reply;
    }
}
