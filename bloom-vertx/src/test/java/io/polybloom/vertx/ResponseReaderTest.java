package io.polybloom.vertx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.BulkType;
import io.vertx.redis.client.impl.types.ErrorType;
import io.vertx.redis.client.impl.types.MultiType;
import io.vertx.redis.client.impl.types.NumberType;
import io.vertx.redis.client.impl.types.SimpleStringType;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {

    @Test
    void readsNumbersStringsAndNil() {
        assertEquals(new Reply.Int(7), ResponseReader.reply(NumberType.create(7L)));
        assertArrayEquals(new byte[] {0, -1}, bytes(ResponseReader.reply(bulk(0, -1))));
        assertArrayEquals("OK".getBytes(UTF_8), bytes(ResponseReader.reply(SimpleStringType.create("OK"))));
        assertEquals(new Reply.Nil(), ResponseReader.reply(null));
    }

    @Test
    void readsAnArrayOfNumbersAsPrimitives() {
        Reply reply = ResponseReader.reply(multi(false, NumberType.create(1L), NumberType.create(0L)));
        assertArrayEquals(
                new long[] {1, 0}, assertInstanceOf(Reply.Ints.class, reply).values());
    }

    @Test
    void readsAMapAsFieldsAndValuesInTurnWhateverTheirBytes() {
        Reply.Many array = many(multi(false, bulk(-1, -2), bulk(2), bulk(3), bulk(4)));
        Reply.Many map = many(multi(true, bulk(-1, -2), bulk(2), bulk(3), bulk(4)));
        assertEquals(4, map.elements().size());
        for (int i = 0; i < 4; i++) {
            assertArrayEquals(
                    bytes(array.elements().get(i)), bytes(map.elements().get(i)));
        }
    }

    @Test
    void readsAMapWhoseFieldsAreSimpleStrings() {
        Reply.Many map = many(multi(true, SimpleStringType.create("Capacity"), NumberType.create(100L)));
        assertEquals(2, map.elements().size());
        assertArrayEquals("Capacity".getBytes(UTF_8), bytes(map.elements().get(0)));
        assertEquals(new Reply.Int(100), map.elements().get(1));
    }

    @Test
    void refusesWhatNoCommandAnswers() {
        assertThrows(IllegalArgumentException.class, () -> ResponseReader.reply(ErrorType.create("ERR nested")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR syntax error", "OOM command not allowed", "MOVED 1 127.0.0.1:7000", "NOAUTH"})
    void takesAnErrorReplyAsProofThatNothingWasApplied(String line) {
        Throwable thrown = ErrorType.create(line);
        Reply.Failure failure = ResponseReader.failure(thrown);
        assertEquals(line, failure.serverError());
        assertSame(thrown, failure.cause());
        assertFalse(failure.mayHaveBeenApplied());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECTION_CLOSED", "ILLEGAL_STATE Unknown RESP type ?", "Invalid boolean value: x"})
    void doesNotTakeTheClientsOwnErrorsForRepliesOfTheServer(String message) {
        Reply.Failure failure = ResponseReader.failure(ErrorType.create(message));
        assertNull(failure.serverError());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void keepsTheWordsOfAProxyButDoesNotTrustThem() {
        Reply.Failure failure = ResponseReader.failure(ErrorType.create("Unsupported command: wait"));
        assertEquals("Unsupported command: wait", failure.serverError());
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void takesAnyOtherFailureAsAMissingAnswer() {
        assertTrue(ResponseReader.failure(new IOException("ERR reset")).mayHaveBeenApplied());
        assertTrue(ResponseReader.failure(new IOException()).mayHaveBeenApplied());
    }

    @Test
    void takesTheRefusalOfADeadConnectionAsProofThatNothingWasSent() {
        assertFalse(
                ResponseReader.failure(new IOException("Connection is closed")).mayHaveBeenApplied());
        assertTrue(
                ResponseReader.failure(ErrorType.create("Connection is closed")).mayHaveBeenApplied());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Command is not valid, check https://x: *1", "Redis command is not valid, check https://x: *1"})
    void takesACommandThatTheClientRefusesAsNotSent(String message) {
        assertFalse(ResponseReader.failure(new IOException(message)).mayHaveBeenApplied());
    }

    @Test
    void knowsAClosedClientAndAClosedVertx() {
        assertIsClosed(ResponseReader.refusal(new IllegalStateException()));
        assertIsClosed(ResponseReader.refusal(new IllegalStateException("Client is closed")));
        assertIsClosed(ResponseReader.failure(new RejectedExecutionException("event executor terminated")));
        assertInstanceOf(
                IllegalStateException.class,
                ResponseReader.refusal(new IllegalStateException("another")).cause());
    }

    /** The texts of a client of a cluster, of replicas, and of sentinels or a cluster whose nodes are not known. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Failed to connect to all nodes of the cluster\n- redis://a:1: null\n- redis://b:1: Client is closed",
                "Cannot connect to statically configured master: redis://a:1\n"
                        + "- java.lang.IllegalStateException: Client is closed",
                "Cannot connect to any of the provided endpoints\n"
                        + "- java.lang.IllegalStateException: Resource manager shutdown\n"
                        + "- java.lang.IllegalStateException"
            })
    void knowsAClosedClientOfSeveralServers(String message) {
        assertIsClosed(ResponseReader.refusal(new ConnectException(message)));
    }

    @Test
    void takesServersThatRefuseConnectionsForNoClosedClient() {
        ConnectException refused =
                new ConnectException("Failed to connect to all nodes of the cluster\n- redis://a:1: null\n"
                        + "- redis://b:1: Connection refused: /127.0.0.1:1");
        assertSame(refused, ResponseReader.refusal(refused).cause());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"WAIT cannot be used with replica instances.", "EXEC without MULTI", "unknown command 'MULTI'"})
    void givesBackTheCodeThatTheClientRemovesFromAPlacedError(String line) {
        assertEquals("ERR " + line, replyTo(line).serverError());
    }

    @ParameterizedTest
    @ValueSource(strings = {"OOM command not allowed", "READONLY You can't write against a read only replica."})
    void leavesAnotherCodeOfAPlacedErrorAsItIs(String line) {
        assertEquals(line, replyTo(line).serverError());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CONNECTION_CLOSED", "java.nio.channels.ClosedChannelException", "Invalid boolean value: x"})
    void takesNoPlacedErrorOfTheClientForAReplyOfTheServer(String text) {
        Reply.Failure failure = replyTo(text);
        assertNull(failure.serverError());
        assertTrue(failure.mayHaveBeenApplied());
    }

    /** Returns the reply to the second of two commands, of which the client has placed this error. */
    private static Reply.Failure replyTo(String text) {
        Throwable placed = ErrorType.create("ERR [1] " + text);
        return assertInstanceOf(
                Reply.Failure.class, ResponseReader.repliesOfGroup(placed, 2).get(1));
    }

    private static void assertIsClosed(Reply.Failure failure) {
        assertInstanceOf(ClientClosedException.class, failure.cause());
        assertFalse(failure.mayHaveBeenApplied());
    }

    private static Response bulk(int... bytes) {
        Buffer buffer = Buffer.buffer();
        for (int value : bytes) {
            buffer.appendByte((byte) value);
        }
        return BulkType.create(buffer, false);
    }

    private static Response multi(boolean isMap, Response... elements) {
        MultiType multi = MultiType.create(isMap ? elements.length / 2 : elements.length, isMap);
        for (Response element : elements) {
            multi.add(element);
        }
        return multi;
    }

    private static Reply.Many many(Response response) {
        return assertInstanceOf(Reply.Many.class, ResponseReader.reply(response));
    }

    private static byte[] bytes(Reply reply) {
        return assertInstanceOf(Reply.Bytes.class, reply).value();
    }
}
