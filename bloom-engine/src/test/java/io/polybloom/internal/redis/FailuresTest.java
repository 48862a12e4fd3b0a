package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

    private static final Command WRITE = new Command(Verb.BITFIELD, "bloom:{clicks:0}:0.0".getBytes());
    private static final Command READ = new Command(Verb.BITFIELD_RO, "bloom:{clicks:0}:0.0".getBytes());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOADING Redis is loading the dataset in memory      | LOADING        | try again later
            OOM command not allowed when used memory > 'maxmemory'. | OUT_OF_MEMORY | raise maxmemory
            READONLY You can't write against a read only replica. | READ_ONLY    | connect to the primary
            MISCONF Redis is configured to save RDB snapshots   | READ_ONLY      | repair its persistence
            NOREPLICAS Not enough good replicas to write.       | READ_ONLY      | replication
            ERR WAIT cannot be used with replica instances.     | READ_ONLY      | not a primary
            ERR WAITAOF cannot be used with replica instances.  | READ_ONLY      | not a primary
            MOVED 3999 127.0.0.1:6381                           | REDIRECTED     | cluster client
            CLUSTERDOWN Hash slot not served                    | REDIRECTED     | not complete
            NOAUTH Authentication required.                     | AUTHENTICATION | password
            WRONGPASS invalid username-password pair            | AUTHENTICATION | password
            NOPERM this user has no permissions                 | AUTHENTICATION | permissions
            ERR unknown command 'X', with args beginning with: 'a' | SERVER_ERROR | said: ERR unknown command 'X' (
            nonsense                                            | SERVER_ERROR   | nonsense
            """)
    void knowsTheServersErrors(String error, Reason reason, String fragment) {
        BackendException failure =
                assertInstanceOf(BackendException.class, Failures.classify(Reply.Failure.ofServer(error, null), WRITE));
        assertEquals(reason, failure.reason());
        assertFalse(failure.mayHaveBeenApplied(), "an error reply proves that nothing was applied");
        assertTrue(failure.getMessage().contains(fragment), failure.getMessage());
        assertTrue(failure.getMessage().contains("bloom:{clicks:0}:0.0"), failure.getMessage());
    }

    @Test
    void callsAValueOfAnotherTypeForeign() {
        BloomFilterException failure =
                Failures.classify(Reply.Failure.ofServer("WRONGTYPE Operation against a key", null), READ);
        assertInstanceOf(ForeignDataException.class, failure);
    }

    @Test
    void findsTheServersWordsInsideTheClientsExceptions() {
        Exception login = new IllegalStateException("WRONGPASS invalid username-password pair or user is disabled.");
        Exception wrapped = new IllegalStateException("Unable to init!", new IllegalStateException("wrapped", login));
        BackendException failure = (BackendException) Failures.classify(Reply.Failure.notSent(wrapped), READ);
        assertEquals(Reason.AUTHENTICATION, failure.reason());
        assertSame(wrapped, failure.getCause());
        assertFalse(failure.mayHaveBeenApplied());
        BackendException unknown = (BackendException) Failures.classify(Reply.Failure.noAnswer(wrapped), WRITE);
        assertTrue(unknown.mayHaveBeenApplied(), "those words may be about another command than this one");
    }

    /** Redisson 4 lists the arguments and the state of its connections. */
    @Test
    void leavesTheInternalsOfAClientToTheCause() {
        String advice = "Redis server response timeout (3000 ms) occured after 0 retry attempts, is non-idempotent"
                + " command: false Check connection with Redis node: localhost/127.0.0.1:6379 for TCP packet drops. ";
        Exception timeout = new IllegalStateException(
                advice + "Command: (BITFIELD), params: " + "[98, 108, 111] ".repeat(60) + ", channel: 0x1",
                new IllegalStateException("one reason", new IllegalStateException("x".repeat(1000))));
        BackendException failure = (BackendException) Failures.classify(Reply.Failure.noAnswer(timeout), READ);
        assertEquals(
                "the server did not answer; check the server and repeat the call: Redis server response timeout"
                        + " (3000 ms) occured after 0 retry attempts, is non-idempotent command: false Check"
                        + " connection with Redis node: ...: one reason: ..."
                        + " (BITFIELD_RO bloom:{clicks:0}:0.0)",
                failure.getMessage());
        assertSame(timeout, failure.getCause());
    }

    @Test
    void saysThatAWriteWithoutAnswerMayHaveBeenApplied() {
        Exception timeout = new IllegalStateException("Read timed out");
        BackendException write = (BackendException) Failures.classify(Reply.Failure.noAnswer(timeout), WRITE);
        assertEquals(Reason.NO_ANSWER, write.reason());
        assertTrue(write.mayHaveBeenApplied());
        assertTrue(write.getMessage().contains("not sent again: Read timed out"), write.getMessage());
        BackendException read = (BackendException) Failures.classify(Reply.Failure.noAnswer(timeout), READ);
        assertEquals(Reason.NO_ANSWER, read.reason());
        assertFalse(read.mayHaveBeenApplied());
    }

    /** As Java does with the socket of a virtual thread. */
    @Test
    void knowsASocketThatAnInterruptHasClosed() {
        Exception closed = new IllegalStateException(new SocketException("Closed by interrupt"));
        BackendException failure = (BackendException) Failures.classify(Reply.Failure.noAnswer(closed), WRITE);
        assertEquals(Reason.INTERRUPTED, failure.reason());
        assertTrue(failure.mayHaveBeenApplied());
        Exception reset = new IllegalStateException(new SocketException("Connection reset"));
        BackendException lost = (BackendException) Failures.classify(Reply.Failure.noAnswer(reset), WRITE);
        assertEquals(Reason.NO_ANSWER, lost.reason());
    }

    @Test
    void namesTheUnknownHost() {
        Exception unreachable =
                new IllegalStateException("Failed to connect", new UnknownHostException("no.such.host.invalid"));
        BackendException failure = (BackendException) Failures.classify(Reply.Failure.notSent(unreachable), READ);
        assertEquals(Reason.UNREACHABLE, failure.reason());
        assertTrue(failure.getMessage().contains("unknown host no.such.host.invalid"), failure.getMessage());
    }

    @Test
    void leavesTheWordsToAnAdapterThatDoesNotSendACommand() {
        Exception unsupported = new UnsupportedFilterException("the client misreads the reply: MOVED on");
        assertSame(unsupported, Failures.classify(Reply.Failure.notSent(unsupported), READ));
    }

    /** A search without an end fills the memory of the application. */
    @Test
    void readsExceptionsThatLeadBackToThemselves() {
        Exception timeout = new IllegalStateException("no answer from the node");
        Exception retry = new IllegalStateException("3 attempts", timeout);
        timeout.addSuppressed(retry);
        BackendException failure = (BackendException) Failures.classify(Reply.Failure.noAnswer(retry), WRITE);
        assertTrue(failure.getMessage().contains("3 attempts: no answer from the node ("), failure.getMessage());
        assertSame(retry, failure.getCause());
    }
}
