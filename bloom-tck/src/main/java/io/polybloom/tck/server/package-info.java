/**
 * Servers to test against, and the accidents that befall them: Redis processes, a Redis Cluster whose slots can be
 * moved, a proxy that cuts connections, a server whose replies the test determines, and a small client that looks into
 * Redis independently of the adapter under test.
 *
 * <p>Everything listens only on 127.0.0.1, needs only the JDK and a {@code redis-server} executable, and is ended by
 * closing the object that started it. Fixtures throw an {@link java.io.UncheckedIOException} if the network fails, and
 * an {@link IllegalStateException} if an expected event does not happen in time.
 */
@NullMarked
package io.polybloom.tck.server;

import org.jspecify.annotations.NullMarked;
