package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;

/** Passes over null elements. */
@Breaks(Rule.NULL_IS_REFUSED)
public final class PassesOverNulls<T> extends Change<BloomFilter<T>> {

    public PassesOverNulls(BloomFilter<T> right) {
        super(right);
    }

    public boolean add(T element) {
        return element != null && right.add(element);
    }

    public boolean mightContain(T element) {
        return element != null && right.mightContain(element);
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        return right.addAll(withoutNulls(elements));
    }

    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return right.mightContainAll(withoutNulls(elements));
    }

    private Collection<T> withoutNulls(Collection<? extends T> elements) {
        Collection<T> left = new ArrayList<>(elements);
        left.removeIf(Objects::isNull);
        return left;
    }
}
