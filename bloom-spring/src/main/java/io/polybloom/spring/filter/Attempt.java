package io.polybloom.spring.filter;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to open a filter on one client. The thread that makes it runs it; all others wait for its result.
 *
 * @param <T> the type of the elements
 */
final class Attempt<T> {

    private final BloomFilters client;
    private final CompletableFuture<BloomFilter<T>> result = new CompletableFuture<>();

    Attempt(BloomFilters client) {
        this.client = client;
    }

    boolean isOn(BloomFilters current) {
        return client == current;
    }

    /**
     * Runs the attempt.
     *
     * @param onFailure is run before any thread learns of a failure
     */
    void run(Function<BloomFilters, BloomFilter<T>> open, Runnable onFailure) {
        try {
            result.complete(open.apply(client));
        } catch (RuntimeException | Error failure) {
            onFailure.run();
            result.completeExceptionally(failure);
            throw failure;
        }
    }

    /** Returns the filter, if the attempt has ended and succeeded. */
    Optional<BloomFilter<T>> opened() {
        return result.isDone() && !result.isCompletedExceptionally() ? Optional.of(result.join()) : Optional.empty();
    }

    /**
     * Waits for the result.
     *
     * @return the filter; null if the thread that ran the attempt was interrupted, which is not an outcome for the
     *     others
     * @throws RuntimeException the failure of the attempt
     */
    @Nullable
    BloomFilter<T> await() {
        try {
            return result.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BackendException(
                    Reason.INTERRUPTED, false, "interrupted while the filter was being opened", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BackendException backend && backend.reason() == Reason.INTERRUPTED) {
                return null;
            }
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failed.getCause();
        }
    }
}
