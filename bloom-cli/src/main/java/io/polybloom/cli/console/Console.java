package io.polybloom.cli.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/**
 * Where a command reads and writes; tests put their own streams here.
 *
 * @param in the standard input, not buffered, so that its {@code available} tells the truth
 * @param out the standard output, for data only
 * @param err the standard error, for summaries, errors and progress
 * @param errorColumns the width of the terminal behind {@code err}, 0 if it is none
 * @param outIsTerminal whether {@code out} ends on a terminal, where a progress bar would mix with the data
 * @param nanoClock tells how long work takes, since short work needs no progress bar
 */
public record Console(
        InputStream in,
        OutputStream out,
        PrintStream err,
        int errorColumns,
        boolean outIsTerminal,
        LongSupplier nanoClock) {

    /** The streams of this process; the launcher says what is a terminal, since Java cannot tell for each stream. */
    public static Console ofProcess() {
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Integer.getInteger("bloom.stderr.columns", 0),
                Boolean.getBoolean("bloom.stdout.terminal"),
                System::nanoTime);
    }

    /** Prints one line of an error, over a progress bar if there is one. */
    public void complain(String message) {
        String overBar = errorColumns > 0 ? "\r\u001b[K" : "";
        err.println(overBar + "bloom: "
                + message.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip());
    }
}
