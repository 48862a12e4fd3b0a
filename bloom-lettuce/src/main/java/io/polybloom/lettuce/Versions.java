package io.polybloom.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.support.ServedVersions;

/** Refuses versions of Lettuce that lack a member called here, rather than failing in the middle of a call. */
final class Versions {

    static final ServedVersions SERVED = new ServedVersions("Lettuce", "6.5", "7");

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        SERVED.require(() -> {
            StatefulConnection.class.getMethod("getResources");
            RedisChannelHandler.class.getMethod("isClosed");
            // Since 6.5.
            Class.forName("io.lettuce.core.json.JsonParser");
        });
    }
}
