package io.polybloom.redisson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Reply;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.RedissonShutdownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.WriteRedisConnectionException;

/**
 * Whether a command was certainly not sent, from the exception alone; the server's own words are tested with servers.
 */
class RedissonFailuresTest {

    static Stream<RuntimeException> certainlyNotSent() {
        return Stream.of(
                new RedisConnectionException("Unable to connect to Redis server"),
                new RedisTimeoutException("Unable to acquire connection! Increase connection pool size"),
                new RedisTimeoutException("Command still hasn't been written into connection!"),
                new RedisNodeNotFoundException("Node for slot: 1 hasn't been discovered yet"),
                new RedisException("Unexpected exception while processing command", new ConnectException("refused")),
                new RedisException("MOVED redirection loop detected. Node a has further redirect to a"));
    }

    static Stream<RuntimeException> perhapsSent() {
        return Stream.of(
                new RedisResponseTimeoutException("command: (BITFIELD), params: [x. channel: y], channel: [id: 1]"),
                new WriteRedisConnectionException("Unable to write command into connection! params: [. channel: ]"),
                new RedisReconnectedException("Channel has been reconnected"),
                new RedisException("anything else"),
                new RedisException((String) null),
                new IllegalStateException("Can't decode replay: . channel: "));
    }

    @ParameterizedTest
    @MethodSource
    void certainlyNotSent(RuntimeException exception) {
        assertEquals(Reply.Failure.notSent(exception), RedissonFailures.of(exception));
    }

    @ParameterizedTest
    @MethodSource
    void perhapsSent(RuntimeException exception) {
        assertEquals(Reply.Failure.noAnswer(exception), RedissonFailures.of(exception));
    }

    @Test
    void aClientThatWasShutDownMayHaveSentBefore() {
        RedissonShutdownException shutdown = new RedissonShutdownException("Redisson is shutdown");

        Reply.Failure failure = (Reply.Failure) RedissonFailures.of(shutdown);

        assertTrue(failure.mayHaveBeenApplied());
        assertSame(
                shutdown,
                assertInstanceOf(ClientClosedException.class, failure.cause()).getCause());
    }

    @Test
    void unwrapsWhatStagesWrap() {
        RedisTimeoutException inner = new RedisTimeoutException("Unable to acquire connection!");

        Reply.Failure failure = (Reply.Failure) RedissonFailures.of(new CompletionException(inner));

        assertSame(inner, failure.cause());
        assertNull(failure.serverError());
    }
}
