package io.polybloom.internal.membership;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.testing.MemoryRedis;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The server in memory behind several connections: of the batches in flight, the one sent last arrives first. */
final class Overtaking implements Transport<InFlight> {

    final MemoryRedis redis = new MemoryRedis();

    /** The most batches that were in flight at the same time. */
    int mostWaiting;

    private final Deque<Waiting> waiting = new ArrayDeque<>();

    @Override
    public InFlight send(Batch batch) {
        Waiting last = new Waiting(batch);
        waiting.push(last);
        mostWaiting = Math.max(mostWaiting, waiting.size());
        return () -> {
            waiting.forEach(each -> each.replies = redis.send(each.batch).await());
            waiting.clear();
            return last.replies;
        };
    }

    @Override
    public int window() {
        return 8;
    }

    private static final class Waiting {

        private final Batch batch;
        private List<Reply> replies = List.of();

        Waiting(Batch batch) {
            this.batch = batch;
        }
    }
}
