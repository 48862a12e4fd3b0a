package io.polybloom.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection of our own to one server, on which the commands of a batch stay together. After a reconnect Lettuce goes
 * on with what it has not sent yet; but a WAIT on another link than the write before it would wait for nothing, and
 * half a group would do half an exchange. So a batch that is unanswered when the connection is lost fails at once, and
 * nothing more of it is sent.
 *
 * <p>All batches are handed to Lettuce by one and the same thread. A lock would not keep them apart: Lettuce writes one
 * command after the other, at once on the connection's own thread, and otherwise through a queue of that thread. So the
 * continuation of an answer could come between two commands that another thread has queued.
 */
final class Link implements RedisConnectionStateListener {

    private final Executor writer;
    private final Map<PendingCommands, LinkGuard> unanswered = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable LinkGuard> openGroup = new AtomicReference<>();

    private Link(Executor writer) {
        this.writer = writer;
    }

    /** Returns the link of a connection that nobody else uses and that has no other link. */
    static Link of(StatefulConnection<?, ?> connection) {
        Link link = new Link(connection.getResources().eventExecutorGroup().next());
        connection.addListener(link);
        return link;
    }

    /**
     * Sends commands.
     *
     * @param connection the connection of this link, which the link itself does not keep alive
     * @param asking whether each command follows up an ASK redirect
     * @param isClosed returns whether the caller has closed the client
     * @return one reply per command; does not fail
     */
    CompletableFuture<List<Reply>> send(
            StatefulConnection<byte[], byte[]> connection,
            List<Command> commands,
            boolean asking,
            BooleanSupplier isClosed) {
        boolean isGroup = commands.get(0).verb() == Verb.MULTI;
        LinkGuard guard = new LinkGuard(openGroup, commands.size(), isGroup);
        PendingCommands exchange = new PendingCommands(connection, GuardedCommand.onLink(commands, guard), isClosed);
        // From now on a loss of the connection ends the exchange: what is sent later would be sent on another link.
        unanswered.put(exchange, guard);
        CompletableFuture<List<Reply>> answer =
                exchange.start(asking ? PendingCommands.Way.ASKING : PendingCommands.Way.IN_ONE_WRITE, writer);
        answer.whenComplete((replies, failure) -> unanswered.remove(exchange));
        return answer;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
        openGroup.set(null);
        RedisException lost = new RedisException("the connection was lost, and its commands are not sent on another");
        // A copy: a caller that learns of the loss may send the next batch before all others have learned of it.
        Map.copyOf(unanswered).forEach((exchange, guard) -> {
            guard.lose();
            exchange.abandon(lost);
        });
    }
}
