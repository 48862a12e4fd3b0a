package io.polybloom.tck.backend;

import com.google.common.hash.Funnel;
import com.google.common.util.concurrent.Uninterruptibles;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Presents an asynchronous API as a blocking one, with the same failures. */
public record WaitingFilters(NonBlockingFilters filters) implements BloomFilters {

    private static final long PATIENCE_SECONDS = 60;

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return new WaitingFilter<T>(await(filters.<T>open(spec, funnel, options)));
    }

    @Override
    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return new WaitingFilter<T>(await(filters.<T>openExisting(name, funnel, options)));
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return new WaitingRemovableFilter<T>(await(filters.<T>openRemovable(spec, funnel, options)));
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new WaitingCounter<>(filters.<T>counter(name, funnel));
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return new WaitingMirror<T>(await(filters.<T>mirror(name, funnel, options)));
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return await(filters.run(task));
    }

    /** Waits for an answer and returns its value, or throws its failure. An interrupt does not end the wait. */
    public static <R> R await(Answer<R> answer) {
        CompletableFuture<R> arrived = new CompletableFuture<>();
        answer.whenComplete((value, failure) -> complete(arrived, value, failure));
        try {
            Uninterruptibles.getUninterruptibly(arrived, PATIENCE_SECONDS, TimeUnit.SECONDS);
            return arrived.join();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException("no answer", late);
        }
    }

    private static <R> void complete(CompletableFuture<R> arrived, @Nullable R value, @Nullable Throwable failure) {
        if (failure == null) {
            arrived.complete(value);
        } else {
            arrived.completeExceptionally(failure);
        }
    }

    private static class WaitingFilter<T> implements BloomFilter<T> {

        private final NonBlockingFilters.NonBlockingFilter<T> filter;

        private WaitingFilter(NonBlockingFilters.NonBlockingFilter<T> filter) {
            this.filter = filter;
        }

        @Override
        public FilterDescription description() {
            return filter.description();
        }

        @Override
        public boolean add(T element) {
            return await(filter.add(element));
        }

        @Override
        public boolean[] addAll(Collection<? extends T> elements) {
            return await(filter.addAll(elements));
        }

        @Override
        public long load(Iterable<? extends T> elements, LongConsumer progress) {
            return await(filter.load(elements, progress));
        }

        @Override
        public boolean mightContain(T element) {
            return await(filter.mightContain(element));
        }

        @Override
        public boolean[] mightContainAll(Collection<? extends T> elements) {
            return await(filter.mightContainAll(elements));
        }

        @Override
        public Claims<T> claims(String writer) {
            return new WaitingClaims<>(filter.claims(writer));
        }

        @Override
        public FilterStats stats() {
            return await(filter.stats());
        }

        @Override
        public void clear() {
            await(filter.clear());
        }

        @Override
        public void expire(Duration timeToLive) {
            await(filter.expire(timeToLive));
        }

        @Override
        public void expireAt(Instant instant) {
            await(filter.expireAt(instant));
        }

        @Override
        public void persist() {
            await(filter.persist());
        }

        @Override
        public void delete() {
            await(filter.delete());
        }
    }

    private static final class WaitingRemovableFilter<T> extends WaitingFilter<T> implements RemovableBloomFilter<T> {

        private final NonBlockingFilters.NonBlockingRemovableFilter<T> removable;

        private WaitingRemovableFilter(NonBlockingFilters.NonBlockingRemovableFilter<T> removable) {
            super(removable);
            this.removable = removable;
        }

        @Override
        public boolean remove(T element) {
            return await(removable.remove(element));
        }

        @Override
        public boolean[] removeAll(Collection<? extends T> elements) {
            return await(removable.removeAll(elements));
        }
    }

    private record WaitingClaims<T>(NonBlockingFilters.NonBlockingClaims<T> claims) implements Claims<T> {

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends T> elements) {
            return await(claims.addAll(firstDelivery, elements));
        }

        @Override
        public boolean add(long delivery, T element) {
            return await(claims.add(delivery, element));
        }

        @Override
        public void settle(long upTo) {
            await(claims.settle(upTo));
        }

        @Override
        public long unsettled() {
            return await(claims.unsettled());
        }
    }

    private record WaitingMirror<T>(NonBlockingFilters.NonBlockingMirror<T> mirror) implements FilterMirror<T> {

        @Override
        public FilterDescription description() {
            return mirror.view().description();
        }

        @Override
        public boolean mightContain(T element) {
            return mirror.view().mightContain(element);
        }

        @Override
        public boolean[] mightContainAll(Collection<? extends T> elements) {
            return mirror.view().mightContainAll(elements);
        }

        @Override
        public long bytesRead() {
            return mirror.view().bytesRead();
        }

        @Override
        public Instant asOf() {
            return mirror.view().asOf();
        }

        @Override
        public void refresh() {
            await(mirror.refreshing().get());
        }

        @Override
        public void close() {
            mirror.view().close();
        }
    }

    private record WaitingCounter<T>(NonBlockingFilters.NonBlockingCounter<T> counter) implements DistinctCounter<T> {

        @Override
        public String name() {
            return counter.name();
        }

        @Override
        public boolean add(T element) {
            return await(counter.add(element));
        }

        @Override
        public boolean addAll(Collection<? extends T> elements) {
            return await(counter.addAll(elements));
        }

        @Override
        public DistinctEstimate count() {
            return await(counter.count());
        }

        @Override
        public void mergeFrom(Collection<String> names) {
            await(counter.mergeFrom(names));
        }

        @Override
        public void expire(Duration timeToLive) {
            await(counter.expire(timeToLive));
        }

        @Override
        public void clear() {
            await(counter.clear());
        }

        @Override
        public void delete() {
            await(counter.delete());
        }
    }
}
