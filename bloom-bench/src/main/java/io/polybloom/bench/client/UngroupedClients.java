package io.polybloom.bench.client;

import java.util.List;

/** Clients whom the server refuses groups of commands: our filters then name each bit that they add. */
public record UngroupedClients(JedisBenchClient jedis, RedissonBenchClient redisson, VertxBenchClient vertx)
        implements AutoCloseable {

    /** The name of Jedis in the results. */
    public static final String JEDIS = "Jedis without groups,";

    /** Connects as a user who lacks the permission. */
    public static UngroupedClients on(String uri) {
        return new UngroupedClients(
                new JedisBenchClient(JEDIS, uri),
                new RedissonBenchClient("Redisson without groups,", uri),
                new VertxBenchClient("Vert.x without groups,", uri));
    }

    /** All of them. */
    public List<Client> all() {
        return List.of(jedis, redisson, vertx);
    }

    @Override
    public void close() {
        vertx.close();
        redisson.close();
        jedis.close();
    }
}
