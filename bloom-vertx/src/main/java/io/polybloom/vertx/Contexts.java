package io.polybloom.vertx;

import com.google.common.util.concurrent.Uninterruptibles;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the contexts on which callers are answered, and event loops in place of contexts that the caller's code may
 * block.
 */
final class Contexts {

    /** The name of the counter in the shared data; used with Vert.x 4 only. */
    private static final String COUNTER = "io.polybloom.vertx";

    static final boolean IS_VERTX_4 = isVertx4();

    private Contexts() {}

    private static boolean isVertx4() {
        try {
            Class.forName("io.vertx.core.Completable");
            return false;
        } catch (ClassNotFoundException since5) {
            return true;
        }
    }

    /**
     * Returns a future without a value that belongs to the context on which the client answers this caller. So does
     * every future that is composed from it, for early and late handlers alike. Does no I/O. With Vert.x 4, a caller
     * without a context is given none.
     */
    static Future<?> ofCaller(Redis redis) {
        Context context = Vertx.currentContext();
        if (IS_VERTX_4 && context != null) {
            // Made at once; the cheapest future that Vert.x itself puts on a context.
            return context.owner().sharedData().getLocalCounter(COUNTER);
        }
        // An empty batch sends nothing.
        return redis.batch(List.of());
    }

    /**
     * Returns the context itself if it is that of an event loop; otherwise the context of an event loop, always the
     * same one for the same argument.
     *
     * @param context the context of a caller; null if the caller has none
     */
    static @Nullable Context eventLoopOf(@Nullable Context context) {
        if (context == null || context.isEventLoopContext()) {
            return context;
        }
        Context known = context.get(Contexts.class);
        if (known != null) {
            return known;
        }
        Context loop = makeEventLoop(context);
        context.put(Contexts.class, loop);
        return loop;
    }

    /**
     * Makes the context of an event loop, in a new thread, since Vert.x gives such a context to a thread that it does
     * not know.
     */
    private static Context makeEventLoop(Context context) {
        AtomicReference<Context> made = new AtomicReference<>();
        Thread stranger = new Thread(() -> made.set(context.owner().getOrCreateContext()), "polybloom");
        stranger.start();
        Uninterruptibles.joinUninterruptibly(stranger);
        return Objects.requireNonNull(made.get());
    }
}
