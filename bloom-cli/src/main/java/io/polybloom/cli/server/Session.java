package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.console.Warnings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a command works with. As long as the session is open, the user sees the library's warnings. An
 * embedded server ends when the session is closed.
 */
public final class Session implements AutoCloseable {

    private final ServerAddresses addresses;
    private final @Nullable EmbeddedServer embedded;
    private final Console console;
    private final Warnings warnings;

    private Session(ServerAddresses addresses, @Nullable EmbeddedServer embedded, Console console) {
        this.addresses = addresses;
        this.embedded = embedded;
        this.console = console;
        this.warnings = Warnings.on(console);
    }

    /** A session with servers that somebody else runs. */
    public static Session with(ServerAddresses addresses, Console console) {
        return new Session(addresses, null, console);
    }

    /** A session with an embedded server, durable if there is a directory for its data. */
    public static Session embedded(@Nullable Path directory, Console console) {
        EmbeddedServer server = EmbeddedServer.start(directory);
        return new Session(server.addresses(), server, console);
    }

    /**
     * A session with an embedded server over the data of earlier runs.
     *
     * @throws CommandFailure if the directory holds none
     */
    public static Session embeddedToRead(Path directory, Console console) {
        if (!DataDirectory.isIn(directory)) {
            throw new CommandFailure(
                    "there is no filter in " + directory + ": no earlier run has used it with --data-dir", null);
        }
        return embedded(directory, console);
    }

    /** Connects a client to the servers; the caller closes the connection before the session. */
    public Connection connect(Client client) {
        return client.connect(List.of(addresses));
    }

    /** Warns the user of something that is no reason to stop. */
    public void warn(String message) {
        console.complain("warning: " + message);
    }

    /** Refuses nodes of clusters, on which a filter could be begun but not completed. */
    public void refuseNodesOfClusters() {
        if (embedded == null) {
            Primaries.refuseNodesOfClusters(addresses);
        }
    }

    /** Returns the number of independent servers. */
    public int servers() {
        return addresses.independent();
    }

    /** Returns whether the servers are one cluster, which decides itself where keys lie. */
    public boolean isCluster() {
        return addresses.kind() == ServerAddresses.Kind.CLUSTER;
    }

    /** Connects to the servers themselves; the caller closes the connections before the session. */
    public Primaries primaries() {
        return new Primaries(addresses);
    }

    @Override
    public void close() {
        warnings.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
