package io.polybloom.async;

import com.google.common.hash.Funnel;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.driver.AcknowledgedTransport;
import io.polybloom.driver.CounterOperations;
import io.polybloom.driver.FilterEngine;
import io.polybloom.driver.MirrorOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
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
    private final Transport<CompletionStage<List<Reply>>> transport;

    /** Creates the flavour over a transport. */
    public StageBloomFilters(Transport<CompletionStage<List<Reply>>> transport) {
        this(new FilterEngine(transport), transport);
    }

    /** Creates the flavour over a transport, with an engine whose environment need not be that of the transport. */
    public StageBloomFilters(FilterEngine engine, Transport<CompletionStage<List<Reply>>> transport) {
        this.engine = engine;
        this.transport = transport;
    }

    @Override
    public <T> CompletionStage<AsyncBloomFilter<T>> open(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        Transport<CompletionStage<List<Reply>>> own = transportFor(options);
        return CompletionStageDriver.run(
                own,
                () -> engine.<T>open(spec, funnel, options).map(operations -> new StageBloomFilter<>(operations, own)));
    }

    @Override
    public <T> CompletionStage<AsyncRemovableBloomFilter<T>> openRemovable(
            FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        Transport<CompletionStage<List<Reply>>> own = transportFor(options);
        return CompletionStageDriver.run(
                own,
                () -> engine.<T>openRemovable(spec, funnel, options)
                        .map(operations -> new StageBloomFilter.Removable<>(operations, own)));
    }

    private Transport<CompletionStage<List<Reply>>> transportFor(FilterOptions options) {
        return options.acknowledgement()
                .<Transport<CompletionStage<List<Reply>>>>map(
                        asked -> AcknowledgedTransport.over(transport, asked, CompletionStage::thenApply))
                .orElse(transport);
    }

    @Override
    public <T> AsyncDistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return new StageCounter<>(engine.counter(name, funnel), transport);
    }

    @Override
    public <T> CompletionStage<AsyncFilterMirror<T>> mirror(
            String name, Funnel<? super T> funnel, MirrorOptions options) {
        return CompletionStageDriver.run(
                transport,
                () -> engine.<T>mirror(name, funnel, options)
                        .map(opened -> new StageMirror<>(opened, transport).scheduled()));
    }

    @Override
    public <R> CompletionStage<R> run(FilterTask<R> task) {
        return CompletionStageDriver.run(transport, () -> engine.run(task));
    }

    /** The operations of a counter, run by the driver for stages. */
    private record StageCounter<T>(CounterOperations<T> operations, Transport<CompletionStage<List<Reply>>> transport)
            implements AsyncDistinctCounter<T> {

        @Override
        public String name() {
            return operations.name();
        }

        @Override
        public CompletionStage<Boolean> add(T element) {
            return CompletionStageDriver.run(transport, () -> operations.add(element));
        }

        @Override
        public CompletionStage<Boolean> addAll(Collection<? extends T> elements) {
            return CompletionStageDriver.run(transport, () -> operations.addAll(elements));
        }

        @Override
        public CompletionStage<DistinctEstimate> count() {
            return CompletionStageDriver.run(transport, operations::count);
        }

        @Override
        public CompletionStage<Void> mergeFrom(Collection<String> names) {
            return CompletionStageDriver.run(transport, () -> operations.mergeFrom(names));
        }

        @Override
        public CompletionStage<Void> expire(Duration timeToLive) {
            return CompletionStageDriver.run(transport, () -> operations.expire(timeToLive));
        }

        @Override
        public CompletionStage<Void> clear() {
            return CompletionStageDriver.run(transport, operations::clear);
        }

        @Override
        public CompletionStage<Void> delete() {
            return CompletionStageDriver.run(transport, operations::delete);
        }

        @Override
        public String toString() {
            return operations.toString();
        }
    }

    /** The operations of a mirror, whose refreshes are run by the driver for stages. */
    private static final class StageMirror<T> extends MirrorOperations<T> implements AsyncFilterMirror<T> {

        private final Transport<CompletionStage<List<Reply>>> transport;

        /** Completed when the refresh that was asked for last has ended, successfully or not. */
        private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

        StageMirror(MirrorOperations<T> opened, Transport<CompletionStage<List<Reply>>> transport) {
            super(opened);
            this.transport = transport;
        }

        /** Begins to refresh the mirror as its options say. */
        AsyncFilterMirror<T> scheduled() {
            schedule(this::refreshUnlessUnderWay);
            return this;
        }

        private void refreshUnlessUnderWay() {
            if (latest().isDone()) {
                refresh();
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
                refresh = CompletionStageDriver.run(transport, this::refreshing);
            } catch (RuntimeException | Error refused) {
                end.accept(null, refused);
                return;
            }
            refresh.whenComplete(end);
        }
    }
}
