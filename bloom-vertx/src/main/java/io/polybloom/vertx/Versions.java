package io.polybloom.vertx;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.redis.client.Response;

/** Refuses versions of Vert.x that lack a method called here, rather than failing in the middle of a call. */
final class Versions {

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        try {
            // Since 4.5.10.
            Class.forName("io.vertx.redis.client.RedisCluster");
            Response.class.getMethod("isMap");
            Future.class.getMethod("onComplete", Handler.class);
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw unsupported(missing);
        }
    }

    static IllegalStateException unsupported(Throwable missing) {
        return new IllegalStateException(
                "this version of the Vert.x Redis client is not supported: use one from 4.5.10 to 5.1 (missing: "
                        + missing.getMessage() + ")",
                missing);
    }
}
