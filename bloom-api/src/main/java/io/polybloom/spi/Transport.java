package io.polybloom.spi;

import java.util.List;
import java.util.function.BiFunction;

/**
 * The path to one or more servers: sends a batch as a pipeline. An adapter needs to implement {@link #send} only. Every
 * other method has a default that is correct for any client. Override {@link #window}, {@link #joinsSlots},
 * {@link #keepsOrder}, {@link #acknowledging}, {@link #redirects}, {@link #sendsGroups} and {@link #forOneStep} when
 * the client can do more; no adapter needs to override {@link #servers}, {@link #redirects(int)} or {@link #map}.
 *
 * <p>The contract of {@code send}:
 *
 * <ul>
 *   <li>One reply per command, in the order of the commands. An answer with fewer or more replies counts as a failure
 *       of the whole batch with unknown effect.
 *   <li>The commands are executed in order, on the primary that owns their keys. This includes reads, unless
 *       {@link Batch#mayAskReplica} allows a replica.
 *   <li>A write is never sent again once it may have reached the server, neither by the transport nor by the client
 *       below it. An error reply, including MOVED and ASK, proves that the command had no effect, so a redirect may be
 *       followed. A read may be repeated.
 *   <li>A failure is a {@link Reply.Failure} at the index of its command, even if other commands were answered. An
 *       exception that {@code send} throws, or that takes the place of the answer, counts as a failure of the whole
 *       batch with unknown effect.
 *   <li>The client's own timeouts apply, and the client is never closed or reconfigured.
 * </ul>
 *
 * <p>Thread-safe.
 *
 * @param <F> the type of an answer that has not arrived yet: {@link InFlight}, or a future of {@code List<Reply>}
 */
@FunctionalInterface
public interface Transport<F> {

    /**
     * Sends a batch. Must be implemented.
     *
     * @return the answer, which will have one reply per command; a future may fail instead
     */
    F send(Batch batch);

    /**
     * Returns the number of independent servers, at least 1. The default is 1, which is right for one server and for
     * one cluster; adapters leave it, since {@link #spread} overrides it.
     */
    default int servers() {
        return 1;
    }

    /**
     * Returns the largest number of batches of one operation that may be in flight at a time, at least 1. The default
     * is 1. It must stay 1 for a transport that borrows a connection per batch, since callers that hold one connection
     * while they wait for another could wait forever. Override it for a client that sends on shared connections; for
     * one that borrows them, override {@link #forOneStep} instead. Between 8 and 16 keep a connection busy; more only
     * take from what the client allows all of its users to have in flight.
     */
    default int window() {
        return 1;
    }

    /**
     * Returns whether commands for different hash slots of one server may be sent as one pipeline. The default is
     * false. Override it for one server, and for a client that itself finds the node of each command: then several
     * batches of an operation are joined into one, which needs one round trip and one connection.
     */
    default boolean joinsSlots() {
        return false;
    }

