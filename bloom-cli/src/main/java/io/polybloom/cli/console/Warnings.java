package io.polybloom.cli.console;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Shows the library's warnings to the user, until it is closed. */
public final class Warnings extends Handler {

    /** Held here, since the log manager forgets a logger that nobody holds. */
    private static final Logger LIBRARY = Logger.getLogger("io.polybloom");

    private final Console console;
    private final SimpleFormatter formatter = new SimpleFormatter();

    private Warnings(Console console) {
        this.console = console;
    }

    public static Warnings on(Console console) {
        Warnings warnings = new Warnings(console);
        LIBRARY.addHandler(warnings);
        LIBRARY.setUseParentHandlers(false); // Java's own would say it once more, with a date
        return warnings;
    }

    @Override
    public void publish(LogRecord logged) {
        console.complain("warning: " + formatter.formatMessage(logged));
    }

    @Override
    public void flush() {
        console.err().flush();
    }

    @Override
    public void close() {
        LIBRARY.removeHandler(this);
        LIBRARY.setUseParentHandlers(true);
    }
}
