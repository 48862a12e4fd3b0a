package io.polybloom.tck.wrong.filter;

import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend.Connection;

/** A connected client that hands out other filters than its own. */
public record ChangedConnection(Connection right, BloomFilters filters) implements Connection {

    @Override
    public void close() {
        right.close();
    }
}
