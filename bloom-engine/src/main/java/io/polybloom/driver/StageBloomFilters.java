package io.polybloom.driver;

import com.google.common.hash.Funnel;
import io.polybloom.Acknowledgement;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.async.AsyncDistinctCounter;
import io.polybloom.async.AsyncFilterMirror;
import io.polybloom.async.AsyncRemovableBloomFilter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.operations.CounterOperations;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.MirrorOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens filters of the flavour with stages over any transport that answers with stages; an adapter for such a client
 * returns it. Thread-safe.
 */
public final class StageBloomFilters implements AsyncBloomFilters {

    private final FilterEngine engine;
    private final CompletionStageDriver driver;

    /** Creates the flavour over a transport. */
    public StageBloomFilters(Transport<CompletionStage<List<Reply>>> transport) {
        this(new FilterEngine(transport), transport);
    }

    /** Creates the flavour over a transport, with an engine whose environment need not be that of the transport. */
    public StageBloomFilters(FilterEngine engine, Transport<CompletionStage<List<Reply>>> transport) {
        this.engine = engine;
        this.driver = new CompletionStageDriver(transport);
    }

    @Override
    public <T> CompletionStage<AsyncBloomFilter<T>> open(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        CompletionStageDriver own = driverFor(options.acknowledgement());
        return own.run(
                () -> engine.<T>open(spec, funnel, options).map(operations -> new StageBloomFilter<>(operations, own)));
    }

    @Override
    public <T> CompletionStage<AsyncRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        CompletionStageDriver own = driverFor(options.acknowledgement());
        return own.run(() -> engine.<T>openRemovable(spec, funnel, options)
                .map(operations -> new StageBloomFilter.Removable<>(operations, own)));
    }

    private CompletionStageDriver driverFor(Optional<Acknowledgement> asked) {
        return asked.map(driver::acknowledgedBy).orElse(driver);
    }

    @Override
    public <T> AsyncDistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new StageCounter<>(engine.counter(name, funnel), driver);
    }

    @Override
    public <T> CompletionStage<AsyncFilterMirror<T>> mirror(
            String name, Funnel<? super T> funnel, MirrorOptions options) {
        return driver.run(() ->
                engine.<T>mirror(name, funnel, options).map(opened -> new StageMirror<>(opened, driver).scheduled()));
    }

    @Override
    public <R> CompletionStage<R> run(FilterTask<R> task) {
        return driverFor(task.acknowledgement()).run(() -> engine.run(task));
    }

    /** The operations of a counter, run by the driver for stages. */
    private record StageCounter<T>(CounterOperations<T> operations, CompletionStageDriver driver)
            implements AsyncDistinctCounter<T> {

        @Override
        public String name() {
            return operations.name();
        }

        @Override
        public CompletionStage<Boolean> add(T element) {
            return driver.run(() -> operations.add(element));
        }

        @Override
        public CompletionStage<Boolean> addAll(Collection<? extends T> elements) {
            return driver.run(() -> operations.addAll(elements));
        }

        @Override
        public CompletionStage<DistinctEstimate> count() {
            return driver.run(operations::count);
        }

        @Override
        public CompletionStage<Void> mergeFrom(Collection<String> names) {
            return driver.run(() -> operations.mergeFrom(names));
        }

        @Override
        public CompletionStage<Void> expire(Duration timeToLive) {
            return driver.run(() -> operations.expire(timeToLive));
        }

        @Override
        public CompletionStage<Void> clear() {
            return driver.run(operations::clear);
        }

        @Override
        public CompletionStage<Void> delete() {
            return driver.run(operations::delete);
        }

        @Override
        public String toString() {
            return operations.toString();
        }
    }

    /** The operations of a mirror, whose refreshes are run by the driver for stages. */
    private static final class StageMirror<T> extends MirrorOperations<T> implements AsyncFilterMirror<T> {

        private final CompletionStageDriver driver;

        /** Completed when the refresh that was asked for last has ended, successfully or not. */
        private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

        StageMirror(MirrorOperations<T> opened, CompletionStageDriver driver) {
            super(opened);
            this.driver = driver;
        }

        /** Begins to refresh the mirror as its options say. */
        AsyncFilterMirror<T> scheduled() {
            schedule(this::refreshUnlessUnderWay);
            return this;
        }

        private void refreshUnlessUnderWay() {
            if (latest().isDone()) {
                refresh().whenComplete((done, failure) -> ended(failure));
            }
        }

        private synchronized CompletableFuture<?> latest() {
            return last;
        }

        @Override
        public CompletionStage<Void> refresh() {
            CompletableFuture<Void> told = new CompletableFuture<>();
            CompletableFuture<Void> ended = new CompletableFuture<>();
            CompletableFuture<?> before;
            synchronized (this) {
                before = last;
                last = ended;
            }
            before.whenComplete((value, ignored) -> begin((done, failure) -> {
                ended.complete(null);
                if (failure == null) {
                    told.complete(null);
                } else {
                    told.completeExceptionally(failure);
                }
            }));
            return told;
        }

        private void begin(BiConsumer<@Nullable Void, @Nullable Throwable> end) {
            CompletionStage<Void> refresh;
            try {
                refresh = driver.run(this::refreshing);
            } catch (RuntimeException | Error refused) {
                end.accept(null, refused);
                return;
            }
            refresh.whenComplete(end);
        }
    }
}
