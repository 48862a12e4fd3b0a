package io.polybloom.vertx;

import io.polybloom.support.ServedVersions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.redis.client.Response;

/**
 * Refuses versions of the Vert.x Redis client that lack a member called here, rather than failing in the middle of a
 * call.
 */
final class Versions {

    static final ServedVersions SERVED = new ServedVersions("the Vert.x Redis client", "4.5.10", "5.1");

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        SERVED.require(() -> {
            // Since 4.5.10.
            Class.forName("io.vertx.redis.client.RedisCluster");
            Response.class.getMethod("isMap");
            Future.class.getMethod("onComplete", Handler.class);
        });
    }
}
