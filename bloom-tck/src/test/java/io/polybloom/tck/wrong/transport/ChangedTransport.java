package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.List;

/** A transport that changes commands or replies; this one leaves everything as it is. */
public abstract class ChangedTransport implements Transport<InFlight> {

    private Transport<InFlight> right;

    protected ChangedTransport(Transport<InFlight> right) {
        this.right = right;
    }

    /** The command that is sent in place of another one. */
    protected Command request(Command command) {
        return command;
    }

    /** The reply that is returned in place of another one. */
    protected Reply reply(Command command, Reply reply) {
        return reply;
    }

    @Override
    public InFlight send(Batch batch) {
        List<Command> commands = new ArrayList<>();
        for (Command command : batch.commands()) {
            commands.add(request(command));
        }
        InFlight inFlight = right.send(new Batch(batch.server(), batch.orderingKey(), commands));
        return () -> {
            List<Reply> replies = new ArrayList<>();
            for (Reply reply : inFlight.await()) {
                replies.add(reply(batch.commands().get(replies.size()), reply));
            }
            return replies;
        };
    }

    @Override
    public Transport<InFlight> acknowledging() {
        right = right.acknowledging();
        return this;
    }

    @Override
    public int servers() {
        return right.servers();
    }

    @Override
    public int window() {
        return right.window();
    }

    @Override
    public boolean joinsSlots() {
        return right.joinsSlots();
    }

    @Override
    public boolean redirects() {
        return right.redirects();
    }
}
