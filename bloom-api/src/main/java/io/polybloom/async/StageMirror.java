package io.polybloom.async;

import io.polybloom.driver.MirrorOperations;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The operations of a mirror, whose refreshes are run by the driver for stages. */
final class StageMirror<T> extends MirrorOperations<T> implements AsyncFilterMirror<T> {

    private final Transport<CompletionStage<List<Reply>>> transport;

    /** Completed when the refresh that was asked for last has ended, successfully or not. */
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    StageMirror(MirrorOperations<T> opened, Transport<CompletionStage<List<Reply>>> transport) {
        super(opened);
        this.transport = transport;
    }

    /** Begins to refresh the mirror as its options say. */
    AsyncFilterMirror<T> scheduled() {
        schedule(this::refreshUnlessUnderWay);
        return this;
    }

    private void refreshUnlessUnderWay() {
        if (latest().isDone()) {
            refresh();
        }
    }

    private synchronized CompletableFuture<?> latest() {
        return last;
    }

    @Override
    public CompletionStage<Void> refresh() {
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<?> before;
        synchronized (this) {
            before = last;
            last = ended;
        }
        before.whenComplete((value, ignored) -> begin((done, failure) -> {
            ended.complete(null);
            if (failure == null) {
                told.complete(null);
            } else {
                told.completeExceptionally(failure);
            }
        }));
        return told;
    }

    private void begin(BiConsumer<@Nullable Void, @Nullable Throwable> end) {
        CompletionStage<Void> refresh;
        try {
            refresh = CompletionStageDriver.run(transport, this::refreshing);
        } catch (RuntimeException | Error refused) {
            end.accept(null, refused);
            return;
        }
        refresh.whenComplete(end);
    }
}
