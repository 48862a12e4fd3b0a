package io.polybloom.tck.wrong.later;

import io.polybloom.tck.backend.CallerContext;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A context that is one thread. */
final class EventLoop implements CallerContext, AutoCloseable {

    private static final ThreadLocal<EventLoop> CURRENT = new ThreadLocal<>();

    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** Where the handlers of the calling code belong: to its event loop or, where there is none, to any thread. */
    static Executor ofCaller() {
        EventLoop current = CURRENT.get();
        return current == null ? Runnable::run : current::run;
    }

    @Override
    public void run(Runnable action) {
        thread.execute(() -> {
            CURRENT.set(this);
            action.run();
        });
    }

    @Override
    public boolean isCurrent() {
        return CURRENT.get() == this;
    }

    @Override
    public boolean isEventLoop() {
        return true;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
