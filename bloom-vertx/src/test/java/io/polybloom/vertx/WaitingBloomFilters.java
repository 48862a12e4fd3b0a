package io.polybloom.vertx;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Vert.x flavour as the kit wants to see it: waiting, with its failures as they are. */
record WaitingBloomFilters(VertxBloomFilters filters) implements BloomFilters {

    private static final long PATIENCE_SECONDS = 60;

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel) {
        return new WaitingBloomFilter<>(await(filters.<T>open(spec, funnel)));
    }

    @Override
    public <T> BloomFilter<T> openExisting(String name, Funnel<? super T> funnel) {
        return new WaitingBloomFilter<>(await(filters.<T>openExisting(name, funnel)));
    }

    @Override
    public Optional<FilterDescription> describe(String name) {
        return await(filters.describe(name));
    }

    static <R> R await(Future<R> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure.getCause());
        } catch (InterruptedException | TimeoutException late) {
            throw new IllegalStateException("no answer", late);
        }
    }
}
