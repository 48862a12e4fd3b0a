package io.polybloom.bench;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.FilterSpec;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** A client under measurement: one filter on it, called from one thread that waits for each answer. */
interface Client extends AutoCloseable {

    Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    /** Opens the filter of a specification; it becomes the one that the other methods use. */
    void open(FilterSpec spec);

    boolean add(String element);

    boolean[] addAll(Collection<String> elements);

    @Override
    void close();

    static Client named(String name, int port) {
        return switch (name) {
            case "jedis" -> new JedisBenchClient(port);
            case "redisson" -> new RedissonBenchClient(port);
            case "vertx" -> new VertxBenchClient(port);
            default -> throw new IllegalArgumentException("unknown client " + name);
        };
    }
}
