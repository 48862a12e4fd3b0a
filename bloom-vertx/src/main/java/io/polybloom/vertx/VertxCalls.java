package io.polybloom.vertx;

import io.polybloom.driver.LaterCalls;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.SingleCall;
import io.polybloom.step.Step;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the single calls of a filter. Calls from a worker or a virtual thread are always sent alone: such a thread may
 * block in the caller's code while its answer waits to be delivered, and others must not wait for that.
 */
final class VertxCalls implements LaterCalls.Flavour<Future<Boolean>> {

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
    private final LaterCalls<Future<Boolean>> calls;

    VertxCalls(FilterOperations<?> operations, VertxDriver driver) {
        this.operations = operations;
        this.driver = driver;
        this.calls = new LaterCalls<>(operations, this);
    }

    /** Runs a call. Its element is read at once, in the calling thread. */
    Future<Boolean> run(Supplier<SingleCall> prepared) {
        Future<SingleCall> call = Future.succeededFuture(prepared).map(Supplier::get);
        return call.failed() ? driver.onContextOfCaller(call.mapEmpty()) : run(call.result());
    }

    private Future<Boolean> run(SingleCall call) {
        Context context = Vertx.currentContext();
        boolean mayBlock = context != null && !context.isEventLoopContext();
        return mayBlock ? driver.run(() -> operations.start(call)) : calls.run(call);
    }

    @Override
    public Future<Boolean> runAlone(Supplier<Step<Boolean>> operation, Consumer<@Nullable Throwable> end) {
        return driver.run(operation, (answer, failure) -> end.accept(failure));
    }

    @Override
    public void runTogether(Step<boolean[]> operation, BiConsumer<boolean @Nullable [], @Nullable Throwable> end) {
        driver.run(() -> operation, end);
    }

    @Override
    public Future<Boolean> promise(Consumer<SingleCall.Caller> request, Runnable leave) {
        Promise<Boolean> promise = Promise.promise();
        request.accept(new Answer(promise));
        return driver.onContextOfCaller(promise.future());
    }
}
