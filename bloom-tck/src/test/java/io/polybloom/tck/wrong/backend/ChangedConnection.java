package io.polybloom.tck.wrong.backend;

import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend.Connection;
import java.util.List;

/** A connected client that hands out other filters than its own, and closes those that it rests on. */
public record ChangedConnection(BloomFilters filters, List<Connection> right) implements Connection {

    @Override
    public void close() {
        right.forEach(Connection::close);
    }
}
