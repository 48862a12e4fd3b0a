package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;

/** Passes over null elements. */
@Breaks(Rule.NULL_IS_REFUSED)
public final class PassesOverNulls<T> extends ChangedFilter<T> {

    public PassesOverNulls(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean add(T element) {
        return element != null && super.add(element);
    }

    @Override
    public boolean mightContain(T element) {
        return element != null && super.mightContain(element);
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return super.addAll(withoutNulls(elements));
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return super.mightContainAll(withoutNulls(elements));
    }

    private Collection<T> withoutNulls(Collection<? extends T> elements) {
        Collection<T> left = new ArrayList<>(elements);
        left.removeIf(Objects::isNull);
        return left;
    }
}
