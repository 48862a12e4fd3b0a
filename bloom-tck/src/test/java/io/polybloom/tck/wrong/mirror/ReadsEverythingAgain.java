package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.filter.ChangedFilters;

/** Opens another mirror for each refresh, which reads all bits. */
@Breaks(Rule.MIRROR_READS_LITTLE)
public final class ReadsEverythingAgain extends ChangedFilters {

    public ReadsEverythingAgain(BloomFilters right) {
        super(right);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return new ChangedMirror<>(super.<T>mirror(name, funnel, options)) {
            @Override
            public void refresh() {
                super.refresh();
                ReadsEverythingAgain.super.<T>mirror(name, funnel, options).close();
            }
        };
    }
}
