package io.polybloom.cli.server;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The clients of Redis that {@code --client} chooses from. */
public enum Client {
    /** Jedis. */
    JEDIS(JedisConnection::new),
    /** Lettuce. */
    LETTUCE(LettuceConnection::new),
    /** Redisson. */
    REDISSON(RedissonConnection::new),
    /** The Vert.x Redis client. */
    VERTX(VertxConnection::new);

    private final Function<List<ServerAddresses>, Connection> opening;

    Client(Function<List<ServerAddresses>, Connection> opening) {
        this.opening = opening;
    }

    /** Creates clients for all servers, in this order; whether they talk to the servers yet is up to them. */
    public Connection connect(List<ServerAddresses> addresses) {
        return opening.apply(addresses);
    }

    /** The name as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
