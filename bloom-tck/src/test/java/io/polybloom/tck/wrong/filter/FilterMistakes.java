package io.polybloom.tck.wrong.filter;

import com.google.common.hash.Funnel;
import com.google.common.primitives.Booleans;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMerge;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mistakes around a filter, independent of the transport. */
public enum FilterMistakes implements WrongBackend {
    /** Adds the last element first. */
    ADDS_IN_REVERSE("1.02, 1.04", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public boolean[] addAll(Collection<?> elements) {
            List<Object> reversed = new ArrayList<>(elements);
            Collections.reverse(reversed);
            boolean[] answers = right.addAll(reversed);
            Collections.reverse(Booleans.asList(answers));
            return answers;
        }
    })),

    /** Answers false when something goes wrong. */
    ANSWERS_FALSE_ON_ERROR(
            "5.05, 5.06, 5.08, 5.14, 6.03, 6.04, 6.05, 6.06, 6.12, 6.13, 6.17, 7.01, 7.02, 7.03, 7.04, "
                    + "7.06, 7.07, 7.08, 7.10, 9.05, 10.03, 11.03, 11.05",
            inEach(right -> new Change<BloomFilter<Object>>(right) {
                public boolean add(Object element) {
                    return orElse(false, () -> right.add(element));
                }

                public boolean mightContain(Object element) {
                    return orElse(false, () -> right.mightContain(element));
                }

                public boolean[] addAll(Collection<?> elements) {
                    return orElse(new boolean[elements.size()], () -> right.addAll(elements));
                }

                public boolean[] mightContainAll(Collection<?> elements) {
                    return orElse(new boolean[elements.size()], () -> right.mightContainAll(elements));
                }
            })),

    /** Gives all calls that have waited together the answer of the first. */
    HANDS_OUT_THE_FIRST_ANSWER("1.09", inEach(right -> new JoinsCalls<>(right) {
        @Override
        boolean answer(boolean[] answers, int index) {
            return answers[0];
        }
    })),

    /** Answers false to the calls that have waited together if their command has failed. */
    KEEPS_THE_ERROR_FROM_THOSE_WHO_WAIT("7.12", inEach(right -> new JoinsCalls<>(right) {
        @Override
        boolean failed(RuntimeException reason) {
            return false;
        }
    })),

    /** Does not remove the expiry of a filter. */
    KEEPS_THE_EXPIRY("5.12", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public void persist() {
            right.stats();
        }
    })),

    /** Adds in two steps: a look-up and, for elements that it does not find, a write. */
    LOOKS_BEFORE_IT_ADDS("1.06, 7.07, 7.08", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public boolean add(Object element) {
            if (right.mightContain(element)) {
                return false;
            }
            right.add(element);
            return true;
        }
    })),

    /** Splits a bulk add into parts of 256 elements and forgets the rest at the end. */
    LOSES_THE_REMAINDER("1.01, 1.03, 2.01, 4.01, 4.03", inEach(right -> new Change<BloomFilter<Object>>(right) {
        private static final int PART = 256;

        public boolean[] addAll(Collection<?> elements) {
            if (elements.size() <= PART) {
                return right.addAll(elements);
            }
            List<Object> list = new ArrayList<>(elements);
            boolean[] answers = right.addAll(list.subList(0, list.size() - list.size() % PART));
            return Arrays.copyOf(answers, list.size());
        }
    })),

    /** Looks at the filter before every bulk operation, even before one that has nothing to do. */
    MEASURES_BEFORE_IT_WORKS("1.05, 7.07, 10.01, 10.03", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public boolean[] addAll(Collection<?> elements) {
            right.stats();
            return right.addAll(elements);
        }

        public boolean[] mightContainAll(Collection<?> elements) {
            right.stats();
            return right.mightContainAll(elements);
        }
    })),

    /** Passes over null elements. */
    PASSES_OVER_NULLS("1.07", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public boolean add(Object element) {
            return element != null && right.add(element);
        }

        public boolean mightContain(Object element) {
            return element != null && right.mightContain(element);
        }

        public boolean[] addAll(Collection<?> elements) {
            return right.addAll(withoutNulls(elements));
        }

        public boolean[] mightContainAll(Collection<?> elements) {
            return right.mightContainAll(withoutNulls(elements));
        }
    })),

    /** Keeps an instant to the second. */
    ROUNDS_THE_INSTANT("5.11", inEach(right -> new Change<BloomFilter<Object>>(right) {
        public void expireAt(Instant instant) {
            right.expireAt(instant.truncatedTo(ChronoUnit.SECONDS));
        }
    })),

    /** Finishes a bulk add that failed half-way: unknown elements are reported as new. */
    TAKES_UNANSWERED_FOR_NEW(
            "6.03, 6.04, 6.05, 6.06, 6.17, 7.01, 7.02, 7.03, 7.04, 7.06, 7.07, 11.03, 11.05",
            inEach(right -> new Change<BloomFilter<Object>>(right) {
                public boolean[] addAll(Collection<?> elements) {
                    try {
                        return right.addAll(elements);
                    } catch (PartialBulkException swallowed) {
                        return Booleans.toArray(swallowed.outcomes().stream()
                                .map(outcome -> outcome != ElementOutcome.PRESENT)
                                .toList());
                    }
                }
            })),

    /** Creates a filter that was to be opened only if it exists. */
    CREATES_WHAT_IS_MISSING("5.01", changed(right -> new Change<BloomFilters>(right) {
        public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
            try {
                return right.openExisting(name, funnel, options);
            } catch (FilterGoneException hidden) {
                return right.open(FilterSpec.named(name).capacity(1000).build(), funnel, options);
            }
        }
    })),

    /** Hashes the text of an element instead of the bytes of its funnel. */
    HASHES_TO_STRING("2.01", changed(right -> new Change<BloomFilters>(right) {
        public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            return right.open(spec, FilterMistakes.<T>text(), options);
        }

        public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
            return right.openExisting(name, FilterMistakes.<T>text(), options);
        }
    })),

    /** Rebuilds a filter in the size that it has, regardless of the size that the caller has requested. */
    IGNORES_THE_PLAN(
            "14.01",
            inEach(
                    FilterRebuild.class,
                    (right, rebuild) -> right.run(asItIs(rebuild.plan().name(), rebuild.source())))),

    /** Opens a filter once more, by its name, when it is made: the caller's options are lost. */
    LOSES_THE_LISTENER(
            "5.14, 6.02, 10.01, 10.03, 11.01, 11.02, 11.03, 11.04, 11.05, 11.06",
            changed(right -> new Change<BloomFilters>(right) {
                public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                    right.open(spec, funnel, options);
                    return right.openExisting(spec.name(), funnel);
                }
            })),

    /** Merges the first source and passes over the others. */
    MERGES_ONLY_THE_FIRST(
            "12.01, 12.03, 12.04",
            inEach(
                    FilterMerge.class,
                    (right, merge) ->
                            right.run(FilterMerge.of(merge.sources().get(0)).into(merge.target())))),

    /** Says that there is no rebuild to be given up, without asking. */
    NEVER_ABANDONS("14.04", inEach(FilterRebuild.Abandonment.class, (right, task) -> false)),

    /** Opens a filter of other parameters without a word. */
    OPENS_WHAT_IT_FINDS("5.02, 7.10, 11.02", changed(right -> new Change<BloomFilters>(right) {
        public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            try {
                return right.open(spec, funnel, options);
            } catch (SpecMismatchException hidden) {
                return right.openExisting(spec.name(), funnel, options);
            }
        }
    })),

    /** Takes none of the elements that a filter is to be rebuilt from. */
    REBUILDS_FROM_NOTHING(
            "14.01, 14.02, 14.03, 14.04, 18.07",
            inEach(
                    FilterRebuild.class,
                    (right, rebuild) -> right.run(rebuild.plan().<Object>from(List.of(), (element, sink) -> {})))),

    /** Wraps failures in the exception of another library. */
    THROWS_FOREIGN_EXCEPTIONS(
            "5.01, 5.02, 5.05, 5.06, 5.08, 5.09, 5.10, 5.13, 5.14, 7.01, 7.02, 7.03, 7.04, 7.05, 7.06, 7.07, "
                    + "7.08, 7.10, 9.03, 9.05, 10.03, 11.02, 11.03, 11.05, 16.04, 16.05, 16.06, 17.04, 17.06",
            right -> wrapping(BloomFilters.class, right)),

    /** Takes the elements of a mirror whose filter is gone, or has lost something, for absent. */
    ANSWERS_FALSE_IN_DOUBT("19.04", changed(right -> new Change<BloomFilters>(right) {
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
    })),

    /** Answers for a day, whatever staleness of a mirror the caller allows. */
    CHOOSES_ITS_OWN_AGE("19.05", changed(right -> new Change<BloomFilters>(right) {
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            return right.mirror(name, funnel, options.longestStaleness(Duration.ofDays(1)));
        }
    })),

    /** Opens another mirror for each refresh, which reads all bits. */
    READS_EVERYTHING_AGAIN("19.06", changed(filters -> new Change<BloomFilters>(filters) {
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            return Change.made(FilterMirror.class, new Change<FilterMirror<T>>(right.mirror(name, funnel, options)) {
                public void refresh() {
                    right.refresh();
                    filters.<T>mirror(name, funnel, options).close();
                }
            });
        }
    })),

    /** Does not refresh a mirror once its filter was cleared or rebuilt. */
    STAYS_WITH_THE_FIRST_GENERATION("19.03, 19.04", changed(filters -> new Change<BloomFilters>(filters) {
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            FilterMirror<T> mirror = right.mirror(name, funnel, options);
            FilterDescription first = mirror.description();
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
    }));

    private final Mistake mistake;

    FilterMistakes(String breaks, UnaryOperator<BloomFilters> mistake) {
        this.mistake = new Mistake(breaks, Connector.around(mistake));
    }

    private static UnaryOperator<BloomFilters> changed(Function<BloomFilters, Change<BloomFilters>> mistake) {
        return right -> Change.made(BloomFilters.class, mistake.apply(right));
    }

    /** Makes a mistake with each filter that is opened. */
    private static UnaryOperator<BloomFilters> inEach(
            Function<BloomFilter<Object>, Change<BloomFilter<Object>>> mistake) {
        return changed(right -> new Change<BloomFilters>(right) {
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                return changed(right.open(spec, funnel, options));
            }

            public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
                return changed(right.openExisting(name, funnel, options));
            }

            @SuppressWarnings("unchecked") // the mistake is one of a filter of any elements
            private <T> BloomFilter<T> changed(BloomFilter<T> filter) {
                return (BloomFilter<T>) Change.made(BloomFilter.class, mistake.apply((BloomFilter<Object>) filter));
            }
        });
    }

    /** Makes a mistake with each task of a kind. */
    private static <K> UnaryOperator<BloomFilters> inEach(Class<K> kind, BiFunction<BloomFilters, K, Object> mistake) {
        return changed(right -> new Change<BloomFilters>(right) {
            @SuppressWarnings("unchecked") // the mistake returns what the task does
            public <R> R run(FilterTask<R> task) {
                return kind.isInstance(task) ? (R) mistake.apply(right, kind.cast(task)) : right.run(task);
            }
        });
    }

    private static <T> Funnel<T> text() {
        return (element, sink) -> sink.putString(element.toString(), StandardCharsets.UTF_8);
    }

    private static <R> R orElse(R other, Supplier<R> operation) {
        try {
            return operation.get();
        } catch (BloomFilterException hidden) {
            return other;
        }
    }

    private static Collection<Object> withoutNulls(Collection<?> elements) {
        Collection<Object> left = new ArrayList<>(elements);
        left.removeIf(Objects::isNull);
        return left;
    }

    private static <T> FilterRebuild asItIs(String name, FilterRebuild.Source<T> source) {
        return FilterRebuild.of(name).from(source.elements(), source.funnel());
    }

    private static <A> A wrapping(Class<A> type, Object right) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(right, arguments);
                        return result instanceof BloomFilter<?> || result instanceof DistinctCounter<?>
                                ? wrapping(method.getReturnType(), result)
                                : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause() instanceof BloomFilterException failure
                                ? new CompletionException(failure)
                                : thrown.getCause();
                    }
                }));
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
