package io.polybloom.tck.wrong.command;

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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the config of a filter that is ready, as if it never changed again, until it deletes the filter itself: a
 * client that does not see even its own mark deletes forever.
 */
@Breaks({
    Rule.CLUSTER_OPERATIONS,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRY_OF_EVERY_KEY,
    Rule.EXPIRED_IS_GONE,
    Rule.EXPIRES_AT_THE_INSTANT,
    Rule.EXPIRY_IS_LIFTED,
    Rule.LAYERS_OF_THE_FORMAT,
    Rule.GROWS_WITHIN_ITS_RATE,
    Rule.LAYERS_ARE_USED_UP,
    Rule.ONE_LAYER_AT_ONCE,
    Rule.GROWTH_IS_RESUMED,
    Rule.LOST_LAYER,
    Rule.GROWN_IS_CLEARED,
    Rule.LAYERS_IN_ONE_ROUND_TRIP,
    Rule.KNOWN_IS_TRUE,
    Rule.KNOWN_FOR_ITS_TIME
})
public final class KeepsTheConfig extends ChangedTransport {

    private static final String READY = "ready.";
    private static final String DELETED = "deleted";

    private final Map<String, Reply> configs = new ConcurrentHashMap<>();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    public KeepsTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (command.verb() == Verb.HSETNX && text(command.arguments()[1]).equals(DELETED)) {
            deleted.add(Words.key(command));
        }
        return command;
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() != Verb.HGETALL || !isReady(reply) || deleted.contains(Words.key(command))) {
            return reply;
        }
        Reply first = configs.putIfAbsent(Words.key(command), reply);
        return first == null ? reply : first;
    }

    private static boolean isReady(Reply reply) {
        if (!(reply instanceof Reply.Many config)) {
            return false;
        }
        for (int i = 0; i + 1 < config.elements().size(); i += 2) {
            if (word(config, i).startsWith(READY) && !word(config, i + 1).contains("=")) {
                return true;
            }
        }
        return false;
    }

    private static String word(Reply.Many config, int index) {
        return config.elements().get(index) instanceof Reply.Bytes bytes ? text(bytes.value()) : "";
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
