package io.polybloom.vertx;

import io.polybloom.driver.MirrorOperations;
import io.vertx.core.Future;

/** The operations of a mirror, whose refreshes are run by the driver. */
final class DrivenMirror<T> extends MirrorOperations<T> implements VertxFilterMirror<T> {

    private final VertxDriver driver;

    /** Succeeds when the refresh that was asked for last has ended, successfully or not. */
    private Future<Void> last = Future.succeededFuture();

    DrivenMirror(MirrorOperations<T> opened, VertxDriver driver) {
        super(opened);
        this.driver = driver;
    }

    /** Begins to refresh the mirror as its options say. */
    VertxFilterMirror<T> scheduled() {
        schedule(this::refreshUnlessUnderWay);
        return this;
    }

    private void refreshUnlessUnderWay() {
        if (latest().isComplete()) {
            refresh();
        }
    }

    private synchronized Future<Void> latest() {
        return last;
    }

    @Override
    public Future<Void> refresh() {
        Future<Void> refresh;
        synchronized (this) {
            refresh = last.compose(ended -> driver.run(this::refreshing));
            last = refresh.otherwiseEmpty();
        }
        return driver.onContextOfCaller(refresh);
    }
}
