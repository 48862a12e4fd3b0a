package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.FilterMerge;
import io.polybloom.FilterTask;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Merges the first source and passes over the others. */
@Breaks({Rule.UNION_OF_ALL, Rule.UNION_OF_LAYERS, Rule.OTHER_PARAMETERS_NOT_MERGED})
public final class MergesOnlyTheFirst extends Change<BloomFilters> {

    public MergesOnlyTheFirst(BloomFilters right) {
        super(right);
    }

    @SuppressWarnings("unchecked") // the same task, with fewer sources
    public <R> R run(FilterTask<R> task) {
        return task instanceof FilterMerge merge
                ? (R) right.run(FilterMerge.of(merge.sources().get(0)).into(merge.target()))
                : right.run(task);
    }
}
