package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.Optional;

/** Does not refresh a mirror once its filter was cleared or rebuilt. */
@Breaks({Rule.MIRROR_FOLLOWS, Rule.MIRROR_OF_WHAT_IS_GONE})
public final class StaysWithTheFirstGeneration extends Change<BloomFilters> {

    public StaysWithTheFirstGeneration(BloomFilters right) {
        super(right);
    }

    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        FilterMirror<T> mirror = right.mirror(name, funnel, options);
        FilterDescription first = mirror.description();
        BloomFilters filters = right;
        return Change.made(FilterMirror.class, new Change<FilterMirror<T>>(mirror) {
            public void refresh() {
                Optional<FilterDescription> now = filters.describe(name);
                boolean isAnother = now.isPresent()
                        && now.get().origin().equals(first.origin())
                        && !now.get().generation().equals(first.generation());
                if (!isAnother) {
                    right.refresh();
                }
            }
        });
    }
}
