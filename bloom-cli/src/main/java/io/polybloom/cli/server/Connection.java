package io.polybloom.cli.server;

import io.polybloom.BloomFilters;

/** Filters over one client of Redis. Closing it closes the client. */
public interface Connection extends AutoCloseable {

    /** Opens filters through this client. */
    BloomFilters filters();

    @Override
    void close();
}
