package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.Acknowledgement;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.operations.CounterOperations;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.MirrorOperations;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/** The engine, run by the driver. */
record FutureBloomFilters(FilterEngine engine, VertxDriver driver) implements VertxBloomFilters {

    @Override
    public <T> Future<VertxBloomFilter<T>> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return with(
                options.acknowledgement(),
                own -> own.run(() -> engine.<T>open(spec, funnel, options))
                        .map(filter -> new FutureBloomFilter<>(filter, own)));
    }

    @Override
    public <T> Future<VertxRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        return with(
                options.acknowledgement(),
                own -> own.run(() -> engine.<T>openRemovable(spec, funnel, options))
                        .map(filter -> new FutureBloomFilter.Removable<>(filter, own)));
    }

    private <F> Future<F> with(Optional<Acknowledgement> asked, Function<VertxDriver, Future<F>> operation) {
        VertxDriver own;
        try {
            own = asked.map(driver::acknowledgedBy).orElse(driver);
        } catch (IllegalArgumentException refused) {
            return driver.run(() -> {
                throw refused;
            });
        }
        return operation.apply(own);
    }

    @Override
    public <T> VertxDistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new FutureCounter<>(engine.counter(name, funnel), driver);
    }

    @Override
    public <T> Future<VertxFilterMirror<T>> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return driver.run(() -> engine.<T>mirror(name, funnel, options))
                .map(operations -> new FutureMirror<>(operations, driver).scheduled());
    }

    @Override
    public <R> Future<R> run(FilterTask<R> task) {
        return with(task.acknowledgement(), own -> own.run(() -> engine.run(task)));
    }

    /** Makes the task inside the operation, so that an invalid name fails the future. */
    @Override
    public Future<Optional<FilterDescription>> describe(String name) {
        return driver.run(() -> engine.run(FilterTask.describing(name)));
    }

    /** The operations of a counter, run by the driver. */
    private record FutureCounter<T>(CounterOperations<T> operations, VertxDriver driver)
            implements VertxDistinctCounter<T> {

        @Override
        public String name() {
            return operations.name();
        }

        @Override
        public Future<Boolean> add(T element) {
            return driver.run(() -> operations.add(element));
        }

        @Override
        public Future<Boolean> addAll(Collection<? extends T> elements) {
            return driver.run(() -> operations.addAll(elements));
        }

        @Override
        public Future<DistinctEstimate> count() {
            return driver.run(operations::count);
        }

        @Override
        public Future<Void> mergeFrom(Collection<String> names) {
            return driver.run(() -> operations.mergeFrom(names));
        }

        @Override
        public Future<Void> expire(Duration timeToLive) {
            return driver.run(() -> operations.expire(timeToLive));
        }

        @Override
        public Future<Void> clear() {
            return driver.run(operations::clear);
        }

        @Override
        public Future<Void> delete() {
            return driver.run(operations::delete);
        }

        @Override
        public String toString() {
            return operations.toString();
        }
    }

    /** The operations of a mirror, whose refreshes are run by the driver. */
    private static final class FutureMirror<T> extends MirrorOperations<T> implements VertxFilterMirror<T> {

        private final VertxDriver driver;

        /** Succeeds when the refresh that was asked for last has ended, successfully or not. */
        private Future<Void> last = Future.succeededFuture();

        FutureMirror(MirrorOperations<T> opened, VertxDriver driver) {
            super(opened);
            this.driver = driver;
        }

        /** Begins to refresh the mirror as its options say. */
        VertxFilterMirror<T> scheduled() {
            schedule(this::refreshUnlessUnderWay);
            return this;
        }

        private void refreshUnlessUnderWay() {
            if (latest().isComplete()) {
                refresh().onComplete(refreshed -> ended(refreshed.cause()));
            }
        }

        private synchronized Future<Void> latest() {
            return last;
        }

        @Override
        public Future<Void> refresh() {
            Future<Void> refresh;
            synchronized (this) {
                refresh = last.compose(ended -> driver.run(this::refreshing));
                last = refresh.otherwiseEmpty();
            }
            return driver.onContextOfCaller(refresh);
        }
    }
}
