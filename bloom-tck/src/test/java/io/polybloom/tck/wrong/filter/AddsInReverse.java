package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Adds the last element first. */
@Breaks({Rule.TRUE_IF_A_BIT_CHANGED, Rule.FIRST_OF_EQUALS})
public final class AddsInReverse<T> extends Change<BloomFilter<T>> {

    public AddsInReverse(BloomFilter<T> right) {
        super(right);
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        List<T> reversed = new ArrayList<>(elements);
        Collections.reverse(reversed);
        boolean[] answers = right.addAll(reversed);
        boolean[] inOrder = new boolean[answers.length];
        for (int i = 0; i < answers.length; i++) {
            inOrder[i] = answers[answers.length - 1 - i];
        }
        return inOrder;
    }
}
