package io.polybloom.spring.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.layout.Layouts;
import io.polybloom.spring.client.ClientFilters;
import io.polybloom.spring.client.LoggedCreation;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A filter that is opened by its first call, and again after the application's client was replaced. While one thread
 * opens it, others wait for the result. If opening fails, the calls of all these threads fail, and the next call tries
 * again. So every call may throw the exceptions of {@link BloomFilters#open}.
 *
 * <p>An empty filter reports everything as absent. So this object creates the filter only if it need not exist and this
 * object has never been open, if the server says that it has reached the end of its lifetime, or on {@link #reopen};
 * and it logs that as a warning. In all other cases a filter that is gone stays gone: whatever fails meanwhile, and
 * whether or not the client is replaced, each call throws a {@link FilterGoneException} until somebody creates the
 * filter again. Each such call looks for it, so the next one finds what another application has created. Neither
 * {@link #statsIfOpen} nor {@link #stored} ever creates it.
 *
 * <p>If a lifetime is given, a filter without an expiry gets one when it is opened. Once it has expired, one call fails
 * with {@link FilterGoneException}, and the next one opens it again, empty. A clock of this JVM does not decide that:
 * another client may have changed the lifetime. If nobody asks within a day, the server no longer knows that the filter
 * has expired. It may just as well have been lost then, and stays gone.
 *
 * @param <T> the type of the elements
 */
public final class LazyBloomFilter<T> implements BloomFilter<T> {

    private static final Logger LOGGER = System.getLogger(LazyBloomFilter.class.getName());

    private final FilterSpec spec;
    private final Funnel<? super T> funnel;
    private final FilterOptions options;
    private final BloomFilters filters;
    private final Optional<Duration> timeToLive;
    private final OpeningObserver observer;
    private final @Nullable LazyFilterMirror<T> mirror;
    private final AtomicReference<@Nullable Attempt<T>> attempt = new AtomicReference<>();

    /** Whether the filter has ever been open. */
    private volatile boolean hasBeenOpen;

    /** Says that the filter is gone or has lost data, if nothing has succeeded since. */
    private volatile @Nullable BloomFilterException loss;

    /**
     * Creates a filter without opening it.
     *
     * @param timeToLive the lifetime of the filter after its creation; empty if it is unlimited
     * @param observer is told of each opening
     * @throws IllegalArgumentException if a filter that must exist is to have a lifetime
     */
    public LazyBloomFilter(
            FilterSpec spec,
            Funnel<? super T> funnel,
            FilterOptions options,
            BloomFilters filters,
            Optional<Duration> timeToLive,
            OpeningObserver observer) {
        this(spec, funnel, options, filters, timeToLive, observer, Optional.empty());
    }

    /**
     * Creates a filter with a mirror, without opening either.
     *
     * @param timeToLive the lifetime of the filter after its creation; empty if it is unlimited
     * @param observer is told of each opening
     * @param mirrored the options of the mirror; empty if there is none
     * @throws IllegalArgumentException if a filter that must exist is to have a lifetime
     */
    public LazyBloomFilter(
            FilterSpec spec,
            Funnel<? super T> funnel,
            FilterOptions options,
            BloomFilters filters,
            Optional<Duration> timeToLive,
            OpeningObserver observer,
            Optional<MirrorOptions> mirrored) {
        if (spec.isExisting() && timeToLive.isPresent()) {
            throw new IllegalArgumentException("a filter that must exist has the lifetime that its creator gives it");
        }
        this.spec = spec;
        this.funnel = funnel;
        this.options = options;
        this.filters = filters;
        this.timeToLive = timeToLive;
        this.observer = observer;
        this.mirror = mirrored.map(given -> new LazyFilterMirror<>(this, funnel, filters, given))
                .orElse(null);
    }

    /** Returns the specification by which the filter is opened. */
    public FilterSpec spec() {
        return spec;
    }

    /** Returns the options with which the filter is opened. */
    public FilterOptions options() {
        return options;
    }

    /** Returns the mirror, whether or not it is open; empty if the filter has none. */
    public Optional<LazyFilterMirror<T>> mirror() {
        return Optional.ofNullable(mirror);
    }

    /** Opens the filter if it is not open. */
    public void open() {
        watched(this::opened);
    }

    /**
     * Opens the filter again, and creates it, empty, if it is gone and need not exist. Thread-safe; calls that are in
     * progress go on with the filter as it was.
     *
     * @throws BloomFilterException if it cannot be opened; the next call tries again, but creates nothing if the filter
     *     has been open before
     */
    public void reopen() {
        watched(() -> {
            Attempt<T> mine = new Attempt<>(ClientFilters.current(filters));
            attempt.set(mine);
            run(mine, true);
            return mine;
        });
    }

    /**
     * Returns why the filter cannot be used, if the last operation that asked the server has found that it is gone or
     * has lost data. A filter that has reached the end of its lifetime is not gone: the next call creates it.
     */
    public Optional<BloomFilterException> loss() {
        return Optional.ofNullable(loss);
    }

    /** Returns the filter if it is open on the client that the application has now. Sends nothing. */
    public Optional<BloomFilter<T>> ifOpen() {
        Attempt<T> last = attempt.get();
        return last != null && last.isOn(ClientFilters.current(filters)) ? last.opened() : Optional.empty();
    }

    /**
     * Reads the stored parameters without opening the filter; empty if it does not exist and the next call creates it.
     *
     * @throws FilterGoneException if it does not exist and the next call does not create it
     * @throws io.polybloom.SpecMismatchException if the filter exists with other parameters than its specification
     */
    public Optional<FilterDescription> stored() {
        return watched(() -> {
            Optional<FilterDescription> found = find();
            Optional<FilterDescription> living = found.filter(filter -> !hasExpired(filter));
            if (living.isEmpty() && !mayCreate(found.isPresent())) {
                throw new FilterGoneException(spec.name(), "the filter '" + spec.name() + "' does not exist");
            }
            noLoss();
            return living;
        });
    }

    /** Only opening a filter of another system tells whether it exists; that writes nothing. */
    private Optional<FilterDescription> find() {
        if (Layouts.get(spec.layout()).foreign().isEmpty()) {
            return filters.run(FilterTask.describing(spec));
        }
        try {
            return Optional.of(
                    filters.open(spec, funnel, FilterOptions.defaults().neverCreate())
                            .description());
        } catch (FilterGoneException absent) {
            return Optional.empty();
        }
    }

    @Override
    public FilterDescription description() {
        return watched(() -> used(BloomFilter::description));
    }

    @Override
    public boolean add(T element) {
        return call(filter -> filter.add(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return elements.isEmpty()
                ? watched(() -> used(filter -> filter.addAll(elements)))
                : call(filter -> filter.addAll(elements));
    }

    @Override
    public long load(Iterable<? extends T> elements, LongConsumer progress) {
        return call(filter -> filter.load(elements, progress));
    }

    @Override
    public boolean mightContain(T element) {
        return call(filter -> filter.mightContain(element));
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return elements.isEmpty()
                ? watched(() -> used(filter -> filter.mightContainAll(elements)))
                : call(filter -> filter.mightContainAll(elements));
    }

    /** Opens the filter if it is not open. The claims keep the client that the application has now. */
    @Override
    public Claims<T> claims(String writer) {
        return watched(() -> used(filter -> filter.claims(writer)));
    }

    @Override
    public FilterStats stats() {
        return call(BloomFilter::stats);
    }

    @Override
    public void clear() {
        run(BloomFilter::clear);
    }

    @Override
    public void expire(Duration fromNow) {
        run(filter -> filter.expire(fromNow));
    }

    @Override
    public void expireAt(Instant instant) {
        run(filter -> filter.expireAt(instant));
    }

    @Override
    public void persist() {
        run(BloomFilter::persist);
    }

    @Override
    public void delete() {
        run(BloomFilter::delete);
    }

    private void run(Consumer<BloomFilter<T>> call) {
        call(filter -> {
            call.accept(filter);
            return true;
        });
    }

    /** Runs a call that asks the server. */
    private <R> R call(Function<BloomFilter<T>, R> call) {
        return watched(() -> {
            R result = used(call);
            noLoss();
            return result;
        });
    }

    /** Runs a call on the open filter. One that is gone says so for ever, so the next call opens it again. */
    private <R> R used(Function<BloomFilter<T>, R> call) {
        Attempt<T> used = opened();
        try {
            return call.apply(used.opened().orElseThrow());
        } catch (BloomFilterException failure) {
            if (reason(failure) instanceof FilterGoneException) {
                attempt.compareAndSet(used, null);
            }
            throw failure;
        }
    }

    /** Records that the server has just answered for the filter. */
    private void noLoss() {
        if (loss != null) {
            loss = null;
        }
    }

    /** Remembers that an operation has not found the filter, and explains what an application can do. */
    private <R> R watched(Supplier<R> operation) {
        try {
            return operation.get();
        } catch (BloomFilterException failure) {
            BloomFilterException explained = failure;
            if (failure instanceof FilterGoneException gone) {
                explained = explained(gone);
            } else if (failure instanceof PartialBulkException partial
                    && partial.getCause() instanceof FilterGoneException gone) {
                explained = explained(partial, gone);
            }
            Throwable reason = reason(explained);
            if (reason instanceof LostDataException
                    || (reason instanceof FilterGoneException gone && !mayCreate(gone.hasExpired()))) {
                loss = (BloomFilterException) reason;
            }
            throw explained;
        }
    }

    private static Throwable reason(BloomFilterException failure) {
        return failure instanceof PartialBulkException partial ? partial.getCause() : failure;
    }

    /**
     * Returns whether opening the filter may create it: it is used for the first time, or has reached the end of its
     * lifetime. That it is missing otherwise is a loss.
     *
     * @param hasExpired whether the filter is known to have expired
     */
    private boolean mayCreate(boolean hasExpired) {
        return !spec.isExisting() && (!hasBeenOpen || (hasExpired && timeToLive.isPresent()));
    }

    private static boolean hasExpired(FilterDescription filter) {
        return filter.expireAt().filter(end -> !Instant.now().isBefore(end)).isPresent();
    }

    /** Returns the name and whether the filter is open. Sends nothing. */
    @Override
    public String toString() {
        return ifOpen().map(Object::toString).orElse("BloomFilter[name=" + spec.name() + ", not open]");
    }

    /**
     * Measures the filter if it is open. Never opens it. Also empty if a filter has reached the end of its lifetime:
     * the next calls create it again. A failure would report the application as down, and an application that is down
     * gets no calls.
     *
     * @throws FilterGoneException if the filter is gone; the message says how it is created again
     */
    public Optional<FilterStats> statsIfOpen() {
        Attempt<T> last = attempt.get();
        Optional<BloomFilter<T>> open = ifOpen();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        try {
            FilterStats stats = watched(open.get()::stats);
            noLoss();
            return Optional.of(stats);
        } catch (FilterGoneException gone) {
            if (mayCreate(gone.hasExpired())) {
                return Optional.empty();
            }
            attempt.compareAndSet(last, null);
            throw gone;
        }
    }

    /** Returns the exception with what an application of Spring can do, in place of what a program would do. */
    FilterGoneException explained(FilterGoneException gone) {
        if (!hasBeenOpen && !spec.isExisting()) {
            return gone;
        }
        String advice = mayCreate(gone.hasExpired()) ? afterItsLifetime() : remedy();
        FilterGoneException explained =
                new FilterGoneException(spec.name(), "the filter '" + spec.name() + "' " + advice, gone.hasExpired());
        explained.addSuppressed(gone);
        return explained;
    }

    private static String afterItsLifetime() {
        return "has expired, and the next call creates it again, empty";
    }

    private String remedy() {
        return spec.isExisting()
                ? "does not exist, and this application never creates it (existing=true): create and fill it, for"
                        + " example with bloom load, and the next call finds it"
                : "is gone, and this application does not create it again by itself, since an empty filter reports"
                        + " everything as absent. To create it, empty, send a POST request to the endpoint bloom, call"
                        + " LazyBloomFilter.reopen(), or restart";
    }

    private PartialBulkException explained(PartialBulkException partial, FilterGoneException gone) {
        ElementOutcome[] outcomes = partial.outcomes().toArray(new ElementOutcome[0]);
        BitSet mayBeStored = new BitSet(outcomes.length);
        IntStream.range(0, outcomes.length).filter(partial::mayBeStored).forEach(mayBeStored::set);
        return new PartialBulkException(outcomes, mayBeStored, explained(gone));
    }

    private Attempt<T> opened() {
        BloomFilters current = ClientFilters.current(filters);
        while (true) {
            Attempt<T> last = attempt.get();
            if (last == null || !last.isOn(current)) {
                Attempt<T> mine = new Attempt<>(current);
                if (attempt.compareAndSet(last, mine)) {
                    run(mine, mayCreate(false));
                    return mine;
                }
            } else if (last.await() != null) {
                return last;
            }
        }
    }

    private void run(Attempt<T> mine, boolean creates) {
        mine.run(client -> openOn(client, creates), () -> attempt.compareAndSet(mine, null));
        tellOfOpening();
    }

    /** The filter is open: whatever its observer does, the call that has opened it goes on. */
    private void tellOfOpening() {
        try {
            observer.opened(this);
        } catch (RuntimeException failure) {
            LOGGER.log(
                    Logger.Level.WARNING, "the opening of the filter '" + spec.name() + "' was not observed", failure);
        }
    }

    /** Opens the filter. One that another client has created may already have an expiry, which is not extended. */
    private BloomFilter<T> openOn(BloomFilters client, boolean creates) {
        BloomFilter<T> filter = creates ? create(client) : openOrReplaceExpired(client);
        if (timeToLive.isPresent() && filter.description().expireAt().isEmpty()) {
            filter.expire(timeToLive.get());
        }
        hasBeenOpen = true;
        noLoss();
        // Before anybody adds through the new client, of which a mirror on an earlier one is told nothing.
        mirror().ifPresent(LazyFilterMirror::reopenLater);
        return filter;
    }

    /** Only the server knows whether the filter has expired, and only at this time. */
    private BloomFilter<T> openOrReplaceExpired(BloomFilters client) {
        try {
            return client.open(spec, funnel, options.neverCreate());
        } catch (FilterGoneException gone) {
            if (!mayCreate(gone.hasExpired())) {
                throw gone;
            }
            return create(client);
        }
    }

    private BloomFilter<T> create(BloomFilters client) {
        return LoggedCreation.open(spec, options, given -> client.<T>open(spec, funnel, given));
    }
}
