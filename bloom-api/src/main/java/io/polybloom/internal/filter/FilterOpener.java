package io.polybloom.internal.filter;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.open.BareOpening;
import io.polybloom.internal.open.NativeOpening;
import io.polybloom.internal.open.Opening;
import io.polybloom.internal.open.RecordedOpening;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layouts;
import io.polybloom.step.Step;
import java.util.Optional;

/** The ways to get hold of a filter. */
public final class FilterOpener {

    private final Opening opening;

    private FilterOpener(Opening opening) {
        this.opening = opening;
    }

    /** The opener of a native filter, whichever layout it has, on so many independent servers. */
    public static FilterOpener named(String name, int servers) {
        return new FilterOpener(new NativeOpening(name, servers));
    }

    /** The opener of the filter that a caller asks for. */
    public static FilterOpener of(FilterSpec spec, int servers) {
        return new FilterOpener(opening(spec, servers));
    }

    public static Opening opening(FilterSpec spec, int servers) {
        if (!(Layouts.get(spec.layout()) instanceof ForeignLayout layout)) {
            return new NativeOpening(spec.name(), servers);
        }
        Optional<ForeignConfig> config = ForeignConfig.of(spec.name(), layout, servers);
        return config.isPresent()
                ? new RecordedOpening(spec.name(), layout, config.get(), servers)
                : new BareOpening(spec, layout, servers);
    }

    /** Creates or adopts the filter that the opener was made for, or only adopts it if the caller asks for an existing one. */
    public Step<OpenFilter> open(FilterSpec spec) {
        Step<Generation> generation = spec.isExisting() ? opening.adoptStored() : opening.createOrAdopt(spec);
        return generation.then(found -> new Step.Done<>(new OpenFilter(opening, found, spec)));
    }

    /** Reads the stored parameters. */
    public Step<Optional<FilterDescription>> describe() {
        return opening.describe();
    }
}
