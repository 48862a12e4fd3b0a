package io.polybloom.spi;

import java.util.List;
import java.util.function.BiFunction;

/**
 * The way to one or more servers: sends a batch as a pipeline. This is all that a client must bring. Thread-safe.
 *
 * <p>The contract: one reply per command, in order. Commands of a batch are executed in order on the primary that owns their
 * keys (reads, too, unless {@link Batch#mayAskReplica} says otherwise). A write is never sent again once it may have reached the server; an error reply, MOVED and ASK among them,
 * proves that the command had no effect, so a redirect may be followed. Failures are {@link Reply.Failure} replies; an exception
 * thrown by {@code send} counts as a failure with unknown effect for the whole batch. The client's own timeouts apply, and the
 * client is never closed.
 *
 * @param <F> what stands for an answer that has not arrived yet: {@link InFlight}, or a future of {@code List<Reply>}
 */
@FunctionalInterface
public interface Transport<F> {

    /** Sends a batch; the answer holds one reply per command. */
    F send(Batch batch);

    /** The number of independent servers; 1 unless this is a {@linkplain #spread spread} transport. */
    default int servers() {
        return 1;
    }

    /**
     * The most batches of one operation that this transport wants in flight at a time, at least 1. A transport that borrows a
     * connection per batch must say 1, or callers that hold one connection while they wait for another could wait forever; a {@code ConnectionTransport}
     * sends several along one connection.
     */
    default int window() {
        return 1;
    }

    /**
     * Whether commands for different hash slots of one server may be sent as one pipeline. Then several batches of an operation
     * are joined into one, which needs one round trip and one connection.
     */
    default boolean joinsSlots() {
        return false;
    }

    /** Whether batches for one server are executed in the order in which they are sent, though none is awaited before the next one. */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Returns whether the commands of a batch go along one connection, in order and without following redirects, so that a {@link Verb#WAIT}
     * among them is about the writes before it.
     */
    default boolean acknowledges() {
        return false;
    }

    /**
     * A transport for the batches of one step. It may send several of them along one connection, where {@link #window} would forbid
     * several in flight. Confined to one thread, which awaits first what it has sent first.
     */
    default Transport<F> forOneStep() {
        return this;
    }

    /** This transport with its answers turned into others; nothing else is different. */
    default <G> Transport<G> map(BiFunction<Batch, ? super F, ? extends G> conversion) {
        return new MappedTransport<>(this, conversion);
    }

    /** One transport for a primary and its replica, of which each may have other clients: what a replica may answer goes there. */
    static <F> Transport<F> withReplica(Transport<F> primary, Transport<F> replica) {
        return new ReplicatedTransport<>(primary, replica);
    }

    /** One transport over independent servers: a batch goes to the server of its index. */
    static <F> Transport<F> spread(List<? extends Transport<F>> transports) {
        return transports.size() == 1 ? transports.get(0) : new SpreadTransport<>(transports);
    }
}
