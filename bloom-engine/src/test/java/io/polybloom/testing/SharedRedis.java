package io.polybloom.testing;

import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The server in memory for several threads; it records nothing. Thread-safe. */
public record SharedRedis(MemoryStore store) implements Transport<List<Reply>> {

    public SharedRedis() {
        this(new MemoryStore(InstantSource.system()));
    }

    @Override
    public List<Reply> send(Batch batch) {
        return store.execute(batch.commands());
    }

    public Transport<InFlight> blocking() {
        return map((batch, replies) -> () -> replies);
    }

    public Transport<CompletionStage<List<Reply>>> stages() {
        return map((batch, replies) -> CompletableFuture.completedFuture(replies));
    }
}
