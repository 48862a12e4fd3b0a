package io.polybloom.internal.filter;

import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.element.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.open.ForeignOpening;
import io.polybloom.internal.open.ModuleOpening;
import io.polybloom.internal.open.NativeOpening;
import io.polybloom.internal.open.Opening;
import io.polybloom.layout.Layouts;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** The ways to open a filter. */
public final class FilterOpener {

    private final Opening opening;

    private FilterOpener(Opening opening) {
        this.opening = opening;
    }

    /** Returns the opener of a native filter, whichever layout it has. */
    public static FilterOpener named(String name, Environment environment) {
        return new FilterOpener(new NativeOpening(name, ElementFormat.UNKNOWN, environment));
    }

    /** Returns the opener of the filter that a caller asks for, with elements of a format that may not be known. */
    public static FilterOpener of(FilterSpec spec, String elementFormat, Environment environment) {
        return new FilterOpener(opening(spec, elementFormat, environment));
    }

    public static Opening opening(FilterSpec spec, String elementFormat, Environment environment) {
        return Layouts.get(spec.layout())
                .foreign()
                .<Opening>map(layout -> layout.module().isPresent()
                        ? new ModuleOpening(spec.name(), layout, environment)
                        : new ForeignOpening(spec, layout, environment))
                .orElseGet(() -> new NativeOpening(spec.name(), elementFormat, environment));
    }

    /**
     * Creates or adopts the filter that the opener was made for, or only adopts it if the caller asks for an existing
     * one.
     *
     * @throws UnsupportedFilterException in the step, if the filter cannot have one of the options
     */
    public Step<OpenFilter> open(FilterSpec spec, FilterOptions options) {
        Step<Generation> generation = spec.isExisting() ? opening.adoptStored() : opening.createOrAdopt(spec);
        return generation.then(found -> {
            options.requireAllowedBy(found.description());
            return new Step.Done<>(new OpenFilter(opening, found, options));
        });
    }

    /** Reads the stored parameters. */
    public Step<Optional<FilterDescription>> describe() {
        return opening.describe();
    }
}
