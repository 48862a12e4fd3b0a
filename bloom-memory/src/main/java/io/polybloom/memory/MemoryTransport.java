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
                replies.set(i, new Reply.Int(replicasAsked(command)));
            } else if (command.verb() == Verb.WAITAOF) {
                replies.set(i, Reply.Failure.ofServer("ERR there is no file in memory", null));
            }
        }
        return replies;
    }

    /** Returns the number of replicas asked for: no failover can undo a write, as if every replica had it. */
    private static long replicasAsked(Command wait) {
        return Long.parseLong(new String(wait.arguments()[0], StandardCharsets.US_ASCII));
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
    public Transport<List<Reply>> acknowledging() {
        return this;
    }

    /** There is no other server that could answer. */
    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }
}
