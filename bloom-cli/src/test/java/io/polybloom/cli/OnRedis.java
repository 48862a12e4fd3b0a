package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of commands, each of which has a server of its own. */
public abstract class OnRedis {

    protected RedisServer server;

    @BeforeEach
    protected final void startServer() {
        server = RedisServer.start();
    }

    @AfterEach
    protected final void stopServer() {
        server.close();
    }

    protected static Run succeeds(Run run) {
        assertEquals(0, run.exitCode(), run::toString);
        return run;
    }
}
