package io.polybloom.cli.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The streams of this process; the launcher says which streams are terminals, since Java cannot tell. */
    public static Console ofProcess() {
        return new Console(
                isInputClosed() ? new ClosedInput() : new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Integer.getInteger("bloom.stderr.columns", 0),
                Boolean.getBoolean("bloom.stdout.terminal"),
                System::nanoTime);
    }

    /**
     * Returns whether this process was started without a standard input. Then the first file that the JVM has opened
     * has its number, and would be read in its place. The launcher sees it on every system, Linux shows it here, too.
     */
    private static boolean isInputClosed() {
        if (Boolean.getBoolean("bloom.stdin.closed")) {
            return true;
        }
        try {
            Path input = Files.readSymbolicLink(Path.of("/proc/self/fd/0"));
            return input.startsWith(Path.of(System.getProperty("java.home")).toRealPath());
        } catch (IOException | UnsupportedOperationException otherSystem) {
            return false;
        }
    }

    /** Refuses to be read. */
    private static final class ClosedInput extends InputStream {

        @Override
        public int read() throws IOException {
            throw new IOException("the standard input is closed");
        }
    }

    /** Returns the same streams for commands that show no progress. */
    public Console withoutProgress() {
        return new Console(in, out, err, 0, outIsTerminal, nanoClock);
    }

    /** Prints one line of an error, over a progress bar if there is one. */
    public void complain(String message) {
        String overBar = errorColumns > 0 ? "\r\u001b[K" : "";
        err.println(overBar + "bloom: "
                + message.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip());
    }
}
