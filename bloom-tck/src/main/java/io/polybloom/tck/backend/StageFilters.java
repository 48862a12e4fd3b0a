package io.polybloom.tck.backend;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterStats;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.async.AsyncClaims;
import io.polybloom.async.AsyncDistinctCounter;
import io.polybloom.async.AsyncFilterMirror;
import io.polybloom.async.AsyncRemovableBloomFilter;
import io.polybloom.counter.DistinctEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/** Presents {@link AsyncBloomFilters} in the form that the kit uses. */
public record StageFilters(AsyncBloomFilters filters) implements NonBlockingFilters {

    @Override
    public <T> Answer<NonBlockingFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return shown(filters.open(spec, funnel, options));
    }

    @Override
    public <T> Answer<NonBlockingFilter<T>> openExisting(String name, Funnel<? super T> funnel, FilterOptions options) {
        return shown(filters.openExisting(name, funnel, options));
    }

    @Override
    public <T> Answer<NonBlockingRemovableFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        CompletionStage<AsyncRemovableBloomFilter<T>> stage = filters.openRemovable(spec, funnel, options);
        return handler -> stage.whenComplete((filter, failure) ->
                handler.accept(filter == null ? null : new StageRemovableFilter<>(filter), failure));
    }

    @Override
    public <T> NonBlockingCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new StageCounter<>(filters.counter(name, funnel));
    }

    @Override
    public <T> Answer<NonBlockingMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        CompletionStage<AsyncFilterMirror<T>> stage = filters.mirror(name, funnel, options);
        return handler -> stage.whenComplete((mirror, failure) -> handler.accept(
                mirror == null ? null : new NonBlockingMirror<>(mirror, () -> answer(mirror.refresh())), failure));
    }

    @Override
    public <R> Answer<R> run(FilterTask<R> task) {
        return answer(filters.run(task));
    }

    private static <T> Answer<NonBlockingFilter<T>> shown(CompletionStage<AsyncBloomFilter<T>> stage) {
        return handler -> stage.whenComplete(
                (filter, failure) -> handler.accept(filter == null ? null : new StageFilter<>(filter), failure));
    }

    private static <R> Answer<R> answer(CompletionStage<R> stage) {
        return stage::whenComplete;
    }

    private static class StageFilter<T> implements NonBlockingFilter<T> {

        private final AsyncBloomFilter<T> filter;

        private StageFilter(AsyncBloomFilter<T> filter) {
            this.filter = filter;
        }

        @Override
        public FilterDescription description() {
            return filter.description();
        }

        @Override
        public Answer<Boolean> add(T element) {
            return answer(filter.add(element));
        }

        @Override
        public Answer<boolean[]> addAll(Collection<? extends T> elements) {
            return answer(filter.addAll(elements));
        }

        @Override
        public Answer<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
            return answer(filter.load(elements, progress));
        }

        @Override
        public Answer<Boolean> mightContain(T element) {
            return answer(filter.mightContain(element));
        }

        @Override
        public Answer<boolean[]> mightContainAll(Collection<? extends T> elements) {
            return answer(filter.mightContainAll(elements));
        }

        @Override
        public NonBlockingClaims<T> claims(String writer) {
            return new StagedClaims<>(filter.claims(writer));
        }

        @Override
        public Answer<FilterStats> stats() {
            return answer(filter.stats());
        }

        @Override
        public Answer<Void> clear() {
            return answer(filter.clear());
        }

        @Override
        public Answer<Void> expire(Duration timeToLive) {
            return answer(filter.expire(timeToLive));
        }

        @Override
        public Answer<Void> expireAt(Instant instant) {
            return answer(filter.expireAt(instant));
        }

        @Override
        public Answer<Void> persist() {
            return answer(filter.persist());
        }

        @Override
        public Answer<Void> delete() {
            return answer(filter.delete());
        }
    }

    private static final class StageRemovableFilter<T> extends StageFilter<T> implements NonBlockingRemovableFilter<T> {

        private final AsyncRemovableBloomFilter<T> removable;

        private StageRemovableFilter(AsyncRemovableBloomFilter<T> removable) {
            super(removable);
            this.removable = removable;
        }

        @Override
        public Answer<Boolean> remove(T element) {
            return answer(removable.remove(element));
        }

        @Override
        public Answer<boolean[]> removeAll(Collection<? extends T> elements) {
            return answer(removable.removeAll(elements));
        }
    }

    private record StagedClaims<T>(AsyncClaims<T> claims) implements NonBlockingClaims<T> {

        @Override
        public Answer<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
            return answer(claims.addAll(firstDelivery, elements));
        }

        @Override
        public Answer<Boolean> add(long delivery, T element) {
            return answer(claims.add(delivery, element));
        }

        @Override
        public Answer<Void> settle(long upTo) {
            return answer(claims.settle(upTo));
        }

        @Override
        public Answer<Long> unsettled() {
            return answer(claims.unsettled());
        }
    }

    private record StageCounter<T>(AsyncDistinctCounter<T> counter) implements NonBlockingCounter<T> {

        @Override
        public String name() {
            return counter.name();
        }

        @Override
        public Answer<Boolean> add(T element) {
            return answer(counter.add(element));
        }

        @Override
        public Answer<Boolean> addAll(Collection<? extends T> elements) {
            return answer(counter.addAll(elements));
        }

        @Override
        public Answer<DistinctEstimate> count() {
            return answer(counter.count());
        }

        @Override
        public Answer<Void> mergeFrom(Collection<String> names) {
            return answer(counter.mergeFrom(names));
        }

        @Override
        public Answer<Void> expire(Duration timeToLive) {
            return answer(counter.expire(timeToLive));
        }

        @Override
        public Answer<Void> clear() {
            return answer(counter.clear());
        }

        @Override
        public Answer<Void> delete() {
            return answer(counter.delete());
        }
    }
}
