package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Answers false when something goes wrong. */
public final class AnswersFalseOnError<T> extends ChangedFilter<T> {

    public AnswersFalseOnError(BloomFilter<T> right) {
        super(right);
    }

    @Override
    public boolean add(T element) {
        return orFalse(() -> super.add(element));
    }

    @Override
    public boolean mightContain(T element) {
        return orFalse(() -> super.mightContain(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return orFalse(() -> super.addAll(elements), elements.size());
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return orFalse(() -> super.mightContainAll(elements), elements.size());
    }

    private static boolean orFalse(BooleanSupplier operation) {
        try {
            return operation.getAsBoolean();
        } catch (BloomFilterException hidden) {
            return false;
        }
    }

    private static boolean[] orFalse(Supplier<boolean[]> operation, int size) {
        try {
            return operation.get();
        } catch (BloomFilterException hidden) {
            return new boolean[size];
        }
    }
}
