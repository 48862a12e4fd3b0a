package io.polybloom.redisson;

import io.polybloom.driver.FilterOperations;
import io.polybloom.driver.LaterCalls;
import io.polybloom.driver.SingleCall;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The single calls of a filter: a call goes alone while few are under way, and together with others that wait. */
final class StageCalls {

    /** The stage of a call that waits. */
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

    private final FilterOperations<?> operations;
    private final Transport<CompletionStage<List<Reply>>> transport;
    private final LaterCalls calls;

    StageCalls(FilterOperations<?> operations, Transport<CompletionStage<List<Reply>>> transport) {
        this.operations = operations;
        this.transport = transport;
        this.calls = new LaterCalls(
                operations,
                (operation, end) ->
                        CompletionStageDriver.run(transport, () -> operation).whenComplete(end));
    }

    CompletionStage<Boolean> run(SingleCall call) {
        if (calls.isKnown(call)) {
            return CompletableFuture.completedFuture(call.answerIfPresent());
        }
        if (calls.letGoAlone(call)) {
            return counted(call);
        }
        Promise promise = new Promise();
        calls.await(call, promise);
        if (!promise.isDone()) {
            promise.whenComplete((value, failure) -> calls.leave(call));
        }
        return promise;
    }

    private CompletionStage<Boolean> counted(SingleCall call) {
        CompletionStage<Boolean> answer;
        try {
            answer = alone(call);
        } catch (RuntimeException | Error refused) {
            calls.landed(call);
            throw refused;
        }
        answer.whenComplete((value, failure) -> calls.landed(call));
        return answer;
    }

    private CompletionStage<Boolean> alone(SingleCall call) {
        return CompletionStageDriver.run(transport, () -> operations.start(call));
    }
}
