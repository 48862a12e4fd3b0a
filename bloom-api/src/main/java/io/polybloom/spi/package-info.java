/**
 * The interface that adapters implement: a {@code Transport}, the {@code Batch} of {@code Command}s that it carries,
 * and the {@code Reply} to each. {@code Engine} makes filters of it; {@code InFlight} is an answer that a thread waits
 * for.
 *
 * <p>What helps some adapters: {@code ConnectionTransport} and {@code BorrowedConnection} if the client lends
 * connections; {@code RedirectedBatch} for clusters; {@code WireGroup} for groups of commands on the wire;
 * {@code Causes} to read the client's exceptions. An adapter needs nothing of the layouts, listeners, counters and
 * tasks.
 */
@NullMarked
package io.polybloom.spi;

import org.jspecify.annotations.NullMarked;
