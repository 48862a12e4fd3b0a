package io.polybloom.cli.console;

/**
 * Configures java.util.logging to print nothing. Netty and Vert.x may log through it; a user sees one line per error,
 * never a client's log.
 */
public final class NoLog {

    /** The property with the name of a class whose constructor configures the loggers, when the first one is needed. */
    private static final String CONFIGURATION = "java.util.logging.config.class";

    /** Configures nothing: without a configuration, there are no handlers. Called by the log manager. */
    public NoLog() {}

    /** Lets the loggers of this process print nothing, unless the user has configured them. */
    public static void use() {
        if (System.getProperty(CONFIGURATION) == null && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty(CONFIGURATION, NoLog.class.getName());
        }
    }
}
