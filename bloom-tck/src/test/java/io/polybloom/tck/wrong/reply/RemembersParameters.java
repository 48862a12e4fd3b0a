package io.polybloom.tck.wrong.reply;

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

/** Remembers the parameters of another system's filter forever once it has seen them. */
@Breaks({Rule.PARAMETERS_OF_OTHER_SYSTEMS, Rule.PARAMETERS_VOUCH, Rule.ERRORS_WITHOUT_TRAILER})
public final class RemembersParameters extends ChangedTransport {

    private final Map<String, Reply> known = new ConcurrentHashMap<>();

    public RemembersParameters(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        String key = Words.key(command);
        boolean isAsked = command.verb() == Verb.HGETALL && key.startsWith("{") && key.endsWith("}:config");
        boolean isFound =
                reply instanceof Reply.Many fields && !fields.elements().isEmpty();
        return isAsked && (isFound || known.containsKey(key)) ? known.computeIfAbsent(key, first -> reply) : reply;
    }
}
