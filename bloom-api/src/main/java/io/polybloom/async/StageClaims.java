package io.polybloom.async;

import static io.polybloom.async.CompletionStageDriver.run;

import io.polybloom.driver.ClaimOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The claims of a writer, run by the driver for stages. */
record StageClaims<T>(ClaimOperations<T> operations, Transport<CompletionStage<List<Reply>>> transport)
        implements AsyncClaims<T> {

    @Override
    public CompletionStage<boolean[]> addAll(long firstDelivery, List<? extends T> elements) {
        return run(transport, () -> operations.addAll(firstDelivery, elements));
    }

    @Override
    public CompletionStage<Boolean> add(long delivery, T element) {
        return run(transport, () -> operations.add(delivery, element));
    }

    @Override
    public CompletionStage<Void> settle(long upTo) {
        return run(transport, () -> operations.settle(upTo));
    }

    @Override
    public CompletionStage<Long> unsettled() {
        return run(transport, operations::unsettled);
    }

    @Override
    public String toString() {
        return operations.toString();
    }
}
