package io.polybloom.memory;

import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sends batches to a store, which answers at once. Every batch is executed atomically. */
record MemoryTransport(MemoryStore store) implements Transport<List<Reply>> {

    @Override
    public List<Reply> send(Batch batch) {
        List<Reply> replies = store.execute(batch.commands());
        for (int i = 0; i < batch.size(); i++) {
            Command command = batch.commands().get(i);
            if (command.verb() == Verb.WAIT) {
                replies.set(i, allReplicasAsked(command));
            }
        }
        return replies;
    }

    /** No failover can undo a write that the store has confirmed, as if every replica had it. */
    private static Reply allReplicasAsked(Command wait) {
        return new Reply.Int(Long.parseLong(new String(wait.arguments()[0], StandardCharsets.US_ASCII)));
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public boolean acknowledges() {
        return true;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }
}
