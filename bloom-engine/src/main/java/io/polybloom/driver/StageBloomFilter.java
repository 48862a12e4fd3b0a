package io.polybloom.driver;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.async.AsyncClaims;
import io.polybloom.async.AsyncRemovableBloomFilter;
import io.polybloom.operations.ClaimOperations;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operations of a filter, run by the driver for stages. */
class StageBloomFilter<T> implements AsyncBloomFilter<T> {

    final FilterOperations<T> operations;
    final CompletionStageDriver driver;
    private final LaterCalls<CompletionStage<Boolean>> calls;

    StageBloomFilter(FilterOperations<T> operations, CompletionStageDriver driver) {
        this.operations = operations;
        this.driver = driver;
        this.calls = new LaterCalls<>(operations, new StageCalls(operations, driver));
    }

    @Override
    public FilterDescription description() {
        return operations.description();
    }

    @Override
    public CompletionStage<Boolean> add(T element) {
        return calls.run(operations.adding(element));
    }

    @Override
    public CompletionStage<boolean[]> addAll(Collection<? extends T> elements) {
        return run(() -> operations.addAll(elements));
    }

    @Override
    public CompletionStage<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
        return run(() -> operations.load(elements, progress));
    }

    @Override
    public CompletionStage<Boolean> mightContain(T element) {
        return calls.run(operations.lookingUp(element));
    }

    @Override
    public CompletionStage<boolean[]> mightContainAll(Collection<? extends T> elements) {
        return run(() -> operations.mightContainAll(elements));
    }

    @Override
    public AsyncClaims<T> claims(String writer) {
        return new StageClaims(operations.claims(writer));
    }

    @Override
    public CompletionStage<FilterStats> stats() {
        return run(operations::stats);
    }

    @Override
    public CompletionStage<Void> clear() {
        return run(operations::clear);
    }

    @Override
    public CompletionStage<Void> expire(Duration timeToLive) {
        return run(() -> operations.expire(timeToLive));
    }

    @Override
    public CompletionStage<Void> expireAt(Instant instant) {
        return run(() -> operations.expireAt(instant));
    }

    @Override
    public CompletionStage<Void> persist() {
        return run(operations::persist);
    }

    @Override
    public CompletionStage<Void> delete() {
        return run(operations::delete);
    }

    @Override
    public String toString() {
        return operations.toString();
    }

    /** Runs an operation; a notice that a completed or cancelled stage no longer takes is given to a later call. */
    final <R> CompletionStage<R> run(Supplier<Step<R>> operation) {
        return driver.run(operation, failure -> {}, operations::unheard);
    }

    /** Runs single calls on a transport that answers with stages. */
    private record StageCalls(FilterOperations<?> operations, CompletionStageDriver driver)
            implements LaterCalls.Flavour<CompletionStage<Boolean>> {

        private static final class Promise extends CompletableFuture<Boolean> implements SingleCall.Caller {

            private final FilterOperations<?> operations;

            Promise(FilterOperations<?> operations) {
                this.operations = operations;
            }

            @Override
            public void answered(boolean answer) {
                complete(answer);
            }

            @Override
            public void failed(Throwable failure) {
                if (!completeExceptionally(failure)) {
                    operations.unheard(failure);
                }
            }
        }

        @Override
        public CompletionStage<Boolean> runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
            return driver.run(operation, end, operations::unheard);
        }

        @Override
        public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
            driver.run(() -> operation).whenComplete(end);
        }

        @Override
        public CompletionStage<Boolean> promise(Consumer<SingleCall.Caller> request, Runnable leave) {
            Promise promise = new Promise(operations);
            request.accept(promise);
            if (!promise.isDone()) {
                promise.whenComplete((answer, failure) -> leave.run());
            }
            return promise;
        }
    }

    /** The claims of a writer, run by the driver for stages. */
    private final class StageClaims implements AsyncClaims<T> {

        private final ClaimOperations<T> operations;

        StageClaims(ClaimOperations<T> operations) {
            this.operations = operations;
        }

        @Override
        public CompletionStage<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
            return run(() -> operations.addAll(firstDelivery, elements));
        }

        @Override
        public CompletionStage<Boolean> add(long delivery, T element) {
            return run(() -> operations.add(delivery, element));
        }

        @Override
        public CompletionStage<Void> settle(long upTo) {
            return run(() -> operations.settle(upTo));
        }

        @Override
        public CompletionStage<Long> unsettled() {
            return run(operations::unsettled);
        }

        @Override
        public String toString() {
            return operations.toString();
        }
    }

    /** The operations of a filter whose elements can be removed, run by the driver for stages. */
    static final class Removable<T> extends StageBloomFilter<T> implements AsyncRemovableBloomFilter<T> {

        Removable(FilterOperations<T> operations, CompletionStageDriver driver) {
            super(operations, driver);
        }

        @Override
        public CompletionStage<Boolean> remove(T element) {
            return run(() -> operations.remove(element));
        }

        @Override
        public CompletionStage<boolean[]> removeAll(Collection<? extends T> elements) {
            return run(() -> operations.removeAll(elements));
        }
    }
}
