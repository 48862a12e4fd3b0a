package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.spi.Step;
import java.util.Optional;
import java.util.function.Consumer;

/** The ways to get hold of a filter by its name. */
public final class FilterOpener {

    private final Opening opening;

    /** Creates the opener of a filter on so many independent servers. */
    public FilterOpener(String name, int servers) {
        this.opening = new Opening(new KeyNames(name), servers);
    }

    /** Creates or adopts the filter. */
    public Step<OpenFilter> open(FilterSpec spec) {
        return opening.createOrAdopt(spec).then(generation -> opened(generation, spec.overCapacityListener()));
    }

    /** Adopts the filter as it is stored. */
    public Step<OpenFilter> openExisting() {
        return opening.adoptStored().then(generation -> opened(generation, Optional.empty()));
    }

    /** Reads the stored parameters. */
    public Step<Optional<FilterDescription>> describe() {
        return opening.describe();
    }

    private Step<OpenFilter> opened(Generation generation, Optional<Consumer<FilterStats>> listener) {
        CapacityWatch watch = new CapacityWatch(generation.description().overCapacity(), listener);
        return new Step.Done<>(new OpenFilter(opening, generation, watch));
    }
}
