package io.polybloom.cli.option;

import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterWindow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that let a filter forget. */
public final class WindowOptions {

    /** Divides every whole number of seconds into whole milliseconds. */
    private static final int DEFAULT_SLICES = 4;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = OptionValues.WholeDuration.class,
            description =
                    "The time after which an element is forgotten, unless it is added again, such as 30s, 10m, 24h or"
                            + " 7d (default: never). --capacity is then the expected number of distinct elements in"
                            + " this time, assuming that they arrive evenly.")
    @Nullable
    Duration span;

    @Option(
            names = "--slices",
            paramLabel = "N",
            description = "The number of slices of --window, 1 to " + FilterWindow.MOST_SLICES + " (default: "
                    + DEFAULT_SLICES
                    + "). Elements are forgotten slice by slice, up to one slice late. Each slice has room for its"
                    + " share of --capacity.")
    @Nullable
    Integer slices;

    /**
     * Returns the window, if the options give one.
     *
     * @throws IllegalArgumentException if the window is invalid
     */
    public Optional<FilterWindow> window() {
        if (span == null) {
            if (slices != null) {
                throw new IllegalArgumentException("--slices needs --window");
            }
            return Optional.empty();
        }
        return Optional.of(new FilterWindow(span, slices == null ? DEFAULT_SLICES : slices));
    }

    /**
     * Gives the filter a window if the options ask for one.
     *
     * @throws IllegalArgumentException if the window is invalid
     */
    public void applyTo(FilterSpecBuilder builder) {
        window().ifPresent(given -> builder.window(given.span(), given.slices()));
    }

    /** Returns the names of the options that are given. */
    public List<String> given() {
        return Stream.of(span == null ? "" : "--window", slices == null ? "" : "--slices")
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
