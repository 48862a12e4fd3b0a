package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;

/** Takes the elements of a filter that is gone, or that has lost something, for absent. */
@Breaks(Rule.MIRROR_OF_WHAT_IS_GONE)
public final class AnswersFalseInDoubt extends Change<BloomFilters> {

    public AnswersFalseInDoubt(BloomFilters right) {
        super(right);
    }

    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return Change.made(FilterMirror.class, new Change<FilterMirror<T>>(right.mirror(name, funnel, options)) {
            public boolean mightContain(T element) {
                try {
                    return right.mightContain(element);
                } catch (FilterGoneException | LostDataException gone) {
                    return false;
                }
            }
        });
    }
}
