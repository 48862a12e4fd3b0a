package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The mistakes of this package. */
public final class FilterMistakes {

    private static final List<Class<?>> OF_ONE_FILTER = List.of(
            AddsInReverse.class,
            AnswersFalseOnError.class,
            HandsOutTheFirstAnswer.class,
            KeepsTheErrorFromThoseWhoWait.class,
            KeepsTheExpiry.class,
            LooksBeforeItAdds.class,
            LosesTheRemainder.class,
            MeasuresBeforeItWorks.class,
            PassesOverNulls.class,
            RoundsTheInstant.class,
            TakesUnansweredForNew.class);

    private static final List<Class<? extends Change<BloomFilters>>> OF_ALL_FILTERS = List.of(
            CreatesWhatIsMissing.class,
            HashesToString.class,
            IgnoresThePlan.class,
            LosesTheListener.class,
            MergesOnlyTheFirst.class,
            NeverAbandons.class,
            OpensWhatItFinds.class,
            RebuildsFromNothing.class);

    private FilterMistakes() {}

    public static List<WrongBackend> all() {
        List<WrongBackend> all = new ArrayList<>();
        for (Class<?> mistake : OF_ONE_FILTER) {
            all.add(wrong(mistake, right -> inEachFilter(mistake, right)));
        }
        for (Class<? extends Change<BloomFilters>> mistake : OF_ALL_FILTERS) {
            all.add(wrong(mistake, right -> Change.made(BloomFilters.class, WrongBackend.make(mistake, right))));
        }
        all.add(wrong(ThrowsForeignExceptions.class, ThrowsForeignExceptions::around));
        return all;
    }

    private static WrongBackend wrong(Class<?> mistake, UnaryOperator<BloomFilters> change) {
        return new WrongBackend(mistake, (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            return new ChangedConnection(right, change.apply(right.filters()));
        });
    }

    private static BloomFilters inEachFilter(Class<?> mistake, BloomFilters right) {
        return Change.made(BloomFilters.class, new Change<BloomFilters>(right) {
            @SuppressWarnings("unchecked") // the mistake is one of a filter of any elements
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                return Change.made(BloomFilter.class, (Change<BloomFilter<T>>)
                        WrongBackend.make(mistake, right.open(spec, funnel, options)));
            }
        });
    }
}
