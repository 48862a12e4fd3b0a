package io.polybloom.vertx;

import io.polybloom.spi.Verb;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.CommandImpl;
import io.vertx.redis.client.impl.KeyLocator;
import io.vertx.redis.client.impl.keys.BeginSearchIndex;
import io.vertx.redis.client.impl.keys.FindKeysRange;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Requests that the client routes to the primary of their key, or to a replica. The client chooses between them by what
 * its constant of a command says, and has no public way to choose per request; so these are commands of our own, with
 * the same name on the wire, the key in the same place, and called read-only where a replica may answer and the client
 * is set to ask one.
 */
final class Requests {

    /** The name and at least the key. */
    private static final int ARITY = -2;

    /** At least the name. */
    private static final int ARITY_WITHOUT_KEY = -1;

    private final Map<Verb, Command> commands = new EnumMap<>(Verb.class);

    Requests(boolean readOnly) {
        for (Verb verb : Verb.values()) {
            String name = verb.name().toLowerCase(Locale.ROOT);
            int arity = verb.hasKey() ? ARITY : ARITY_WITHOUT_KEY;
            commands.put(verb, new CommandImpl(name, arity, readOnly, false, false, keysOf(verb, readOnly)));
        }
    }

    private static KeyLocator[] keysOf(Verb verb, boolean readOnly) {
        if (!verb.hasKey()) {
            return new KeyLocator[0];
        }
        BeginSearchIndex index = new BeginSearchIndex(verb.operation().isPresent() ? 2 : 1);
        return new KeyLocator[] {new KeyLocator(readOnly, index, new FindKeysRange(0, 1, 0))};
    }

    /** Made of one array: a request that takes its arguments one by one grows with each of thousands. */
    Request of(io.polybloom.spi.Command command) {
        return Request.cmd(commands.get(command.verb()), (Object[]) command.words());
    }
}
