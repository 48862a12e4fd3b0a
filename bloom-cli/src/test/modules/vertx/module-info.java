/** An application on the module path. */
module app {
    requires com.google.common;
    requires io.polybloom;
    requires io.polybloom.vertx;
    requires io.vertx.core;
    requires io.vertx.redis.client;
}
