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
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.Connector;
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
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mistakes around a filter, independent of the transport. */
public enum FilterMistakes implements WrongBackend {
    /** Adds the last element first. */
    ADDS_IN_REVERSE(
            Set.of(Rule.TRUE_IF_A_BIT_CHANGED, Rule.FIRST_OF_EQUALS),
            inEach(right -> new Change<BloomFilter<Object>>(right) {
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
            Set.of(
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
                    Rule.ERRORS_WITHOUT_TRAILER),
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
    HANDS_OUT_THE_FIRST_ANSWER(Set.of(Rule.OWN_ANSWER_AT_ONCE), inEach(right -> new JoinsCalls<>(right) {
        @Override
        boolean answer(boolean[] answers, int index) {
            return answers[0];
        }
    })),

    /** Answers false to the calls that have waited together if their command has failed. */
    KEEPS_THE_ERROR_FROM_THOSE_WHO_WAIT(Set.of(Rule.OWN_ERROR_AT_ONCE), inEach(right -> new JoinsCalls<>(right) {
        @Override
        boolean failed(RuntimeException reason) {
            return false;
        }
    })),

    /** Does not remove the expiry of a filter. */
    KEEPS_THE_EXPIRY(Set.of(Rule.EXPIRY_IS_LIFTED), inEach(right -> new Change<BloomFilter<Object>>(right) {
        public void persist() {
            right.stats();
        }
    })),

    /** Adds in two steps: a look-up and, for elements that it does not find, a write. */
    LOOKS_BEFORE_IT_ADDS(
            Set.of(Rule.ONE_OF_MANY_IS_FIRST, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER),
            inEach(right -> new Change<BloomFilter<Object>>(right) {
                public boolean add(Object element) {
                    if (right.mightContain(element)) {
                        return false;
                    }
                    right.add(element);
                    return true;
                }
            })),

    /** Splits a bulk add into parts of 256 elements and forgets the rest at the end. */
    LOSES_THE_REMAINDER(
            Set.of(
                    Rule.NO_FALSE_NEGATIVE,
                    Rule.BULK_ANSWERS_IN_ORDER,
                    Rule.BITS_OF_THE_REFERENCE,
                    Rule.SERVER_OF_A_PARTITION,
                    Rule.PARTITIONS_SPREAD),
            inEach(right -> new Change<BloomFilter<Object>>(right) {
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
    MEASURES_BEFORE_IT_WORKS(
            Set.of(Rule.EMPTY_BATCH_IS_FREE, Rule.WRITES_ARE_SENT_ONCE, Rule.KNOWN_IS_SILENT, Rule.KNOWN_FOR_ITS_TIME),
            inEach(right -> new Change<BloomFilter<Object>>(right) {
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
    PASSES_OVER_NULLS(Set.of(Rule.NULL_IS_REFUSED), inEach(right -> new Change<BloomFilter<Object>>(right) {
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
    ROUNDS_THE_INSTANT(Set.of(Rule.EXPIRES_AT_THE_INSTANT), inEach(right -> new Change<BloomFilter<Object>>(right) {
        public void expireAt(Instant instant) {
            right.expireAt(instant.truncatedTo(ChronoUnit.SECONDS));
        }
    })),

    /** Finishes a bulk add that failed half-way: unknown elements are reported as new. */
    TAKES_UNANSWERED_FOR_NEW(
            Set.of(
                    Rule.ACCEPTS_ITS_CAPACITY,
                    Rule.ACCEPTS_A_SMALL_CAPACITY,
                    Rule.FULL_IS_READ_ONLY,
                    Rule.SEAL_IN_THE_REPLY,
                    Rule.WATCHING_IS_CHEAP,
                    Rule.SERVER_ERRORS,
                    Rule.LOST_PARTITION,
                    Rule.FOREIGN_PARTITION,
                    Rule.UNREACHABLE,
                    Rule.BULK_TELLS_THE_TRUTH,
                    Rule.WRITES_ARE_SENT_ONCE,
                    Rule.PARAMETERS_VOUCH,
                    Rule.ERRORS_WITHOUT_TRAILER),
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
    CREATES_WHAT_IS_MISSING(Set.of(Rule.ADOPTED), changed(right -> new Change<BloomFilters>(right) {
        public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
            try {
                return right.openExisting(name, funnel, options);
            } catch (FilterGoneException hidden) {
                return right.open(FilterSpec.named(name).capacity(1000).build(), funnel, options);
            }
        }
    })),

    /** Hashes the text of an element instead of the bytes of its funnel. */
    HASHES_TO_STRING(Set.of(Rule.BITS_OF_THE_REFERENCE), changed(right -> new Change<BloomFilters>(right) {
        public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
            return right.open(spec, FilterMistakes.<T>text(), options);
        }

        public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
            return right.openExisting(name, FilterMistakes.<T>text(), options);
        }
    })),

    /** Rebuilds a filter in the size that it has, regardless of the size that the caller has requested. */
    IGNORES_THE_PLAN(
            Set.of(Rule.REBUILT_IN_PLACE),
            inEach(
                    FilterRebuild.class,
                    (right, rebuild) -> right.run(asItIs(rebuild.plan().name(), rebuild.source())))),

    /** Opens a filter once more, by its name, when it is made: the caller's options are lost. */
    LOSES_THE_LISTENER(
            Set.of(
                    Rule.LOST_CONFIG_IS_NOTICED,
                    Rule.OVERFULL_IS_TOLD,
                    Rule.KNOWN_IS_SILENT,
                    Rule.KNOWN_FOR_ITS_TIME,
                    Rule.BITS_OF_OTHER_SYSTEMS,
                    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
                    Rule.PARAMETERS_VOUCH,
                    Rule.SERVERS_OF_OTHER_SYSTEMS,
                    Rule.ERRORS_WITHOUT_TRAILER,
                    Rule.LIFE_OF_OTHER_SYSTEMS),
            changed(right -> new Change<BloomFilters>(right) {
                public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                    right.open(spec, funnel, options);
                    return right.openExisting(spec.name(), funnel);
                }
            })),

    /** Merges the first source and passes over the others. */
    MERGES_ONLY_THE_FIRST(
            Set.of(Rule.UNION_OF_ALL, Rule.UNION_OF_LAYERS, Rule.OTHER_PARAMETERS_NOT_MERGED),
            inEach(
                    FilterMerge.class,
                    (right, merge) ->
                            right.run(FilterMerge.of(merge.sources().get(0)).into(merge.target())))),

    /** Says that there is no rebuild to be given up, without asking. */
    NEVER_ABANDONS(Set.of(Rule.REBUILD_ABANDONED), inEach(FilterRebuild.Abandonment.class, (right, task) -> false)),

    /** Opens a filter of other parameters without a word. */
    OPENS_WHAT_IT_FINDS(
            Set.of(Rule.OTHER_PARAMETERS_REFUSED, Rule.CLIENT_STAYS_OPEN, Rule.PARAMETERS_OF_OTHER_SYSTEMS),
            changed(right -> new Change<BloomFilters>(right) {
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
            Set.of(
                    Rule.REBUILT_IN_PLACE,
                    Rule.REBUILD_BESIDE_USE,
                    Rule.REBUILD_HEALS,
                    Rule.REBUILD_ABANDONED,
                    Rule.SERVER_FILTER_IN_USE),
            inEach(
                    FilterRebuild.class,
                    (right, rebuild) -> right.run(rebuild.plan().<Object>from(List.of(), (element, sink) -> {})))),

    /** Wraps failures in the exception of another library. */
    THROWS_FOREIGN_EXCEPTIONS(
            Set.of(
                    Rule.ADOPTED,
                    Rule.OTHER_PARAMETERS_REFUSED,
                    Rule.DELETED_FOR_EVERYBODY,
                    Rule.STALE_CLIENT_FOLLOWS,
                    Rule.EXPIRED_IS_GONE,
                    Rule.FOREIGN_KEYS_UNTOUCHED,
                    Rule.UNKNOWN_FORMAT_REFUSED,
                    Rule.LOST_CONFIG,
                    Rule.LOST_CONFIG_IS_NOTICED,
                    Rule.SERVER_ERRORS,
                    Rule.LOST_PARTITION,
                    Rule.FOREIGN_PARTITION,
                    Rule.UNREACHABLE,
                    Rule.LOGIN_REFUSED,
                    Rule.BULK_TELLS_THE_TRUTH,
                    Rule.WRITES_ARE_SENT_ONCE,
                    Rule.CUT_REPLY_IS_NO_ANSWER,
                    Rule.CLIENT_STAYS_OPEN,
                    Rule.FAILED_LOAD_IS_REPEATED,
                    Rule.LOAD_NOTICES_LOSS,
                    Rule.KNOWN_FOR_ITS_TIME,
                    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
                    Rule.PARAMETERS_VOUCH,
                    Rule.ERRORS_WITHOUT_TRAILER,
                    Rule.COUNTED_ONCE,
                    Rule.CLEARED_IS_NOT_REMOVED,
                    Rule.COUNTING_REFUSES,
                    Rule.FOREIGN_COUNTER,
                    Rule.COUNTER_TELLS_ERRORS),
            right -> wrapping(BloomFilters.class, right)),

    /** Takes the elements of a mirror whose filter is gone, or has lost something, for absent. */
    ANSWERS_FALSE_IN_DOUBT(Set.of(Rule.MIRROR_OF_WHAT_IS_GONE), changed(right -> new Change<BloomFilters>(right) {
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
    CHOOSES_ITS_OWN_AGE(Set.of(Rule.MIRROR_IS_NOT_STALE), changed(right -> new Change<BloomFilters>(right) {
        public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
            return right.mirror(name, funnel, options.longestStaleness(Duration.ofDays(1)));
        }
    })),

    /** Opens another mirror for each refresh, which reads all bits. */
    READS_EVERYTHING_AGAIN(Set.of(Rule.MIRROR_READS_LITTLE), changed(filters -> new Change<BloomFilters>(filters) {
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
    STAYS_WITH_THE_FIRST_GENERATION(
            Set.of(Rule.MIRROR_FOLLOWS, Rule.MIRROR_OF_WHAT_IS_GONE),
            changed(filters -> new Change<BloomFilters>(filters) {
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

    private final Set<Rule> breaks;
    private final Connector connector;

    FilterMistakes(Set<Rule> breaks, UnaryOperator<BloomFilters> mistake) {
        this.breaks = breaks;
        connector = Connector.around(mistake);
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
    public Set<Rule> breaks() {
        return breaks;
    }

    @Override
    public Connector connector() {
        return connector;
    }
}
