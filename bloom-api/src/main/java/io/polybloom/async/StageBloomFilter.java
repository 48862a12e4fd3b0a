package io.polybloom.async;

import static io.polybloom.async.CompletionStageDriver.run;

import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.driver.FilterOperations;
import io.polybloom.driver.LaterCalls;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/** The operations of a filter, run by the driver for stages. */
class StageBloomFilter<T> implements AsyncBloomFilter<T> {

    final FilterOperations<T> operations;
    final Transport<CompletionStage<List<Reply>>> transport;
    private final LaterCalls<CompletionStage<Boolean>> calls;

    StageBloomFilter(FilterOperations<T> operations, Transport<CompletionStage<List<Reply>>> transport) {
        this.operations = operations;
        this.transport = transport;
        this.calls = new LaterCalls<>(operations, new StageCalls(transport));
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
        return run(transport, () -> operations.addAll(elements));
    }

    @Override
    public CompletionStage<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
        return run(transport, () -> operations.load(elements, progress));
    }

    @Override
    public CompletionStage<Boolean> mightContain(T element) {
        return calls.run(operations.lookingUp(element));
    }

    @Override
    public CompletionStage<boolean[]> mightContainAll(Collection<? extends T> elements) {
        return run(transport, () -> operations.mightContainAll(elements));
    }

    @Override
    public AsyncClaims<T> claims(String writer) {
        return new StageClaims<>(operations.claims(writer), transport);
    }

    @Override
    public CompletionStage<FilterStats> stats() {
        return run(transport, operations::stats);
    }

    @Override
    public CompletionStage<Void> clear() {
        return run(transport, operations::clear);
    }

    @Override
    public CompletionStage<Void> expire(Duration timeToLive) {
        return run(transport, () -> operations.expire(timeToLive));
    }

    @Override
    public CompletionStage<Void> expireAt(Instant instant) {
        return run(transport, () -> operations.expireAt(instant));
    }

    @Override
    public CompletionStage<Void> persist() {
        return run(transport, operations::persist);
    }

    @Override
    public CompletionStage<Void> delete() {
        return run(transport, operations::delete);
    }

    @Override
    public String toString() {
        return operations.toString();
    }
}
