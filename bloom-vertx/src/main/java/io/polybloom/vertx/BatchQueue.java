package io.polybloom.vertx;

import static io.vertx.core.Future.succeededFuture;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Batches that wait for a connection, in order. A client refuses a connection when its pool and the queue before it are
 * full, so only a few connections are requested at a time, and each serves several batches before it is returned. All
 * other batches wait here until one of ours has been answered; other users of the client get a connection before we
 * request another one. Thread-safe.
 */
final class BatchQueue {

    private static final Logger LOGGER = System.getLogger("io.polybloom");

    /**
     * The maximum number of connections in use at a time: fewer than the six that a pool has by default, so that other
     * users of the client find a free one.
     */
    private static final int MOST_LEASES = 4;

    /**
     * The maximum number of commands in batches that share a connection; a longer batch is sent alone. A compromise:
     * more commands save round trips, fewer return the connection sooner. It must be less than
     * {@code maxWaitingHandlers}.
     */
    private static final int MOST_COMMANDS = 16;

    /**
     * The maximum number of connections on which a batch is tried: more than a pool usually has dead ones. A dead
     * connection leaves the pool when a write on it fails.
     */
    private static final int MOST_LEASES_OF_A_BATCH = 16;

    /**
     * A batch and the promise of its answer. The batch is sent by an event loop, since the caller's code may block any
     * other context, and must not hold up a connection for which others wait.
     */
    private static final class Waiting {
        final Batch batch;
        final Promise<List<Reply>> answer = Promise.promise();
        private final @Nullable Context context = Vertx.currentContext();
        private final @Nullable Context loop = Contexts.eventLoopOf(context);
        private volatile Future<List<Reply>> answered = answer.future();
        private int leasesLeft = MOST_LEASES_OF_A_BATCH;

        Waiting(Batch batch) {
            this.batch = batch;
        }

        void onItsLoop(Runnable action) {
            runOn(loop, action);
        }

        void onItsContext(Runnable action) {
            runOn(context, action);
        }

        /** Returns the replies, once the batch has been answered; failures if an exception came in their place. */
        List<Reply> replies() {
            return answered.succeeded()
                    ? answered.result()
                    : Collections.nCopies(batch.size(), Reply.Failure.noAnswer(answered.cause()));
        }

        /**
         * Completes the answer. With Vert.x 4, an event loop processes many answers in a row if they have already
         * arrived; so each answer is queued after the other work of its context.
         */
        void passOn() {
            if (Contexts.IS_VERTX_4 && context != null) {
                queueOn(context, () -> answer.complete(replies()));
            } else {
                onItsContext(() -> answer.complete(replies()));
            }
        }

        private static void runOn(@Nullable Context context, Runnable action) {
            if (context == null || context == Vertx.currentContext()) {
                action.run();
            } else {
                queueOn(context, action);
            }
        }

        private static void queueOn(Context context, Runnable action) {
            try {
                context.runOnContext(now -> action.run());
            } catch (RejectedExecutionException vertxIsClosed) {
                action.run();
            }
        }
    }

    private final Redis redis;
    private final BiFunction<RedisConnection, Batch, Future<List<Reply>>> exchange;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int leases;

    BatchQueue(Redis redis, BiFunction<RedisConnection, Batch, Future<List<Reply>>> exchange) {
        this.redis = redis;
        this.exchange = exchange;
    }

    /** Sends a batch as soon as there is a connection for it. */
    Future<List<Reply>> send(Batch batch) {
        Waiting last = new Waiting(batch);
        synchronized (this) {
            waiting.add(last);
            if (leases == MOST_LEASES) {
                return last.answer.future();
            }
            leases++;
        }
        last.onItsLoop(this::lease);
        return last.answer.future();
    }

    private void lease() {
        try {
            redis.connect().onComplete(answer -> {
                if (answer.succeeded()) {
                    serve(answer.result());
                } else {
                    refuse(answer.cause());
                }
            });
        } catch (RejectedExecutionException vertxIsClosed) {
            refuse(vertxIsClosed);
        }
    }

    /**
     * Sends batches on a connection. No caller is answered before the connection has been returned: a handler may block
     * until it gets a connection.
     */
    private void serve(RedisConnection connection) {
        List<Waiting> served = takeSome();
        if (served.isEmpty()) {
            giveBack(connection);
        }
        AtomicInteger unanswered = new AtomicInteger(served.size());
        for (Waiting each : served) {
            each.onItsLoop(() -> {
                Future<List<Reply>> answered = exchange.apply(connection, each.batch);
                each.answered = answered;
                answered.onComplete(done -> {
                    if (unanswered.decrementAndGet() == 0) {
                        List<Waiting> ended = keepUnsent(connection, served);
                        giveBack(connection);
                        ended.forEach(Waiting::passOn);
                    }
                });
            });
        }
    }

    /**
     * Lets the batches that a dead connection has not sent wait for another one, before all others; returns the rest.
     */
    private List<Waiting> keepUnsent(RedisConnection connection, List<Waiting> served) {
        if (served.stream().noneMatch(each -> each.replies().get(0) instanceof Reply.Failure)) {
            return served;
        }
        List<List<Reply>> lease = new ArrayList<>(served.size());
        for (Waiting each : served) {
            lease.add(each.replies());
        }
        UnsentBatches unsent = new UnsentBatches(lease, VertxTransport.isReplacedOnFailover(connection));
        List<Waiting> ended = new ArrayList<>(served.size());
        synchronized (this) {
            for (int i = served.size() - 1; i >= 0; i--) {
                Waiting each = served.get(i);
                if (unsent.contains(lease.get(i)) && --each.leasesLeft > 0) {
                    waiting.addFirst(each);
                } else {
                    ended.add(0, each);
                }
            }
        }
        return ended;
    }

    /**
     * Returns a connection and sends more batches, if any wait. A client that follows failovers may have returned it
     * already, and refuses to do so again; the answers that have come along it count all the same.
     */
    private void giveBack(RedisConnection connection) {
        succeededFuture(connection)
                .compose(RedisConnection::close)
                .onFailure(thrown -> LOGGER.log(
                        Logger.Level.WARNING, "the Redis client did not take back one of its connections", thrown));
        synchronized (this) {
            if (waiting.isEmpty()) {
                leases--;
                return;
            }
        }
        lease();
    }

    /**
     * Handles the refusal of a connection. While another connection is in use, its return lets the waiting batches
     * continue; otherwise there is nothing to wait for, and they fail.
     */
    private void refuse(Throwable refused) {
        List<Waiting> stranded;
        synchronized (this) {
            leases--;
            if (leases > 0) {
                return;
            }
            stranded = new ArrayList<>(waiting);
            waiting.clear();
        }
        for (Waiting each : stranded) {
            List<Reply> replies = Collections.nCopies(each.batch.size(), ResponseReader.refusal(refused));
            each.onItsContext(() -> each.answer.complete(replies));
        }
    }

    private synchronized List<Waiting> takeSome() {
        List<Waiting> some = new ArrayList<>();
        int commands = 0;
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            commands += next.batch.size();
            if (!some.isEmpty() && (commands > MOST_COMMANDS || next.batch.isGroup())) {
                break;
            }
            some.add(waiting.remove());
            if (next.batch.isGroup()) {
                // Alone, since another batch could get between MULTI and EXEC.
                break;
            }
        }
        return some;
    }
}
