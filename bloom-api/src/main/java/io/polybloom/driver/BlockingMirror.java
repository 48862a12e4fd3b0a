package io.polybloom.driver;

import io.polybloom.FilterMirror;
import java.util.concurrent.locks.ReentrantLock;

/** The operations of a mirror, whose refreshes are run by the blocking driver. */
final class BlockingMirror<T> extends MirrorOperations<T> implements FilterMirror<T> {

    private final BlockingDriver driver;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    BlockingMirror(MirrorOperations<T> opened, BlockingDriver driver) {
        super(opened);
        this.driver = driver;
    }

    /** Begins to refresh the mirror as its options say. */
    FilterMirror<T> scheduled() {
        schedule(this::refresh);
        return this;
    }

    @Override
    public void refresh() {
        oneAtATime.lock();
        try {
            driver.run(refreshing());
        } finally {
            oneAtATime.unlock();
        }
    }
}
