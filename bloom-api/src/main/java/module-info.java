/** Bloom filters in Redis: the API for users, the layouts, and what adapters implement. */
@SuppressWarnings("module") // The modules with a qualified export are automatic ones, which are built after this one.
module io.polybloom {
    requires transitive com.google.common;
    requires transitive org.jspecify;

    exports io.polybloom;
    exports io.polybloom.async;
    exports io.polybloom.counter;
    exports io.polybloom.layout;
    exports io.polybloom.spi;
    exports io.polybloom.listener;
    exports io.polybloom.transfer;
    exports io.polybloom.support to
            io.polybloom.camel,
            io.polybloom.cli,
            io.polybloom.engine,
            io.polybloom.flink,
            io.polybloom.glide,
            io.polybloom.jedis,
            io.polybloom.kafka.streams,
            io.polybloom.lettuce,
            io.polybloom.redisson,
            io.polybloom.spring.integration,
            io.polybloom.vertx;
    exports io.polybloom.support.forward to
            io.polybloom.bench,
            io.polybloom.cli,
            io.polybloom.tck;

    uses io.polybloom.layout.Layout;
    uses io.polybloom.spi.Engine;
}
