package io.polybloom.tck.server;

import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A server whose replies the test determines: it answers every command with a given line of the protocol, typically an
 * error.
 *
 * <p>The commands that clients send on their own ({@code HELLO}, {@code AUTH}, {@code CLIENT}, {@code PING},
 * {@code SELECT}, {@code INFO}, {@code COMMAND}, {@code CLUSTER SLOTS}, ...) are answered as by a healthy server, so
 * that they connect, in RESP2 and RESP3, as a standalone server and as a cluster of one.
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.answering("-LOADING Redis is loading the dataset in memory")) {
 *     useAnyClient(server.uri());
 * }
 * try (ScriptedServer server = ScriptedServer.inFrontOf(redis)) {
 *     openFilter(server.uri());     // by the real server
 *     server.answer("-OOM command not allowed when used memory > 'maxmemory'.");
 * }
 * }</pre>
 *
 * <p>Commands are answered one by one; subscriptions, transactions and blocking commands cannot be passed on.
 * Thread-safe.
 */
public final class ScriptedServer implements AutoCloseable {

    /** Decides the reply to a command. Called by one thread for each connection. */
    @FunctionalInterface
    public interface Script {

        /**
         * Returns the line to answer, or null to let the server behind this one answer.
         *
         * @param request a command that does not belong to the handshake
         * @return a simple string, error, integer or missing array of the protocol, without its line end:
         *     {@code "-READONLY You can't write against a read only replica."}, {@code "+OK"}, {@code ":1"},
         *     {@code "*-1"}
         */
        @Nullable
        String answer(Request request);
    }

    /** The part that answers when the script does not. */
    interface Answers {
        void answer(Request request, RespOutput out) throws IOException;
    }

    /** The answer to each command of a client that counts as dead: none of its commands is executed. */
    public static final String DEAD_CLIENT = "-ERR this client is dead";

    /** A server that this one stands in front of. */
    record Upstream(String host, int port) {}

    private final @Nullable Upstream upstream;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Listener listener = new Listener(this::serve);
    private final AtomicReference<@Nullable Cut> cut = new AtomicReference<>();
    private volatile Script script;
    private volatile Duration ahead = Duration.ZERO;
    private volatile @Nullable Instant stoppedAt;

    private ScriptedServer(@Nullable Upstream upstream, Script script) {
        this.upstream = upstream;
        this.script = script;
        listener.start();
    }

    /** Starts a server that answers every command with one line, such as {@code "-LOADING Redis is loading ..."}. */
    public static ScriptedServer answering(String line) {
        checkLine(line);
        return new ScriptedServer(null, request -> line);
    }

    /**
     * Starts a server that passes every command on to a real one, until the test determines the replies. Clients of a
     * cluster see a cluster of one here too.
     *
     * @param server a standalone server
     */
    public static ScriptedServer inFrontOf(RedisServer server) {
        return new ScriptedServer(new Upstream(server.host(), server.port()), request -> null);
    }

    /** Starts a server that passes every command on to one that has Bloom filters of its own. */
    public static ScriptedServer inFrontOf(BloomServer server) {
        return new ScriptedServer(new Upstream(server.host(), server.port()), request -> null);
    }

    /** Answers every command with one line from now on. */
    public void answer(String line) {
        checkLine(line);
        script = request -> line;
    }

    /** Answers as the script says from now on. */
    public void answer(Script script) {
        this.script = script;
    }

    /**
     * Sets ahead the clock that clients see from now on: {@code TIME} is answered with the time of the server behind
     * this one plus a difference, unless the script answers it. The keys of that server expire by its own clock, which
     * is not changed.
     *
     * @param difference how far the clock is ahead of that server; negative if it is behind
     */
    public void setClockAhead(Duration difference) {
        ahead = difference;
    }

    /**
     * Stops the clock that clients see from now on: {@code TIME} is answered with this instant, unless the script
     * answers it.
     */
    public void stopClockAt(Instant instant) {
        stoppedAt = instant;
    }

    /**
     * Ends a connection while a command is on its way to the server: the server gets the first bytes of the next
     * command that is chosen, and does not execute it; the client sees an orderly end of stream. Everything else is
     * passed on.
     *
     * @param choice chooses among the commands that do not belong to the handshake; called by several threads
     * @param bytes how many bytes of the command the server gets, at least 0 and fewer than the command has
     * @throws IllegalStateException if there is no server behind this one
     */
    public void cutRequest(Predicate<Request> choice, int bytes) {
        arm(new Cut(choice, false, bytes, false));
    }

