package io.polybloom.cli.lines;

import com.google.common.io.CountingInputStream;
import io.polybloom.PackedBytes;
import io.polybloom.cli.console.Console;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of files one after the other, in batches. A file that gzip or zstd has compressed is recognised. Like
 * {@code cat}, it complains about a file that cannot be read and continues with the next one. Not thread-safe.
 */
public final class LineSource implements AutoCloseable {

    /** The name that stands for the standard input. */
    private static final String STANDARD_INPUT = "-";

    private final Console console;
    private final Iterator<String> names;
    private Runnable beforeWaiting = () -> {};
    private @Nullable CountingInputStream stream;
    private @Nullable LineReader reader;
    private String name = STANDARD_INPUT;
    private long bytesOfFinishedFiles;
    private final boolean isStrict;
    private boolean failed;

    /** Creates a source over files by name; none at all means the standard input. */
    public LineSource(Console console, List<String> names) {
        this(console, names, false);
    }

    private LineSource(Console console, List<String> names, boolean isStrict) {
        this.console = console;
        this.isStrict = isStrict;
        this.names = (names.isEmpty() ? List.of(STANDARD_INPUT) : names).iterator();
    }

    /** Creates a source that ends at the first file that cannot be read, so that no line gets the number of another. */
    public static LineSource strict(Console console, List<String> names) {
        return new LineSource(console, names, true);
    }

    /** Lets an action run before each step that may have to wait for input. */
    void beforeWaiting(Runnable action) {
        beforeWaiting = action;
    }

    /** The next lines, as {@link LineReader#next} returns them: at least one; none after the last. */
    public List<byte[]> nextBatch() {
        PackedBytes lines = next();
        return lines == null ? List.of() : lines;
    }

    /** The next lines, at least one; null after the last. */
    @Nullable
    PackedBytes next() {
        while (reader != null || openNext()) {
            try {
                PackedBytes lines = reader == null ? null : reader.next();
                if (lines != null) {
                    return lines;
                }
            } catch (IOException e) {
                complain(e);
            }
            close();
        }
        return null;
    }

    /** The bytes that were read so far, as they are in the files, which may be compressed. */
    public long bytesRead() {
        return bytesOfFinishedFiles + (stream == null ? 0 : stream.getCount());
    }

    /** Whether some file could not be read. */
    public boolean hasFailed() {
        return failed;
    }

    /** The bytes of all files together, or -1 if one of them is not a regular file. */
    public static long totalBytes(List<String> names) {
        long total = 0;
        for (String name : names) {
            File file = new File(name);
            if (!file.isFile()) {
                return -1;
            }
            total += file.length();
        }
        return names.isEmpty() ? -1 : total;
    }

    @Override
    public void close() {
        try {
            if (reader != null) {
                reader.close();
            }
            if (stream != null && !name.equals(STANDARD_INPUT)) {
                stream.close();
            }
        } catch (IOException e) {
            complain(e);
        }
        bytesOfFinishedFiles = bytesRead();
        stream = null;
        reader = null;
    }

    private boolean openNext() {
        while (names.hasNext() && !(isStrict && failed)) {
            name = names.next();
            // To open a pipe, or to look at the first bytes, may take long, too.
            beforeWaiting.run();
            try {
                stream =
                        new CountingInputStream(name.equals(STANDARD_INPUT) ? console.in() : new FileInputStream(name));
                reader = new LineReader(Decompression.of(stream), beforeWaiting);
                return true;
            } catch (IOException e) {
                complain(e);
                close();
            }
        }
        return false;
    }

    /** The JDK words the failure to open a file as {@code name (reason)}. */
    private void complain(IOException failure) {
        String message = failure instanceof EOFException
                ? "the compressed data ends too early"
                : String.valueOf(failure.getMessage());
        String prefix = name + " (";
        boolean wrapped = message.startsWith(prefix) && message.endsWith(")");
        String reason = wrapped ? message.substring(prefix.length(), message.length() - 1) : message;
        console.complain(name + ": " + reason);
        failed = true;
    }
}
