package io.polybloom.simulation.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What no real server can be made to show, or not at a chosen instant. */
class SimulatedServerTest {

    private static final String LIFE = "100";

    private final SimulatedClock clock = new SimulatedClock();
    private final SimulatedServer server =
            new SimulatedServer(clock.ofServer(0), new Replication(10, ServerVersion.REDIS_7_2));
    private final Session session = new Session(server);

    @Test
    void hidesWhatHasExpiredOnAReplicaAndKeepsItUntilThePrimaryRemovesIt() {
        send(session, "SET a x PX " + LIFE);
        server.replicate();
        clock.advance(100);
        assertEquals("nil", send(server.sessionOfReplica(), "GET a"));
        assertEquals(List.of(), server.keys().keys());

        // Nobody has asked the primary for it, so that it has not told the replica that the key is gone.
        clock.shiftServer(0, -1);
        assertEquals("x", send(server.sessionOfReplica(), "GET a"));
        clock.shiftServer(0, 1);
        assertEquals("nil", send(session, "GET a"));
        server.replicate();
        clock.shiftServer(0, -1);
        assertEquals("nil", send(server.sessionOfReplica(), "GET a"));
    }

    @Test
    void losesTheRemovalOfWhatHasExpired() {
        send(session, "SET a x PX " + LIFE);
        server.replicate();
        clock.advance(100);
        assertEquals("nil", send(session, "GET a"));
        assertEquals(1, server.unreplicated());
        server.failOver(1);
        clock.shiftServer(0, -1);
        assertEquals("x", send(session, "GET a"));
    }

    @Test
    void replicatesNoMoreThanIsWaitedFor() {
        Session other = new Session(server);
        send(session, "SET a x");
        send(other, "SET b y");
        assertEquals("1", send(session, "WAIT 1 0"));
        assertEquals(1, server.unreplicated());
        assertEquals(List.of("b"), List.copyOf(server.failOver(1).keys()));
    }

    @Test
    void acknowledgesNothingWhileItIsStalled() {
        send(session, "SET a x");
        server.stall(true);
        assertEquals("0", send(session, "WAIT 1 10"));
        server.stall(false);
        assertEquals("1", send(session, "WAIT 1 10"));
        assertEquals(0, server.unreplicated());
    }

    @Test
    void losesAGroupAsAWhole() {
        for (String line : List.of("MULTI", "SET a x", "SET b y", "EXEC")) {
            send(session, line);
        }
        assertEquals(1, server.unreplicated());
        server.failOver(1);
        assertEquals(List.of(), server.keys().keys());
    }

    @Test
    void leadsClientsToTheOldPrimaryUntilTheyAreRedirected() {
        send(session, "SET a x");
        server.demote(1, OldPrimary.DEMOTED, List.of(1, 2));
        server.redirect(2);
        assertTrue(server.isAstray(1));
        assertFalse(server.isAstray(2));
        assertEquals("x", send(new Session(server, 1, true), "GET a"));
        assertEquals("nil", send(new Session(server, 2, true), "GET a"));
        // An open connection still leads to where it led.
        assertEquals("x", send(session, "GET a"));
    }

    @Test
    void givesWhatAnEmptyOldPrimaryIsToldToNobody() {
        server.demote(0, OldPrimary.EMPTY_PRIMARY, List.of(1));
        Session astray = new Session(server, 1, true);
        assertTrue(astray.losesWrites());
        assertEquals("OK", send(astray, "SET a x"));
        assertEquals(List.of(), server.keys().keys());
    }

    @Test
    void setsTheClocksOfServersApart() {
        clock.shiftServer(1, -30);
        clock.shiftServer(2, 50);
        assertEquals(clock.millis(), clock.ofServer(0).millis());
        assertEquals(clock.millis() - 30, clock.ofServer(1).millis());
        assertEquals(clock.millis() + 50, clock.ofServer(2).millis());
        assertEquals(clock.millis() - 30, clock.slowestMillis());
    }

    private static String send(Session session, String line) {
        List<String> command = List.of(line.split(" "));
        return Shape.of(command, session.execute(Shape.words(command)));
    }
}
