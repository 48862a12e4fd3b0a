package io.polybloom.tck.wrong.mirror;

import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.LostDataException;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.filter.ChangedFilters;

/** Takes the elements of a filter that is gone, or that has lost something, for absent. */
@Breaks(Rule.MIRROR_OF_WHAT_IS_GONE)
public final class AnswersFalseInDoubt extends ChangedFilters {

    public AnswersFalseInDoubt(BloomFilters right) {
        super(right);
    }

    @Override
    protected <T> FilterMirror<T> changed(FilterMirror<T> mirror) {
        return new ChangedMirror<>(mirror) {
            @Override
            public boolean mightContain(T element) {
                try {
                    return super.mightContain(element);
                } catch (FilterGoneException | LostDataException gone) {
                    return false;
                }
            }
        };
    }
}
