package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterTask;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.List;

/** Takes none of the elements that a filter is to be rebuilt from. */
@Breaks({
    Rule.REBUILT_IN_PLACE,
    Rule.REBUILD_BESIDE_USE,
    Rule.REBUILD_HEALS,
    Rule.REBUILD_ABANDONED,
    Rule.SERVER_FILTER_IN_USE
})
public final class RebuildsFromNothing extends Change<BloomFilters> {

    public RebuildsFromNothing(BloomFilters right) {
        super(right);
    }

    @SuppressWarnings("unchecked") // the same task, with fewer elements
    public <R> R run(FilterTask<R> task) {
        return task instanceof FilterRebuild rebuild
                ? (R) right.run(rebuild.plan().<Object>from(List.of(), (element, sink) -> {}))
                : right.run(task);
    }
}
