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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the answers of look-ups forever, like a replica that has stopped. */
@Breaks({
    Rule.NO_FALSE_NEGATIVE,
    Rule.TRUE_IF_A_BIT_CHANGED,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.LOST_CONFIG,
    Rule.KNOWN_IS_TRUE
})
public final class ReadsFromAnOldCache extends ChangedTransport {

    private final Map<List<String>, Reply> cache = new ConcurrentHashMap<>();

    public ReadsFromAnOldCache(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        boolean isLookUp = Words.isLookUp(command) && Words.touchesBits(command) || command.verb() == Verb.GETRANGE;
        if (!isLookUp || reply instanceof Reply.Failure) {
            return reply;
        }
        List<String> words = new ArrayList<>(List.of(Words.key(command)));
        for (byte[] argument : command.arguments()) {
            words.add(new String(argument, StandardCharsets.UTF_8));
        }
        Reply old = cache.putIfAbsent(words, reply);
        return old == null ? reply : old;
    }
}
