package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that describe a filter that is to be created. */
public final class SizeOptions {

    @Mixin
    ParameterOptions parameters;

    @Option(
            names = "--partitions",
            paramLabel = "P",
            description = "The number of partitions (default: as few as possible).")
    @Nullable
    Integer partitions;

    @Option(names = "--keyed", description = "Hash with a secret key, so that nobody can choose elements that collide.")
    boolean keyed;

    @Option(
            names = "--over-capacity",
            paramLabel = "POLICY",
            completionCandidates = OptionValues.Policies.class,
            description =
                    "The policy beyond the capacity: grow, reject or degrade (default: grow; degrade in load and demo,"
                            + " with --window, and in layouts that cannot grow).")
    @Nullable
    OverCapacity overCapacity;

    @Mixin
    WindowOptions window;

    private boolean growsByDefault;

    /** Makes a new filter grow, unless the options say otherwise or it cannot grow. */
    void growByDefault() {
        growsByDefault = true;
    }

    /** Returns whether the options set the policy beyond the capacity. */
    boolean isPolicyGiven() {
        return overCapacity != null;
    }

    /**
     * The specification, if the options give one; that of an existing filter if they name only a layout of another
     * system. Wrong or incomplete options are wrong usage of the command.
     */
    public Optional<FilterSpec> spec(String name, String elementFormat, CommandLine command) {
        try {
            if (parameters.isSizeGiven()) {
                return Optional.of(fill(FilterSpec.named(name), elementFormat).build());
            }
            refuseOthers();
            FilterSpecBuilder existing = FilterSpec.existing(name);
            if (parameters.isForeign()) {
                return Optional.of(existing.layout(parameters.layout).build());
            }
            // Checks the name when there is nothing else to check.
            existing.build();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /** Takes a capacity if the options do not say how large the filter is. */
    public void capacityUnlessGiven(long elements) {
        if (!parameters.isSizeGiven()) {
            parameters.capacity = elements;
        }
    }

    private FilterSpecBuilder fill(FilterSpecBuilder builder, String elementFormat) {
        parameters.fill(builder);
        if (partitions != null) {
            builder.partitions(partitions);
        }
        if (!parameters.isForeign()) {
            builder.elementFormat(elementFormat);
        }
        if (keyed) {
            builder.keyed();
        }
        if (overCapacity != null) {
            builder.overCapacity(overCapacity);
        } else if (growsByDefault && parameters.mayGrow() && window.given().isEmpty()) {
            builder.overCapacity(OverCapacity.GROW);
        }
        window.applyTo(builder);
        return builder;
    }

    /** An option that would have no effect is a mistake. */
    private void refuseOthers() {
        List<String> given = new ArrayList<>(parameters.given());
        if (parameters.isForeign()) {
            given.remove("--layout");
        }
        addIf(partitions != null, "--partitions", given);
        addIf(keyed, "--keyed", given);
        addIf(overCapacity != null, "--over-capacity", given);
        given.addAll(window.given());
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(String.join(" and ", given) + (given.size() == 1 ? " needs" : " need")
                    + " --capacity, or --bits and --hashes");
        }
    }

    private static void addIf(boolean condition, String name, List<String> names) {
        if (condition) {
            names.add(name);
        }
    }
}
