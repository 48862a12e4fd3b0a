package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterTask;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Says that there is no rebuild to be given up, without asking. */
@Breaks(Rule.REBUILD_ABANDONED)
public final class NeverAbandons extends Change<BloomFilters> {

    public NeverAbandons(BloomFilters right) {
        super(right);
    }

    @SuppressWarnings("unchecked") // the result of the task is a flag
    public <R> R run(FilterTask<R> task) {
        return task instanceof FilterRebuild.Abandonment ? (R) Boolean.FALSE : right.run(task);
    }
}
