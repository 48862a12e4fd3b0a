package io.polybloom.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.util.IOUtils;

/** What one attempt of a task has opened, and closes when it ends, whether it has failed or not. */
public final class TaskClients {

    private final Deque<AutoCloseable> clients = new ArrayDeque<>();

    TaskClients() {}

    /**
     * Takes a client over. Clients are closed in the reverse order.
     *
     * @return the client
     */
    public <C extends AutoCloseable> C own(C client) {
        clients.push(client);
        return client;
    }

    /** Closes all clients, even if one of them fails. */
    void close() throws Exception {
        IOUtils.closeAll(clients);
    }
}
