package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Opens another mirror for each refresh, which reads all bits. */
@Breaks(Rule.MIRROR_READS_LITTLE)
public final class ReadsEverythingAgain extends Change<BloomFilters> {

    public ReadsEverythingAgain(BloomFilters right) {
        super(right);
    }

    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        BloomFilters filters = right;
        return Change.made(FilterMirror.class, new Change<FilterMirror<T>>(filters.mirror(name, funnel, options)) {
            public void refresh() {
                right.refresh();
                filters.<T>mirror(name, funnel, options).close();
            }
        });
    }
}
