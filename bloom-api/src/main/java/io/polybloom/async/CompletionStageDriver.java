package io.polybloom.async;

import io.polybloom.BloomFilterException;
import io.polybloom.driver.CallbackDriver;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Drives operations on a transport that answers with stages. */
final class CompletionStageDriver {

    private CompletionStageDriver() {}

    /**
     * Starts an operation. Exceptions about its arguments are thrown; any other exception fails the stage. The stage is
     * the promise itself and not a dependent of it, so that nothing is wrapped.
     */
    static <R> CompletionStage<R> run(Transport<CompletionStage<List<Reply>>> transport, Supplier<Step<R>> operation) {
        return run(transport, operation, () -> {});
    }

    /**
     * Starts an operation.
     *
     * @param end runs exactly once, before the stage is completed, even if the operation cannot be started
     */
    static <R> CompletionStage<R> run(
            Transport<CompletionStage<List<Reply>>> transport, Supplier<Step<R>> operation, Runnable end) {
        Step<R> first;
        try {
            first = operation.get();
        } catch (BloomFilterException refused) {
            end.run();
            return CompletableFuture.failedFuture(refused);
        } catch (RuntimeException | Error refused) {
            end.run();
            throw refused;
        }
        CompletableFuture<R> promise = new CompletableFuture<>();
        new CallbackDriver<>(transport, CompletionStage::whenComplete, first, promise::isDone, (value, failure) -> {
                    end.run();
                    if (failure == null) {
                        promise.complete(value);
                    } else {
                        promise.completeExceptionally(failure);
                    }
                })
                .start();
        return promise;
    }
}
