package io.polybloom.bench;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.server.BenchServer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A client that asks for a key that is not there. */
@State(Scope.Benchmark)
public class Get {

    /** What the commands go through. */
    @Param({"jedis", "lettuce", "redisson", "vertx", "glide"})
    public String client;

    /** Where the server is; see {@link Subject#server}. */
    @Param(BenchServer.LOOPBACK)
    public String server;

    private Client opened;

    /** Starts the server and the client. */
    @Setup
    public void open() {
        opened = Rig.client(client, server);
    }

    final boolean missing() {
        if (opened.get("missing")) {
            throw new IllegalStateException("nobody has written this key");
        }
        return false;
    }

    /** Ends the client. */
    @TearDown
    public void close() {
        opened.close();
    }
}
