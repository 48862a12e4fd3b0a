package io.polybloom.glide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import glide.api.models.exceptions.ClosingException;
import glide.api.models.exceptions.GlideException;
import glide.api.models.exceptions.RequestException;
import glide.api.models.exceptions.TimeoutException;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of GLIDE's exceptions, as it has made them on the kit's servers. */
class RepliesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "An error was signalled by the server: - ResponseError: unknown command 'X'|ERR unknown command 'X'",
                "An error was signalled by the server: - PermissionDenied: no rights|NOPERM no rights",
                "An error was signalled by the server: - Moved: 3999 127.0.0.1:1|MOVED 3999 127.0.0.1:1",
                "An error was signalled by the server:- ReadOnly|READONLY",
                "WRONGTYPE: Operation against: a key|WRONGTYPE Operation against: a key",
                "Unsupported: command: bitfield|Unsupported command: bitfield",
                "FORBIDDEN: Unknown extension error encountered|FORBIDDEN"
            })
    void anErrorOfTheServerIsItsLine(String message, String line) {
        Reply.Failure failure = Replies.failure(new CompletionException(new RequestException(message)));
        assertEquals(line, failure.serverError());
        assertFalse(failure.mayHaveBeenApplied());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BrokenPipe: Cluster: Failed to receive command response from internal sender. RecvError(())",
                "FatalReceiveError: Failed to receive a response due to a fatal error channel closed",
                "Failed to receive a response due to a fatal error - FatalReceiveError: channel closed",
                "Response couldn't be converted to map - TypeError: (response was Int)",
                "timed out",
                "An error was signalled by the server: - AKindOfLaterVersions: what happened"
            })
    void anErrorOfGlideIsNoAnswer(String message) {
        assertNoAnswer(new RequestException(message));
    }

    @Test
    void aLostConnectionOrTimeIsNoAnswer() {
        assertNoAnswer(new TimeoutException("WRONGTYPE: looks like an error of the server"));
        assertNoAnswer(new ClosingException("Received connection error `NOAUTH: x`. Will attempt to reconnect"));
    }

    private static void assertNoAnswer(GlideException thrown) {
        Reply.Failure failure = Replies.failure(thrown);
        assertNull(failure.serverError());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void whatWasNotSentSaysSo() {
        Reply.Failure tooMany = Replies.failure(new RequestException("Client reached maximum inflight requests"));
        assertFalse(tooMany.mayHaveBeenApplied());
        Reply.Failure closed = Replies.failure(new ClosingException("Client closed: Unable to submit batch."));
        assertInstanceOf(ClientClosedException.class, closed.cause());
        assertFalse(closed.mayHaveBeenApplied());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IoError: Received error for address `127.0.0.1:1`: WRONGPASS: invalid|WRONGPASS invalid",
                "IoError: Received error for address `h:1`: Password authentication failed- AuthenticationFailed"
                        + "|WRONGPASS Password authentication failed",
                "IoError: An error was signalled by the server: - BusyLoadingError: wait|LOADING wait",
                "IoError: Received error: No primary node found- ClientError|READONLY No primary node found",
                "IoError: Received error for address `h:1`: Connection refused|"
            })
    void aConnectionThatCouldNotBeMadeTellsTheReason(String reason, String line) {
        Reply.Failure one = Replies.failure(new RequestException("Standalone connect failed - " + reason));
        assertEquals(line, one.serverError());
        assertFalse(one.mayHaveBeenApplied());
        Reply.Failure cluster =
                Replies.failure(new RequestException("Failed to create initial connections - " + reason));
        assertEquals(line, cluster.serverError());
        assertTrue(cluster.mayHaveBeenApplied());
    }

    @ParameterizedTest
    @CsvSource({
        "NOPERM: this user has no permissions to run the 'multi' command, true",
        "NOPERM: this user has no permissions to run the command, true",
        "FORBIDDEN: multi is not part of this plan that has set and bitop, true",
        "FORBIDDEN: nothing of this set of commands, true",
        "NOPERM: this user has no permissions to run the 'set' command, false",
        "FORBIDDEN: bitop is not part of this plan, false",
        "OOM: command not allowed, false"
    })
    void aGroupMayHaveBeenExecutedIfMultiMayHaveBeenRefused(String message, boolean mayHaveBeenApplied) {
        List<Command> group = List.of(
                new Command(Verb.SET, new byte[] {'k'}, new byte[] {'v'}),
                new Command(Verb.BITOP, new byte[] {'k'}, new byte[] {'l'}));
        for (Reply reply : Replies.ofRefusedGroup(group, new RequestException(message))) {
            assertEquals(mayHaveBeenApplied, reply.mayHaveBeenApplied());
        }
    }
}
