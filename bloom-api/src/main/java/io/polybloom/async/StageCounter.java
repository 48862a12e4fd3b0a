package io.polybloom.async;

import static io.polybloom.async.CompletionStageDriver.run;

import io.polybloom.counter.DistinctEstimate;
import io.polybloom.driver.CounterOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The operations of a counter, run by the driver for stages. */
record StageCounter<T>(CounterOperations<T> operations, Transport<CompletionStage<List<Reply>>> transport)
        implements AsyncDistinctCounter<T> {

    @Override
    public String name() {
        return operations.name();
    }

    @Override
    public CompletionStage<Boolean> add(T element) {
        return run(transport, () -> operations.add(element));
    }

    @Override
    public CompletionStage<Boolean> addAll(Collection<? extends T> elements) {
        return run(transport, () -> operations.addAll(elements));
    }

    @Override
    public CompletionStage<DistinctEstimate> count() {
        return run(transport, operations::count);
    }

    @Override
    public CompletionStage<Void> mergeFrom(Collection<String> names) {
        return run(transport, () -> operations.mergeFrom(names));
    }

    @Override
    public CompletionStage<Void> expire(Duration timeToLive) {
        return run(transport, () -> operations.expire(timeToLive));
    }

    @Override
    public CompletionStage<Void> clear() {
        return run(transport, operations::clear);
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
