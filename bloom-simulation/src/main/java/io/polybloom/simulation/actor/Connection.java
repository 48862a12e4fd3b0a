package io.polybloom.simulation.actor;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;

/**
 * How a client sends: the outcome that the engine's flight gets. Nothing is sent through it, since the actors carry the
 * batches.
 */
public enum Connection implements Transport<List<Reply>> {
    /** One connection for each step, which keeps its batches in order, as the one of a pool. */
    ORDERED(2, true),
    /** Many connections: batches of a step overtake each other wherever the step lets them. */
    UNORDERED(8, false);

    private final int window;
    private final boolean ordered;

    Connection(int window, boolean ordered) {
        this.window = window;
        this.ordered = ordered;
    }

    @Override
    public List<Reply> send(Batch batch) {
        throw new UnsupportedOperationException("actors carry the batches");
    }

    @Override
    public int window() {
        return window;
    }

    @Override
    public boolean joinsSlots() {
        return ordered;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public boolean keepsOrder() {
        return ordered;
    }

    /** The same where no primary is ever replaced and still answers: reads need no proof, and are explored faster. */
    Transport<List<Reply>> toOnePrimary() {
        return new ToOnePrimary(this);
    }

    private record ToOnePrimary(Connection connection) implements Transport<List<Reply>> {

        @Override
        public List<Reply> send(Batch batch) {
            return connection.send(batch);
        }

        @Override
        public int window() {
            return connection.window();
        }

        @Override
        public boolean joinsSlots() {
            return connection.joinsSlots();
        }

        @Override
        public boolean sendsGroups() {
            return connection.sendsGroups();
        }

        @Override
        public boolean keepsOrder() {
            return connection.keepsOrder();
        }

        @Override
        public boolean redirects() {
            return true;
        }
    }
}
