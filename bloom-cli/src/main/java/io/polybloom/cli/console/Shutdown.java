package io.polybloom.cli.console;

/** Tells whether the JVM has begun to end, for example because of Ctrl-C. */
public final class Shutdown {

    private Shutdown() {}

    public static boolean isUnderWay() {
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
