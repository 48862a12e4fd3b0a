package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterTask;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Rebuilds a filter in the size that it has, regardless of the size that the caller has requested. */
@Breaks(Rule.REBUILT_IN_PLACE)
public final class IgnoresThePlan extends Change<BloomFilters> {

    public IgnoresThePlan(BloomFilters right) {
        super(right);
    }

    @SuppressWarnings("unchecked") // the same task, with another plan
    public <R> R run(FilterTask<R> task) {
        return task instanceof FilterRebuild rebuild
                ? (R) right.run(asItIs(rebuild.plan().name(), rebuild.source()))
                : right.run(task);
    }

    private static <T> FilterRebuild asItIs(String name, FilterRebuild.Source<T> source) {
        return FilterRebuild.of(name).from(source.elements(), source.funnel());
    }
}
