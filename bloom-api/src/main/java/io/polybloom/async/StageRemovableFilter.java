package io.polybloom.async;

import static io.polybloom.async.CompletionStageDriver.run;

import io.polybloom.driver.FilterOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The operations of a filter whose elements can be removed, run by the driver for stages. */
final class StageRemovableFilter<T> extends StageBloomFilter<T> implements AsyncRemovableBloomFilter<T> {

    StageRemovableFilter(FilterOperations<T> operations, Transport<CompletionStage<List<Reply>>> transport) {
        super(operations, transport);
    }

    @Override
    public CompletionStage<Boolean> remove(T element) {
        return run(transport, () -> operations.remove(element));
    }

    @Override
    public CompletionStage<boolean[]> removeAll(Collection<? extends T> elements) {
        return run(transport, () -> operations.removeAll(elements));
    }
}
