package io.polybloom.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;

/** Refuses versions of Lettuce that lack a method called here, rather than failing in the middle of a call. */
final class Versions {

    private Versions() {}

    /**
     * Checks the version.
     *
     * @throws IllegalStateException if it is not supported
     */
    static void requireSupported() {
        try {
            StatefulConnection.class.getMethod("getResources");
            RedisChannelHandler.class.getMethod("isClosed");
            // Since 6.5.
            Class.forName("io.lettuce.core.json.JsonParser");
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw new IllegalStateException(
                    "this version of Lettuce is not supported: use one from 6.5 to 7 (missing: " + missing.getMessage()
                            + ")",
                    missing);
        }
    }
}
