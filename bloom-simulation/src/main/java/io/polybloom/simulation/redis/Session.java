package io.polybloom.simulation.redis;

import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One connection to a server: it keeps the commands between MULTI and EXEC, which are executed together. */
public final class Session {

    private static final Reply OK = word("OK");
    private static final Reply QUEUED = word("QUEUED");
    private static final Set<String> TRANSACTION = Set.of("MULTI", "EXEC", "DISCARD");

    private final SimulatedServer server;
    private final List<List<byte[]>> queued = new ArrayList<>();
    private boolean queues;

    /** Opens a connection. */
    public Session(SimulatedServer server) {
        this.server = server;
    }

    /** Executes a command of the engine, or queues it. */
    public Reply execute(Command command) {
        return execute(MemoryServer.words(command));
    }

    /** Executes a command given by all its words, or queues it. */
    public Reply execute(List<byte[]> words) {
        String name = new String(words.get(0), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
        if (!TRANSACTION.contains(name)) {
            return queues ? queue(words) : server.execute(words);
        }
        if (name.equals("MULTI")) {
            if (queues) {
                return Reply.Failure.ofServer("ERR MULTI calls can not be nested", null);
            }
            queues = true;
            return OK;
        }
        if (!queues) {
            return Reply.Failure.ofServer("ERR " + name + " without MULTI", null);
        }
        queues = false;
        List<Reply> replies = new ArrayList<>();
        if (name.equals("EXEC")) {
            queued.forEach(command -> replies.add(server.execute(command)));
        }
        queued.clear();
        return name.equals("EXEC") ? new Reply.Many(replies) : OK;
    }

    private static Reply word(String word) {
        return new Reply.Bytes(word.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Reply queue(List<byte[]> words) {
        queued.add(words);
        return QUEUED;
    }
}
