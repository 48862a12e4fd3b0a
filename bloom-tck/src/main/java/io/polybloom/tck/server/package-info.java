/**
 * Servers to test against, and the accidents that befall them: Redis processes, a Redis Cluster whose slots can be
 * moved, a proxy that cuts connections, a server that answers what the test tells it, and a small client that looks
 * into Redis without the help of the adapter under test.
 *
 * <p>Everything listens on 127.0.0.1 only, needs nothing but the JDK and a {@code redis-server} executable, and is
 * ended by closing the object that started it. A fixture that cannot do what it was asked for throws; what fails on the
 * network is an {@link java.io.UncheckedIOException}, what does not happen in time an {@link IllegalStateException}.
 */
@NullMarked
package io.polybloom.tck.server;

import org.jspecify.annotations.NullMarked;
