package io.polybloom.cli.option;

import io.polybloom.BloomFilter;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.stream.CapacityGuard;
import io.polybloom.cli.stream.UnknownLines;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that adds lines one by one. */
public final class AddingOptions {

    @Option(
            names = "--strict",
            description =
                    "End with exit code 3, instead of a warning, if the filter is over capacity. A filter that grows"
                            + " never exceeds its capacity.")
    boolean isStrict;

    @Option(
            names = "--unknown",
            paramLabel = "FILE",
            description = "The file for lines that may or may not be in the filter after the server has failed, each"
                    + " after its line number and a tab (default: none).")
    @Nullable
    Path unknown;

    /** Creates the file for lines that may or may not be in the filter, if the option is given. */
    public UnknownLines unknownLines() {
        return UnknownLines.in(unknown);
    }

    /** Returns the guard that watches the capacity of the filter. */
    public CapacityGuard guard(BloomFilter<byte[]> filter, Console console) {
        return new CapacityGuard(filter, console, isStrict);
    }
}
