package io.polybloom.cli.server;

import java.util.Locale;
import java.util.function.Function;

/** The clients of Redis that {@code --client} chooses from. */
public enum Client {
    /** Jedis. */
    JEDIS(JedisConnection::new),
    /** Redisson. */
    REDISSON(RedissonConnection::new),
    /** The Vert.x Redis client. */
    VERTX(VertxConnection::new);

    private final Function<ServerAddresses, Connection> opening;

    Client(Function<ServerAddresses, Connection> opening) {
        this.opening = opening;
    }

    /** Creates the client; whether it talks to the servers yet is its own affair. */
    public Connection connect(ServerAddresses addresses) {
        return opening.apply(addresses);
    }

    /** The name as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
