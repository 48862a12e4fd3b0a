package io.polybloom.tck.backend;

import io.polybloom.BloomFilters;
import io.polybloom.tck.server.StandaloneServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An adapter under test: how its client connects. Thread-safe. */
public interface Backend {

    /**
     * Returns the name in reports, such as {@code jedis}. Each flavour needs its own name, under which its results are
     * collected.
     */
    String name();

    /**
     * Connects a new client. If the client can connect later, this method must not fail when the server cannot be
     * reached: the kit tests the failures of filters, not those of clients.
     *
     * @param target the servers to which to connect
     * @param timeout the time for which the client may wait for a connection and for an answer
     */
    Connection connect(Target target, Duration timeout);

    /**
     * Returns the capabilities that the client lacks, each with the reason, such as "it speaks to one server only".
     * Tests that need such a capability run nevertheless: those that fail are reported as not supported, with this
     * reason, and those that pass are reported too. Only tests that need a {@linkplain Capability#SERVER server} are
     * not run.
     */
    default Map<Capability, String> missing() {
        return Map.of();
    }

    /**
     * Returns a view into the store of the backend, if the backend needs no server and stores filters itself. The kit
     * then connects to the address of this store in place of the server that all tests share. Such a backend is missing
     * {@link Capability#SERVER}.
     */
    default Optional<StandaloneServer> store() {
        return Optional.empty();
    }

    /**
     * A connected client, and filters over it. Implement {@link #filters()} if the API blocks, {@link #nonBlocking()}
     * if it is asynchronous, and {@link #contexts()} if it is bound to contexts.
     */
    interface Connection extends AutoCloseable {

        /**
         * Returns filters over the client. A non-blocking flavour is presented as a blocking one, with the same
         * failures.
         */
        default BloomFilters filters() {
            return nonBlocking().blocking();
        }

        /** Returns the API itself, if it is asynchronous. */
        default NonBlockingFilters nonBlocking() {
            throw new UnsupportedOperationException("the connection shows no API that answers later");
        }

        /**
         * Creates contexts of the API, at least one of an event loop, if its handlers run on the context of the caller.
         *
         * @return one for each kind of context
         */
        default List<CallerContext> contexts() {
            throw new UnsupportedOperationException("the connection shows no contexts");
        }

        /** Closes the client. */
        @Override
        void close();
    }
}
