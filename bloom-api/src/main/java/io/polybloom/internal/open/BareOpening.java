package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Opens a filter of another system that stores nothing but bits, so that the caller has to know the parameters. */
public final class BareOpening extends Opening {

    private final ForeignLayout layout;
    private final Optional<FilterDescription> known;

    public BareOpening(FilterSpec spec, ForeignLayout layout, Environment environment) {
        super(spec.name(), environment);
        this.layout = layout;
        this.known = spec.isExisting() ? Optional.empty() : Optional.of(Descriptions.created(spec, "", environment));
    }

    /** Returns the caller's parameters. */
    @Override
    public Step<Optional<FilterDescription>> describe() {
        return new Step.Done<>(known);
    }

    @Override
    public Step<Generation> adoptStored() {
        return known.isPresent()
                ? adopt(known.get())
                : ForeignStrings.refuseWithoutParameters(name, layout, environment.servers());
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        return adopt(known.orElseThrow());
    }

    @Override
    public Step<Generation> adopt(FilterDescription stored) {
        return ForeignStrings.warnOfLongOnes(new Generation(stored));
    }
}
