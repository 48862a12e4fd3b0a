package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say how large a filter is and how its bits are laid out. */
public final class ParameterOptions {

    /** The description of the option for the false-positive rate of a new filter. */
    public static final String RATE =
            "The false-positive rate at capacity: the share of absent elements that may be called present, such as 1%%"
                    + " or 1e-9 (default: 0.01).";

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "The expected number of distinct elements, such as 20000, 10M or 1e9. For a layout of"
                    + " Guava, it must be the one that the filter was created with; go-zero and bkdr take --bits"
                    + " instead.")
    @Nullable
    Long capacity;

    @Option(names = "--fpp", paramLabel = "P", description = RATE)
    @Nullable
    Double falsePositiveRate;

    @Option(
            names = "--layout",
            paramLabel = "ID",
            completionCandidates = OptionValues.LayoutIds.class,
            description = "The layout of the bits: ${COMPLETION-CANDIDATES} (default: " + Layouts.CLASSIC + ").")
    @Nullable
    String layout;

    @Option(
            names = "--bits",
            paramLabel = "M",
            description =
                    "The total number of bits, with --hashes, instead of --capacity. A filter of another system needs"
                            + " the number that it was created with; only redisson stores it.")
    @Nullable
    Long bits;

    @Option(
            names = "--hashes",
            paramLabel = "K",
            description = "The number of hashes per element, with --bits; go-zero always has 14.")
    @Nullable
    Integer hashes;

    /**
     * Returns the filter of another system that the options describe; empty if they describe none. Options about a
     * filter of our own are wrong usage of the command, since its parameters are stored.
     */
    Optional<FilterSpec> foreign(String name, FilterSpecBuilder existing, CommandLine command) {
        try {
            if (isForeign()) {
                return Optional.of(
                        isSizeGiven()
                                ? fill(FilterSpec.named(name)).build()
                                : existing.layout(layout).build());
            }
            List<String> useless = given();
            if (!useless.isEmpty()) {
                throw new IllegalArgumentException("the parameters of the filter are stored: leave out "
                        + String.join(" and ", useless) + ", which only layouts of other systems need");
            }
            // Checks the name when there is nothing else to check.
            existing.build();
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command, wrong.getMessage(), wrong);
        }
    }

    /** Returns whether the options say how large the filter is. */
    boolean isSizeGiven() {
        return capacity != null || bits != null || hashes != null;
    }

    /** Returns whether the filter is one of another system, which cannot be opened by its name alone. */
    boolean isForeign() {
        return layout != null && Layouts.get(layout).foreign().isPresent();
    }

    /** Returns whether the layout, if one is named, lets a filter grow. */
    boolean mayGrow() {
        return layout == null || Layouts.get(layout).capabilities().contains(LayoutCapability.OVER_CAPACITY);
    }

    /** Returns the names of the options that are given. */
    List<String> given() {
        return Stream.of(
                        capacity == null ? "" : "--capacity",
                        falsePositiveRate == null ? "" : "--fpp",
                        layout == null ? "" : "--layout",
                        bits == null ? "" : "--bits",
                        hashes == null ? "" : "--hashes")
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Adds the given parameters to a specification. */
    FilterSpecBuilder fill(FilterSpecBuilder builder) {
        if (capacity != null) {
            builder.capacity(capacity);
        }
        if (falsePositiveRate != null) {
            builder.falsePositiveRate(falsePositiveRate);
        }
        if (layout != null) {
            builder.layout(layout);
        }
        if (bits != null) {
            builder.bits(bits);
        }
        if (hashes != null) {
            builder.hashes(hashes);
        }
        return builder;
    }
}
