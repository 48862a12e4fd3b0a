package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Step;
import java.util.Optional;

/** The ways to get hold of a filter by its name. */
public final class FilterOpener {

    private final Opening opening;

    /** Creates the opener of a filter on so many independent servers. */
    public FilterOpener(String name, int servers) {
        this.opening = new Opening(new KeyNames(name), servers);
    }

    /** Creates or adopts the filter. */
    public Step<OpenFilter> open(FilterSpec spec) {
        return opening.createOrAdopt(spec).then(this::opened);
    }

    /** Adopts the filter as it is stored. */
    public Step<OpenFilter> openExisting() {
        return opening.adoptStored().then(this::opened);
    }

    /** Reads the stored parameters. */
    public Step<Optional<FilterDescription>> describe() {
        return opening.describe();
    }

    private Step<OpenFilter> opened(Generation generation) {
        return new Step.Done<>(new OpenFilter(opening, generation));
    }
}
