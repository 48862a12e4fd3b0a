package io.polybloom.vertx;

import io.polybloom.spi.Verb;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Turns commands into requests of the client. The client routes a request by its own constant for the command, and
 * offers no public way to choose for each request. Its constants are used where no read can reach a replica by mistake:
 * if the client has one server, never reads from replicas, or is meant to read from them. Elsewhere
 * {@link PrimaryCommands} replace them.
 */
final class Requests {

    private static final String PACKAGE = "io.vertx.redis.client.impl.";

    /** The clients that send every command to one server. */
    private static final Set<String> OF_ONE_SERVER = Set.of(PACKAGE + "RedisClient", PACKAGE + "RedisSentinelClient");

    private static final Requests OF_CLIENT = new Requests();

    private final Map<Verb, Command> commands = new EnumMap<>(Verb.class);

    private Requests() {
        for (Verb verb : Verb.values()) {
            commands.put(verb, Command.create(verb.wireName().toLowerCase(Locale.ROOT)));
        }
    }

    private Requests(PrimaryCommands primary) {
        for (Verb verb : Verb.values()) {
            commands.put(verb, primary.of(verb));
        }
    }

    /** Returns requests that the client routes according to its options. */
    static Requests ofClient() {
        return OF_CLIENT;
    }

    /**
     * Returns requests that a client routes to the primary of their key, regardless of its options.
     *
     * @throws IllegalStateException if there is no way to make them
     */
    static Requests toPrimaryOf(Redis redis) {
        return OF_ONE_SERVER.contains(redis.getClass().getName())
                ? OF_CLIENT
                : new Requests(PrimaryCommands.find(PACKAGE));
    }

    /**
     * Makes a request from one array: a request that takes thousands of arguments one by one would be resized
     * repeatedly.
     */
    Request of(io.polybloom.spi.Command command) {
        return Request.cmd(commands.get(command.verb()), (Object[]) command.words());
    }
}
