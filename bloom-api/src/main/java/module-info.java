/**
 * Bloom filters in Redis: the API for users, the engine that makes the decisions, and the interface that adapters
 * implement.
 */
@SuppressWarnings("module") // the modules that present flavours are above this one, and unknown here
module io.polybloom {
    requires transitive com.google.common;
    requires transitive org.jspecify;

    exports io.polybloom;
    exports io.polybloom.async;
    exports io.polybloom.counter;
    exports io.polybloom.layout;
    exports io.polybloom.spi;
    exports io.polybloom.driver;
    exports io.polybloom.listener;
    exports io.polybloom.locate;
    exports io.polybloom.step;
    exports io.polybloom.transfer;
    exports io.polybloom.internal.forward to
            io.polybloom.bench,
            io.polybloom.cli,
            io.polybloom.tck;

    uses io.polybloom.layout.Layout;
}