    /**
     * Returns whether batches for one server are executed in the order in which they are sent, although none is awaited
     * before the next one is sent. The default is false: a batch then waits for earlier ones that touch the same bits.
     * Override it only if all batches of a step are sent on one connection.
     */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Returns the transport for filters whose writes replicas must acknowledge; its batches may end with
     * {@link Verb#WAIT} or {@link Verb#WAITAOF}, which count for the commands before them. The default throws, so such
     * filters are refused. Override it for a client that guarantees the following.
     *
     * <ul>
     *   <li>All commands of a batch are sent in order, on one connection to one server. If the connection breaks in
     *       between, the rest is not sent on another one, where the last command would wait for nothing.
     *   <li>The last command is never sent again.
     *   <li>The client waits for the reply longer than the server may wait for replicas ({@link Command#millisOfWait}):
     *       it is given a timeout for this batch, or the batch is refused by {@link Reply#outwaiting}.
     *   <li>Commands may be redirected to another node of a cluster only together with the last one:
     *       {@link RedirectedBatch} helps. Then commands for different slots are never one batch, so
     *       {@link #joinsSlots} is false; this also says that the filter may be spread over several nodes.
     * </ul>
     *
     * <p>A server answers no other command of a connection while it waits for replicas. On a connection that others
     * use, too, their commands wait: then the page of the client tells users to pass a client of its own.
     *
     * @throws IllegalArgumentException if the client cannot tell who has acknowledged a write; its message is for the
     *     caller that has opened the filter
     */
    default Transport<F> acknowledging() {
        throw new IllegalArgumentException("acknowledgedBy needs a client that can send WAIT on the connection of a"
                + " write, but this one cannot: use another client, or leave out acknowledgedBy");
    }

    /**
     * Returns whether a server answers a command, reads included, only if it is the primary of its key. The nodes of a
     * cluster redirect every other command, except reads on a connection in {@code READONLY} mode. The default is
     * false: then a {@link Verb#WAIT} for 0 replicas precedes the reads of a batch, to be sent on the same connection.
     * A server that is not a primary, such as one that was demoted, refuses it. Then the replies to the reads do not
     * count. Override it for a client of a cluster that routes each command by itself.
     */
    default boolean redirects() {
        return false;
    }

    /**
     * Returns whether one of the independent {@link #servers} {@linkplain #redirects() redirects}. The default is right
     * for one server and for one cluster, so no adapter needs to override it.
     */
    default boolean redirects(int server) {
        return redirects();
    }

    /**
     * Returns whether a batch may be a {@linkplain Batch#isGroup group}. The default is false: bulk adds then name each
     * bit, which needs no group. Override it for a client that can send {@code MULTI}, the commands and {@code EXEC} on
     * one connection, together and without commands of another batch in between; {@link WireGroup} helps if the client
     * sends raw commands and hands out raw replies. A client that encloses groups itself, and shows only the first
     * error of a group, hides whether that was the answer to MULTI: unless the error is certain not to be, such as OOM
     * or MOVED, the server may have executed the commands one by one. In addition to the contract of {@link #send},
     * this holds for a group:
     *
     * <ul>
     *   <li>All its commands are executed as one, or none is.
     *   <li>Each command has its own reply, as in the reply to {@code EXEC}; an error among them is a
     *       {@link Reply.Failure} at its index.
     *   <li>A server that refuses any of the commands before {@code EXEC}, or {@code EXEC} itself, has executed none:
     *       then each reply is the server's error, {@link Reply.Failure#ofServer}. The transport may follow a redirect
     *       with the whole group, but never with a part of it.
     *   <li>Without a reply to {@code EXEC}, each reply is {@link Reply.Failure#noAnswer}.
     * </ul>
     */
    default boolean sendsGroups() {
        return false;
    }

    /**
     * Returns a transport for the batches of one step, confined to one thread, which awaits batches in the order in
     * which it has sent them. The default is this transport. A blocking client with a pool overrides it, to send
     * several batches on one connection where {@link #window} would forbid several in flight. The driver of blocking
     * clients then sends on what this returns, and never on the pool itself.
     */
    default Transport<F> forOneStep() {
        return this;
    }

    /**
     * Returns this transport with converted answers and otherwise unchanged. Not to be overridden.
     *
     * @param conversion turns this transport's answer to a batch into another one
     */
    default <G> Transport<G> map(BiFunction<Batch, ? super F, ? extends G> conversion) {
        return new MappedTransport<>(this, conversion);
    }

    /**
     * Returns one transport for a primary and its replica, each of which has its own transport: a batch that a replica
     * may answer goes to the replica, every other one to the primary.
     */
    static <F> Transport<F> withReplica(Transport<F> primary, Transport<F> replica) {
        return new RoutedTransport<>(List.of(primary), List.of(replica));
    }

    /**
     * Returns one transport over independent servers: a batch goes to the server whose index it names.
     *
     * @param transports one for each server, in the order in which the filter's partitions are spread over them
     * @throws IllegalArgumentException if the list is empty
     */
    static <F> Transport<F> spread(List<? extends Transport<F>> transports) {
        return transports.size() == 1 ? transports.get(0) : new RoutedTransport<>(List.copyOf(transports), List.of());
    }
}
