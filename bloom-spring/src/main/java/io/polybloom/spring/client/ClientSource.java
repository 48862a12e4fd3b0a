package io.polybloom.spring.client;

import io.polybloom.BloomFilters;

/**
 * A bean of the application that has a client. A connection factory has another client after it has been stopped and
 * restarted, as for a checkpoint of the JVM or a paused test context.
 */
interface ClientSource {

    /** Returns the current client: the same object for as long as the client is the same. */
    Object client();

    /** Returns filters on a client that {@link #client} has returned. Does no I/O. */
    BloomFilters filtersOn(Object client);
}
