package io.polybloom.async;

import io.polybloom.driver.LaterCalls;
import io.polybloom.driver.SingleCall;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs single calls on a transport that answers with stages. */
record StageCalls(Transport<CompletionStage<List<Reply>>> transport)
        implements LaterCalls.Flavour<CompletionStage<Boolean>> {

    private static final class Promise extends CompletableFuture<Boolean> implements SingleCall.Caller {
        @Override
        public void answered(boolean answer) {
            complete(answer);
        }

        @Override
        public void failed(Throwable failure) {
            completeExceptionally(failure);
        }
    }

    @Override
    public CompletionStage<Boolean> runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
        return CompletionStageDriver.run(transport, operation, end);
    }

    @Override
    public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
        CompletionStageDriver.run(transport, () -> operation).whenComplete(end);
    }

    @Override
    public CompletionStage<Boolean> promise(Consumer<SingleCall.Caller> request, Runnable leave) {
        Promise promise = new Promise();
        request.accept(promise);
        if (!promise.isDone()) {
            promise.whenComplete((answer, failure) -> leave.run());
        }
        return promise;
    }
}
