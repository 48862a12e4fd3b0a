package io.polybloom.spring.starter;

import com.google.common.hash.Funnel;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import java.util.ArrayList;
import java.util.List;

/** Opens nothing, and records the filters that it was asked to open. */
final class RecordingFilters implements BloomFilters {

    final List<FilterSpec> asked = new ArrayList<>();

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        asked.add(spec);
        throw new BackendException(Reason.UNREACHABLE, false, "there is no Redis here", null);
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        asked.add(spec);
        throw new BackendException(Reason.UNREACHABLE, false, "there is no Redis here", null);
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        throw new BackendException(Reason.UNREACHABLE, false, "there is no Redis here", null);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        throw new BackendException(Reason.UNREACHABLE, false, "there is no Redis here", null);
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        throw new BackendException(Reason.UNREACHABLE, false, "there is no Redis here", null);
    }
}
