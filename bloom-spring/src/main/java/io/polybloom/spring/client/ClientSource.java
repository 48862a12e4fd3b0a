package io.polybloom.spring.client;

import io.polybloom.BloomFilters;

/**
 * A bean of the application that has a client. A connection factory that is stopped and started again, as for a
 * checkpoint of the JVM or while a test context is paused, has another client then.
 */
interface ClientSource {

    /** Returns the client as it is now, always the same object as long as it is the same client. */
    Object client();

    /** Returns filters on a client that {@link #client} has returned. Does no I/O. */
    BloomFilters filtersOn(Object client);
}
