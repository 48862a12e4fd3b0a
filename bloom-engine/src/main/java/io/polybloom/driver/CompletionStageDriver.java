package io.polybloom.driver;

import io.polybloom.Acknowledgement;
import io.polybloom.BloomFilterException;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Drives operations on a transport that answers with stages. Thread-safe. */
record CompletionStageDriver(Transport<CompletionStage<List<Reply>>> transport, PrimaryProof proof) {

    /** Creates a driver for a transport. */
    CompletionStageDriver(Transport<CompletionStage<List<Reply>>> transport) {
        this(transport, new PrimaryProof());
    }

    /** Returns a driver for which a write is done only when replicas have it. */
    CompletionStageDriver acknowledgedBy(Acknowledgement asked) {
        return new CompletionStageDriver(AcknowledgedTransport.over(transport, asked, CompletionStage::thenApply));
    }

    /**
     * Starts an operation. Exceptions about its arguments are thrown; any other exception fails the stage. The stage is
     * the promise itself and not a dependent of it, so that nothing is wrapped.
     */
    <R> CompletionStage<R> run(Supplier<Step<R>> operation) {
        return run(operation, failure -> {}, failure -> {});
    }

    /**
     * Starts an operation.
     *
     * @param end runs exactly once, before the stage is completed, even if the operation cannot be started; takes the
     *     exception in place of the value, if there is one
     * @param unheard takes the exception if the caller has completed or cancelled the stage meanwhile
     */
    <R> CompletionStage<R> run(
            Supplier<Step<R>> operation, Consumer<@Nullable Throwable> end, Consumer<Throwable> unheard) {
        Step<R> first;
        try {
            first = operation.get();
        } catch (BloomFilterException refused) {
            end.accept(refused);
            return CompletableFuture.failedFuture(refused);
        } catch (RuntimeException | Error refused) {
            end.accept(refused);
            throw refused;
        }
        CompletableFuture<R> promise = new CompletableFuture<>();
        new CallbackDriver<>(
                        transport, proof, CompletionStage::whenComplete, first, promise::isDone, (value, failure) -> {
                            end.accept(failure);
                            if (failure == null) {
                                promise.complete(value);
                            } else if (!promise.completeExceptionally(failure)) {
                                unheard.accept(failure);
                            }
                        })
                .start();
        return promise;
    }
}
