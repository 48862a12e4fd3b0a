package io.polybloom.vertx;

import com.google.common.collect.ObjectArrays;
import io.polybloom.spi.Verb;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.CommandImpl;
import io.vertx.redis.client.impl.KeyLocator;
import io.vertx.redis.client.impl.keys.BeginSearchIndex;
import io.vertx.redis.client.impl.keys.FindKeysRange;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Requests that the client routes to the primary of their key. The client chooses between primary and replicas by what its
 * constant of a command says, and has no public way to choose per request; so these are commands of our own, with the same name
 * on the wire, the key in the same place, and not called read-only.
 */
final class PrimaryRequests {

    /** The name and at least the key. */
    private static final int ARITY = -2;

    private final Map<Verb, Command> commands = new EnumMap<>(Verb.class);

    PrimaryRequests() {
        for (Verb verb : Verb.values()) {
            String name = verb.name().toLowerCase(Locale.ROOT);
            BeginSearchIndex keyIndex = new BeginSearchIndex(verb.operation().isPresent() ? 2 : 1);
            KeyLocator key = new KeyLocator(false, keyIndex, new FindKeysRange(0, 1, 0));
            commands.put(verb, new CommandImpl(name, ARITY, false, false, false, key));
        }
    }

    /** Made of one array: a request that takes its arguments one by one grows with each of thousands. */
    Request of(io.polybloom.spi.Command command) {
        byte[][] words = ObjectArrays.concat(command.key(), command.arguments());
        if (command.verb().operation().isPresent()) {
            words = ObjectArrays.concat(command.verb().operation().get().getBytes(StandardCharsets.US_ASCII), words);
        }
        return Request.cmd(commands.get(command.verb()), (Object[]) words);
    }
}
