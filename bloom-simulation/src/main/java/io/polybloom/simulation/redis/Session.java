package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server, which leads to the primary or to an old one. It keeps the commands between MULTI and
 * EXEC, which are executed together, and the offset that WAIT waits for.
 */
public final class Session {

    private static final Reply OK = word("OK");
    private static final Reply QUEUED = word("QUEUED");
    private static final Set<String> TRANSACTION = Set.of("MULTI", "EXEC", "DISCARD");

    private final SimulatedServer server;
    private final boolean mayWrite;
    private final List<List<byte[]>> queued = new ArrayList<>();
    private Node node;
    private boolean queues;
    private boolean aborts;
    private long offset;

    /** Opens a connection to the primary. */
    public Session(SimulatedServer server) {
        this.server = server;
        this.node = server.primary();
        this.mayWrite = true;
    }

    /**
     * Opens a connection to where a client is led.
     *
     * @param mayWrite whether its user has the right to write
     */
    public Session(SimulatedServer server, int client, boolean mayWrite) {
        this.server = server;
        this.node = server.nodeOf(client);
        this.mayWrite = mayWrite;
    }

    /** Opens a connection to a replica. */
    Session(SimulatedServer server, Node replica) {
        this.server = server;
        this.node = replica;
        this.mayWrite = true;
    }

    /** Returns the keys of the process that the connection leads to. */
    public Keyspace keys() {
        return node().keys();
    }

    /** Returns whether the connection leads to an old primary. */
    public boolean isAstray() {
        return node() != server.primary();
    }

    /** Returns whether the connection leads to an old primary that accepts writes, which are lost. */
    public boolean losesWrites() {
        return isAstray() && node().refusal("SET", true, false) == null;
    }

    /** Returns whether the process that the connection leads to refuses writes for a reason of its own. */
    public boolean refusesWrites() {
        return node().ailment() != Ailment.NONE;
    }

    /** Executes a command of the engine, or queues it. */
    public Reply execute(Command command) {
        return execute(MemoryServer.words(command));
    }

    /** Executes a command given by all its words, or queues it. */
    public Reply execute(List<byte[]> words) {
        String name = CommandTraits.name(words);
        if (!TRANSACTION.contains(name)) {
            return queues ? queue(words) : server.execute(node(), this, words);
        }
        if (name.equals("MULTI")) {
            if (queues) {
                return Reply.Failure.ofServer("ERR MULTI calls can not be nested", null);
            }
            queues = true;
            aborts = false;
            return OK;
        }
        if (!queues) {
            return Reply.Failure.ofServer("ERR " + name + " without MULTI", null);
        }
        queues = false;
        List<Reply> replies = new ArrayList<>();
        boolean executes = name.equals("EXEC") && !aborts;
        if (executes) {
            server.execute(
                    true, this, () -> queued.forEach(command -> replies.add(server.execute(node(), this, command))));
        }
        queued.clear();
        if (name.equals("EXEC") && aborts) {
            return Reply.Failure.ofServer("EXECABORT Transaction discarded because of previous errors.", null);
        }
        return executes ? new Reply.Many(replies) : OK;
    }

    /** Returns why the server refuses a group, all of whose commands are executed or none; null if it does not. */
    public Reply.@Nullable Failure refusal(List<Command> group) {
        return server.refusal(
                node(), this, group.stream().map(MemoryServer::words).toList());
    }

    boolean mayWrite() {
        return mayWrite;
    }

    /** Returns the offset after the last write that this connection waits for. */
    long offset() {
        return offset;
    }

    void wrote(long upTo) {
        offset = upTo;
    }

    /** A process that has gone is replaced: a proxy may lead to the new primary. */
    private Node node() {
        if (!server.answers(node)) {
            node = server.primary();
        }
        return node;
    }

    private static Reply word(String word) {
        return new Reply.Bytes(word.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Reply queue(List<byte[]> words) {
        Reply refusal = server.refusal(node(), this, List.of(words));
        if (refusal != null) {
            aborts = true;
            return refusal;
        }
        queued.add(words);
        return QUEUED;
    }
}
