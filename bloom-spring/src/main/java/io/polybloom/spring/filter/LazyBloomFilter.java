package io.polybloom.spring.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.layout.Layouts;
import io.polybloom.spring.client.ClientFilters;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A filter that is opened by its first call, and again after the application's client was replaced. While one thread
 * opens it, others wait for the result. If opening fails, the calls of all these threads fail, and the next call tries
 * again. So every call may throw the exceptions of {@link BloomFilters#open}.
 *
 * <p>If a lifetime is given, a filter without an expiry gets one when it is opened. Once it has expired, one call fails
 * with {@link FilterGoneException}, and the next one opens it again, empty. A filter that must exist is also opened
 * again by the next call, since it is never created here. Any other filter that is gone stays gone until
 * {@link #reopen}: an empty filter would report everything as absent.
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
    private volatile boolean hasFailed;

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
        opened();
    }

    /**
     * Opens the filter again, and creates it, empty, if it is gone and need not exist. Thread-safe; calls that are in
     * progress go on with the filter as it was.
     *
     * @throws BloomFilterException if it cannot be opened; the next call tries again
     */
    public void reopen() {
        attempt.set(null);
        opened();
    }

    /** Returns whether the last attempt to open the filter has failed. */
    public boolean hasFailed() {
        return hasFailed;
    }

    /** Returns the filter if it is open on the client that the application has now. Sends nothing. */
    public Optional<BloomFilter<T>> ifOpen() {
        Attempt<T> last = attempt.get();
        return last != null && last.isOn(ClientFilters.current(filters)) ? last.opened() : Optional.empty();
    }

    /** Returns whether the parameters of the filter are stored in Redis, as those of native layouts are. */
    public boolean storesParameters() {
        return Layouts.get(spec.layout()).foreign().isEmpty();
    }

    /**
     * Reads the stored parameters without opening the filter; empty if it does not exist.
     *
     * @throws io.polybloom.LostDataException if the filter's config was lost
     * @throws io.polybloom.SpecMismatchException if the filter exists with other parameters than its specification
     */
    public Optional<FilterDescription> stored() {
        return filters.run(FilterTask.describing(spec));
    }

    @Override
    public FilterDescription description() {
        return call(BloomFilter::description);
    }

    @Override
    public boolean add(T element) {
        return call(filter -> filter.add(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return call(filter -> filter.addAll(elements));
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
        return call(filter -> filter.mightContainAll(elements));
    }

    /** Opens the filter if it is not open. The claims keep the client that the application has now. */
    @Override
    public Claims<T> claims(String writer) {
        return call(filter -> filter.claims(writer));
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

    private <R> R call(Function<BloomFilter<T>, R> call) {
        Attempt<T> used = opened();
        try {
            return call.apply(used.opened().orElseThrow());
        } catch (BloomFilterException failure) {
            if (isGone(failure) && (timeToLive.isPresent() || spec.isExisting())) {
                attempt.compareAndSet(used, null);
            } else if (failure instanceof FilterGoneException gone) {
                throw staysGone(gone);
            }
            throw failure;
        }
    }

    /** Returns the name and whether the filter is open. Sends nothing. */
    @Override
    public String toString() {
        return ifOpen().map(Object::toString).orElse("BloomFilter[name=" + spec.name() + ", not open]");
    }

    /**
     * Measures the filter if it is open. Never opens it. Also empty if a filter with a lifetime is gone: it has
     * expired, and the next calls create it again. A failure would report the application as down, and an application
     * that is down gets no calls.
     *
     * @throws FilterGoneException if a filter without a lifetime is gone; the message says how it is created again
     */
    public Optional<FilterStats> statsIfOpen() {
        try {
            return ifOpen().map(BloomFilter::stats);
        } catch (FilterGoneException gone) {
            if (timeToLive.isPresent()) {
                return Optional.empty();
            }
            throw spec.isExisting() ? gone : staysGone(gone);
        }
    }

    private FilterGoneException staysGone(FilterGoneException gone) {
        FilterGoneException explained = new FilterGoneException(
                spec.name(),
                "the filter '" + spec.name()
                        + "' is gone, and this application does not create it again by itself: send a"
                        + " POST request to the endpoint bloom, call LazyBloomFilter.reopen(), or restart");
        explained.addSuppressed(gone);
        return explained;
    }

    private static boolean isGone(BloomFilterException failure) {
        return failure instanceof FilterGoneException || failure.getCause() instanceof FilterGoneException;
    }

    private Attempt<T> opened() {
        BloomFilters current = ClientFilters.current(filters);
        while (true) {
            Attempt<T> last = attempt.get();
            if (last == null || !last.isOn(current)) {
                Attempt<T> mine = new Attempt<>(current);
                if (attempt.compareAndSet(last, mine)) {
                    mine.run(() -> openOn(current), () -> {
                        hasFailed = true;
                        attempt.compareAndSet(mine, null);
                    });
                    hasFailed = false;
                    tellOfOpening();
                    return mine;
                }
            } else if (last.await() != null) {
                return last;
            }
        }
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
    private BloomFilter<T> openOn(BloomFilters current) {
        BloomFilter<T> filter = current.open(spec, funnel, options);
        if (timeToLive.isPresent() && filter.description().expireAt().isEmpty()) {
            filter.expire(timeToLive.get());
        }
        // Before anybody adds through the new client, of which a mirror on an earlier one is told nothing.
        mirror().ifPresent(LazyFilterMirror::reopenLater);
        return filter;
    }
}
