package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the config of a filter that is ready, as if that never changed any more. */
public final class KeepsTheConfig extends ChangedTransport {

    private static final String READY = "ready.";

    private final Map<String, Reply> configs = new ConcurrentHashMap<>();

    public KeepsTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() != Verb.HGETALL || !isReady(reply)) {
            return reply;
        }
        Reply first = configs.putIfAbsent(Words.key(command), reply);
        return first == null ? reply : first;
    }

    private static boolean isReady(Reply reply) {
        return reply instanceof Reply.Many config
                && config.elements().stream()
                        .anyMatch(word -> word instanceof Reply.Bytes bytes
                                && new String(bytes.value(), StandardCharsets.US_ASCII).startsWith(READY));
    }
}
