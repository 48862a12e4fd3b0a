package io.polybloom.tck.wrong.mirror;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers a reading of the witness of a mirror with the one that was left last, whether or not it is still there. */
@Breaks(Rule.MIRROR_NOTICES_LOST_WRITES)
public final class RemembersItsWitnesses extends ChangedTransport {

    private final Map<String, Reply> left = new ConcurrentHashMap<>();

    public RemembersItsWitnesses(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() == Verb.SET) {
            left.put(Words.key(command), new Reply.Bytes(command.arguments()[0]));
        }
        return command.verb() == Verb.GETRANGE && reply instanceof Reply.Bytes
                ? left.getOrDefault(Words.key(command), reply)
                : reply;
    }
}
