/** Bloom filters in Redis: the API for users, the layouts, and what adapters implement. */
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

    uses io.polybloom.layout.Layout;
    uses io.polybloom.spi.Engine;
}
