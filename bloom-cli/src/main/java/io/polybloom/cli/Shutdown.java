package io.polybloom.cli;

/** Tells whether the JVM has begun to end, for example because of Ctrl-C. */
final class Shutdown {

    private Shutdown() {}

    static boolean isUnderWay() {
        Thread probe = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException inProgress) {
            return true;
        }
    }
}
