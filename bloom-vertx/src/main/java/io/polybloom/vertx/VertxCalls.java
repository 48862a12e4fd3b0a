package io.polybloom.vertx;

import io.polybloom.driver.FilterOperations;
import io.polybloom.driver.LaterCalls;
import io.polybloom.driver.SingleCall;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/**
 * The single calls of a filter: a call goes alone while few are under way, and together with others that wait. Calls
 * from a worker or a virtual thread always go alone: its code may block while its answer waits to be handed over, and
 * others must not wait for that.
 */
final class VertxCalls {

    /** The future of a call that waits. */
    private record Answer(Promise<Boolean> promise) implements SingleCall.Caller {
        @Override
        public void answered(boolean answer) {
            promise.complete(answer);
        }

        @Override
        public void failed(Throwable failure) {
            promise.fail(failure);
        }
    }

    private final FilterOperations<?> operations;
    private final VertxDriver driver;
    private final LaterCalls calls;

    VertxCalls(FilterOperations<?> operations, VertxDriver driver) {
        this.operations = operations;
        this.driver = driver;
        this.calls = new LaterCalls(operations, (operation, end) -> driver.run(() -> operation, end::accept));
    }

    /** Runs a call. Its element is read at once, in the calling thread. */
    Future<Boolean> run(Supplier<SingleCall> prepared) {
        Future<SingleCall> call = Future.succeededFuture(prepared).map(Supplier::get);
        return call.failed() ? driver.onContextOfCaller(call.mapEmpty()) : run(call.result());
    }

    private Future<Boolean> run(SingleCall call) {
        Context context = Vertx.currentContext();
        boolean mayBlock = context != null && !context.isEventLoopContext();
        if (calls.isKnown(call)) {
            return driver.onContextOfCaller(Future.succeededFuture(call.answerIfPresent()));
        }
        if (mayBlock) {
            return driver.run(() -> operations.start(call));
        }
        if (calls.letGoAlone(call)) {
            return driver.run(() -> operations.start(call), (value, failure) -> calls.landed(call));
        }
        Promise<Boolean> promise = Promise.promise();
        calls.await(call, new Answer(promise));
        return driver.onContextOfCaller(promise.future());
    }
}
