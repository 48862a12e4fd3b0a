package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;

/** Filters that pass every call on; subclasses change some. */
public abstract class ChangedFilters implements BloomFilters {

    private final BloomFilters right;

    protected ChangedFilters(BloomFilters right) {
        this.right = right;
    }

    /** The filter that is returned in place of an open one. */
    protected <T> BloomFilter<T> changed(BloomFilter<T> filter) {
        return filter;
    }

    /** The filter that is returned in place of an open one whose elements can be removed. */
    protected <T> RemovableBloomFilter<T> changed(RemovableBloomFilter<T> filter) {
        return filter;
    }

    /** The mirror that is returned in place of one. */
    protected <T> FilterMirror<T> changed(FilterMirror<T> mirror) {
        return mirror;
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return changed(right.open(spec, funnel, options));
    }

    @Override
    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return changed(right.openExisting(name, funnel, options));
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return changed(right.openRemovable(spec, funnel, options));
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return right.counter(name, funnel);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return changed(right.mirror(name, funnel, options));
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return right.run(task);
    }
}
