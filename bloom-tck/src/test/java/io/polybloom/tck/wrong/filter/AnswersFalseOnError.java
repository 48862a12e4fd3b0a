package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Answers false when something goes wrong. */
@Breaks({
    Rule.DELETED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRED_IS_GONE,
    Rule.LOST_CONFIG,
    Rule.LOST_CONFIG_IS_NOTICED,
    Rule.ACCEPTS_ITS_CAPACITY,
    Rule.ACCEPTS_A_SMALL_CAPACITY,
    Rule.FULL_IS_READ_ONLY,
    Rule.SEAL_IN_THE_REPLY,
    Rule.GROWTH_IS_RESUMED,
    Rule.LOST_LAYER,
    Rule.WATCHING_IS_CHEAP,
    Rule.SERVER_ERRORS,
    Rule.LOST_PARTITION,
    Rule.FOREIGN_PARTITION,
    Rule.UNREACHABLE,
    Rule.BULK_TELLS_THE_TRUTH,
    Rule.WRITES_ARE_SENT_ONCE,
    Rule.CUT_REPLY_IS_NO_ANSWER,
    Rule.CLIENT_STAYS_OPEN,
    Rule.LOAD_NOTICES_LOSS,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.PARAMETERS_VOUCH,
    Rule.ERRORS_WITHOUT_TRAILER
})
public final class AnswersFalseOnError<T> extends Change<BloomFilter<T>> {

    public AnswersFalseOnError(BloomFilter<T> right) {
        super(right);
    }

    public boolean add(T element) {
        return orFalse(() -> right.add(element));
    }

    public boolean mightContain(T element) {
        return orFalse(() -> right.mightContain(element));
    }

    public boolean[] addAll(Collection<? extends T> elements) {
        return orFalse(() -> right.addAll(elements), elements.size());
    }

    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return orFalse(() -> right.mightContainAll(elements), elements.size());
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
