package io.polybloom.cli.stream;

import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The file of the lines that may or may not be in the filter after a failure, each after its line number, from 1, and a
 * tab. It is empty after a run that knows the outcome of every line. Confined to one thread.
 */
public final class UnknownLines implements AutoCloseable {

    private final @Nullable Path file;
    private final OutputStream out;

    private UnknownLines(@Nullable Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Creates the file, or empties it.
     *
     * @param file null if the lines are not wanted
     * @throws CommandFailure if the file cannot be written
     */
    public static UnknownLines in(@Nullable Path file) {
        if (file == null) {
            return new UnknownLines(null, OutputStream.nullOutputStream());
        }
        try {
            return new UnknownLines(file, new BufferedOutputStream(Files.newOutputStream(file)));
        } catch (IOException failure) {
            throw CommandFailure.ofFile(file.toString(), failure);
        }
    }

    /**
     * Writes the lines that may be in the filter or not.
     *
     * @param first the number of the first of the lines
     * @param lines the lines of the call that has failed
     * @param partial the known outcome of each of them
     * @throws CommandFailure if the file cannot be written
     */
    void write(long first, List<byte[]> lines, PartialBulkException partial) {
        write(first, lines, index -> isUnknown(partial, index));
    }

    /**
     * Writes lines of which nothing is known.
     *
     * @param first the number of the first of the lines
     * @throws CommandFailure if the file cannot be written
     */
    void write(long first, List<byte[]> lines) {
        write(first, lines, index -> true);
    }

    private void write(long first, List<byte[]> lines, IntPredicate isUnknown) {
        try {
            for (int i = 0; i < lines.size(); i++) {
                if (isUnknown.test(i)) {
                    out.write((first + i + "\t").getBytes(StandardCharsets.US_ASCII));
                    out.write(lines.get(i));
                    out.write('\n');
                }
            }
            out.flush();
        } catch (IOException failure) {
            throw CommandFailure.ofFile(String.valueOf(file), failure);
        }
    }

    /** Returns whether the failure has left open if a line is in the filter. */
    static boolean isUnknown(PartialBulkException partial, int index) {
        return partial.outcomes().get(index) == ElementOutcome.UNKNOWN && partial.mayBeStored(index);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException failure) {
            throw CommandFailure.ofFile(String.valueOf(file), failure);
        }
    }
}
