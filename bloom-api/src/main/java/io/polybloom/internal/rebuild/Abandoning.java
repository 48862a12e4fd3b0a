package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.filter.FilterOpener;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.open.RebuildDecision;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Abandons the rebuild of a filter, if one has begun, and removes its keys. */
public final class Abandoning {

    private Abandoning() {}

    /** Returns the steps; the value says whether a rebuild was given up. */
    public static Step<Boolean> of(String name, Environment environment) {
        FilterSpec existing = FilterSpec.existing(name).build();
        return FilterOpener.named(name, environment).open(existing).then(Abandoning::abandon);
    }

    /** Also abandons a rebuild that was abandoned before, since it may have left keys. */
    private static Step<Boolean> abandon(OpenFilter filter) {
        return filter.refresh().then(now -> {
            FilterDescription old = now.generation().description();
            Optional<Rebuild> rebuild = old.rebuild();
            if (rebuild.isEmpty()) {
                return new Step.Done<>(false);
            }
            return new RebuildDecision(old, rebuild.get())
                    .abandon()
                    .then(decided -> filter.takeUp(decided.map(ConfigRecord::filter), now.generation()))
                    .then(later -> new Step.Done<>(rebuild.get().state() != Rebuild.State.ABANDONED
                            && later.generation().isSameAs(now.generation())));
        });
    }
}