    /**
     * Ends a connection while a reply is on its way back: the server executes the next command that is chosen, and the
     * client gets the first bytes of the reply and then an orderly end of stream. Everything else is passed on.
     *
     * @param choice chooses among the commands that do not belong to the handshake; called by several threads
     * @param bytes how many bytes of the reply the client gets, at least 0; of a shorter reply, all but the last byte
     * @throws IllegalStateException if there is no server behind this one
     */
    public void cutReply(Predicate<Request> choice, int bytes) {
        arm(new Cut(choice, true, bytes, false));
    }

    /**
     * Resets a connection after a command: the server executes the next command that is chosen, the client gets no byte
     * of the reply, and nothing that comes after the command is read. So a client that sends more after it than the
     * buffers of the connection take sees its write fail. Everything else is passed on.
     *
     * @param choice chooses among the commands that do not belong to the handshake; called by several threads
     * @throws IllegalStateException if there is no server behind this one
     */
    public void resetAfter(Predicate<Request> choice) {
        arm(new Cut(choice, true, 0, true));
    }

    /**
     * Returns the commands that have arrived, except those of the handshake, no matter who answered them. They show
     * whether a command was sent twice. Commands of different connections are in the order of their arrival.
     */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Forgets the commands that have arrived so far. */
    public void forgetRequests() {
        requests.clear();
    }

    /** Returns the address it listens on: {@code "127.0.0.1"}. */
    public String host() {
        return Ports.HOST;
    }

    /** Returns the port it listens on. */
    public int port() {
        return listener.port();
    }

    /** Returns the URI for clients, without a password: {@code "redis://127.0.0.1:15001"}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    /** Returns how many clients are connected now. */
    public int openConnections() {
        return listener.openConnections();
    }

    /** Stops listening and ends all connections. */
    @Override
    public void close() {
        listener.close();
    }

    @Override
    public String toString() {
        return uri();
    }

    private void arm(Cut next) {
        if (upstream == null) {
            throw new IllegalStateException("no server behind, so nothing is on its way");
        }
        cut.set(next);
    }

    private void serve(Socket client) throws IOException {
        Handshake handshake = new Handshake(port());
        if (upstream == null) {
            serve(client, handshake);
            return;
        }
        Cut ending;
        try (Passage passage = new Passage(upstream, handshake)) {
            ending = serve(client, passage);
        }
        if (ending != null && ending.resets()) {
            client.setSoLinger(true, 0);
            return;
        }
        client.shutdownOutput();
        // Closing with unread requests would become a reset, so they are read until the client leaves.
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    /** Serves until the client leaves, and returns null, or its connection is cut, and returns how. */
    private @Nullable Cut serve(Socket client, Answers otherwise) throws IOException {
        RespInput in = new RespInput(client.getInputStream());
        RespOutput out = new RespOutput(client.getOutputStream());
        for (List<byte[]> parts = in.command(); parts != null; parts = in.command()) {
            Request request = new Request(parts);
            String line = Handshake.covers(request) ? null : scripted(request);
            Cut due = Handshake.covers(request) ? null : dueAt(request);
            if (due != null && otherwise instanceof Passage passage) {
                passage.cut(request, due, out);
                out.flush();
                return due;
            }
            if (line != null) {
                out.line(line);
            } else if (otherwise instanceof Passage passage && request.name().equals("TIME")) {
                passage.answerTime(request, stoppedAt, ahead, out);
            } else {
                otherwise.answer(request, out);
            }
            if (!in.hasMore()) {
                out.flush();
            }
        }
        return null;
    }

    /** Returns the cut that is due at a command; each cut is used once. */
    private @Nullable Cut dueAt(Request request) {
        Cut armed = cut.get();
        return armed != null && armed.choice().test(request) && cut.compareAndSet(armed, null) ? armed : null;
    }

    private @Nullable String scripted(Request request) {
        requests.add(request);
        String line = script.answer(request);
        if (line != null) {
            checkLine(line);
        } else if (upstream == null) {
            throw new IllegalStateException("no answer to " + request + ", and no server behind to ask");
        }
        return line;
    }

    private static void checkLine(String line) {
        if (!line.matches("[-+:][^\\r\\n]+|[*]-1")) {
            throw new IllegalArgumentException("not a line of the protocol that is a whole reply: " + line);
        }
    }
}
