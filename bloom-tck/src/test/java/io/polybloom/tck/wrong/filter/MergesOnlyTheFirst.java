package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.FilterMerge;
import io.polybloom.FilterTask;

/** Merges the first source and passes over the others. */
public final class MergesOnlyTheFirst extends ChangedFilters {

    public MergesOnlyTheFirst(BloomFilters right) {
        super(right);
    }

    @Override
    @SuppressWarnings("unchecked") // the same task, with fewer sources
    public <R> R run(FilterTask<R> task) {
        return task instanceof FilterMerge merge
                ? (R) super.run(FilterMerge.of(merge.sources().get(0)).into(merge.target()))
                : super.run(task);
    }
}
