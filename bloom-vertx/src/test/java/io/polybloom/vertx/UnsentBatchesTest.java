package io.polybloom.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.polybloom.spi.Reply;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.vertx.core.Promise;
import io.vertx.redis.client.impl.PooledRedisConnection;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The conclusions from the end of a connection about the commands that were to be sent on it. */
class UnsentBatchesTest {

    private static final Reply ANSWERED = new Reply.Int(1);
    private static final Reply NOT_SENT = Reply.Failure.notSent(new IllegalStateException());

    @Test
    void theOnlyRefusedWriteOfALeaseWasNotSent() {
        assertUnsent(true, List.of(List.of(lost(refusedWrite()))));
        assertUnsent(true, List.of(List.of(lost(refusedWrite()), NOT_SENT, NOT_SENT)));
        assertUnsent(true, List.of(List.of(NOT_SENT)));
    }

    @Test
    void aBatchOfWhichAnythingMayHaveBeenSentIsNotUnsent() {
        assertUnsent(false, List.of(List.of(ANSWERED, lost(refusedWrite()))));
        assertUnsent(false, List.of(List.of(Reply.Failure.ofServer("ERR", null), lost(refusedWrite()))));
        assertUnsent(false, List.of(List.of(lost(new ClosedChannelException()), NOT_SENT)));
    }

    /** The client hands one exception to the command whose write was refused and to those that wait for an answer. */
    @Test
    void anExceptionThatSeveralCommandsOfALeaseHaveProvesNothing() {
        Reply one = lost(refusedWrite());
        assertUnsent(false, List.of(List.of(one, one)));
        assertUnsent(false, List.of(List.of(one), List.of(one)));
    }

    /** A command of the other lease may have the same exception, and have been sent. */
    @Test
    void anExceptionProvesNothingIfTheConnectionMayBeLentTwice() {
        Reply one = lost(refusedWrite());
        assertFalse(new UnsentBatches(List.of(List.of(one)), true).contains(List.of(one)));
        assertTrue(new UnsentBatches(List.of(List.of(NOT_SENT)), true).contains(List.of(NOT_SENT)));
    }

    @Test
    void aWriteThatWasTakenBeforeTheChannelClosedProvesNothing() {
        Channel channel = new EmbeddedChannel();
        ChannelFuture taken = channel.write("taken");
        channel.close();
        assertInstanceOf(ClosedChannelException.class, taken.cause());
        assertUnsent(false, List.of(List.of(lost(taken.cause()))));
    }

    @Test
    void aCallThatIsLentADeadConnectionGoesAlongAnotherOneOnce() {
        try (RedisServer server = RedisServer.start();
                RespClient eyes = server.client();
                TestClient client = new TestClient(server.uri())) {
            VertxBloomFilter<CharSequence> filter = client.open(TestClient.spec("dead", 1));
            TestClient.await(filter.add("before"));
            long before = eyes.executions("bitfield");
            Promise<Boolean> isNew = Promise.promise();
            client.vertx.runOnContext(start -> client.redis
                    .connect()
                    .compose(connection -> {
                        connection.close();
                        ((PooledRedisConnection) connection).actual().forceClose();
                        return filter.add("a");
                    })
                    .onComplete(isNew));
            assertTrue(TestClient.await(isNew.future()));
            assertEquals(before + 1, eyes.executions("bitfield"));
            assertFalse(TestClient.await(filter.add("a")));
        }
    }

    private static void assertUnsent(boolean expected, List<List<Reply>> lease) {
        UnsentBatches unsent = new UnsentBatches(lease, false);
        for (List<Reply> replies : lease) {
            assertEquals(expected, unsent.contains(replies), replies.toString());
        }
    }

    private static Reply lost(Throwable cause) {
        return Reply.Failure.noAnswer(cause);
    }

    private static Throwable refusedWrite() {
        Channel channel = new EmbeddedChannel();
        channel.close();
        return channel.write("refused").cause();
    }
}
