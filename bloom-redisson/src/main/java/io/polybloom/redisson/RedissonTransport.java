package io.polybloom.redisson;

import static io.netty.buffer.Unpooled.unreleasableBuffer;
import static io.netty.buffer.Unpooled.wrappedBuffer;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.redisson.api.BatchOptions.ExecutionMode.IN_MEMORY_ATOMIC;

import com.google.common.collect.Maps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.RedissonShutdownException;
import org.redisson.api.BatchOptions;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.ObjectParams;
import org.redisson.api.options.PlainOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;

/**
 * Sends raw commands through the executor of a Redisson client. Redisson has no public API for that, so this is the
 * only class that uses its internals.
 *
 * <p>Every command is sent as a write, which goes to the primary regardless of the client's read mode, unless a replica
 * may answer; then the read mode applies. Redisson's own retries are off, and with them its reaction to a timeout;
 * redirects are still followed.
 */
final class RedissonTransport implements Transport<CompletionStage<List<Reply>>> {

    private static final Map<Verb, RedisCommand<Object>> COMMANDS = Maps.toMap(
            EnumSet.allOf(Verb.class), verb -> new RedisCommand<>(name(verb), (parts, state) -> Reply.of(parts)));

    /** Redisson drops the reply to a command with the name of its own WAIT; the server does not mind lower case. */
    private static String name(Verb verb) {
        return verb == Verb.WAIT ? "wait" : verb.wireName();
    }

    private final RedissonClient client;
    private final CommandAsyncExecutor executor;

    RedissonTransport(RedissonClient client) {
        if (!(client instanceof Redisson redisson)) {
            throw new IllegalArgumentException("not a client of Redisson.create: " + client.getClass());
        }
        this.client = client;
        ObjectParams once = (ObjectParams) PlainOptions.name("polybloom").retryAttempts(0);
        this.executor = redisson.getCommandExecutor().copy(once);
    }

    @Override
    public CompletionStage<List<Reply>> send(Batch batch) {
        if (client.isShuttingDown()) {
            RuntimeException closed = new ClientClosedException(new RedissonShutdownException("Redisson is shutdown"));
            return CompletableFuture.completedStage(Collections.nCopies(batch.size(), Reply.Failure.notSent(closed)));
        }
        if (batch.isGroup()) {
            return pipeline(batch, batch.commands(), BatchOptions.defaults().executionMode(IN_MEMORY_ATOMIC))
                    .thenApply(RedissonFailures::ofGroup);
        }
        if (batch.size() == 1) {
            return execute(executor, batch, batch.commands().get(0))
                    .handle((answer, failure) -> List.of(reply(answer, failure)));
        }
        if (RedirectedBatch.isNeededFor(batch)) {
            return acknowledged(batch);
        }
        return pipeline(batch, batch.commands(), BatchOptions.defaults());
    }

    /**
     * Sends a batch that ends with WAIT. Redisson sends that command again behind each redirect, on the same connection
     * as the redirected commands, but returns only its first reply. So all of its replies are collected here.
     */
    private CompletionStage<List<Reply>> acknowledged(Batch batch) {
        int last = batch.size() - 1;
        Command wait = batch.commands().get(last);
        CollectedWaits waits = new CollectedWaits(batch.commands().get(last - 1), wait);
        CommandBatchService pipeline = executor.createCommandBatchService(BatchOptions.defaults()
                .retryAttempts(0)
                .responseTimeout(patience() + waits.millis(), TimeUnit.MILLISECONDS));
        List<RFuture<Object>> all = new ArrayList<>(batch.size());
        for (Command command : batch.commands().subList(0, last)) {
            all.add(execute(pipeline, batch, command));
        }
        all.add(pipeline.writeAsync(wait.key(), ByteArrayCodec.INSTANCE, waits.command(), waits.words()));
        return CompletableFuture.completedStage(pipeline)
                .thenCompose(CommandBatchService::executeAsync)
                .handle((ended, failure) -> waits.judge(replies(all, failure)));
    }

    private CompletionStage<List<Reply>> pipeline(Batch batch, List<Command> commands, BatchOptions options) {
        CommandBatchService pipeline = executor.createCommandBatchService(options.retryAttempts(0));
        List<RFuture<Object>> all =
                commands.stream().map(each -> execute(pipeline, batch, each)).toList();
        // A client that cannot connect throws here; within the stage, that reaches the replies like any other failure.
        return CompletableFuture.completedStage(pipeline)
                .thenCompose(CommandBatchService::executeAsync)
                .handle((ended, failure) -> replies(all, failure));
    }

    /** Returns the time in milliseconds for which the client waits for an answer. */
    private int patience() {
        return executor.getServiceManager().getConfig().getTimeout();
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    /** Returns true for a cluster: Redisson routes each command by its key, writes never to a replica's connection. */
    @Override
    public boolean redirects() {
        return client.getConfig().isClusterConfig();
    }

    @Override
    public Transport<CompletionStage<List<Reply>>> acknowledging() {
        return this;
    }

    /** Returns true for one server: the commands of a pipeline then need one connection. */
    @Override
    public boolean joinsSlots() {
        return !redirects();
    }

    /** Returns 8: enough for encoding, network and several cluster nodes to work at the same time. */
    @Override
    public int window() {
        return 8;
    }

    private static RFuture<Object> execute(CommandAsyncExecutor way, Batch batch, Command command) {
        // Redisson would wrap and release each word itself; a buffer that cannot be released may occur several times.
        Object[] words = command.words(word -> unreleasableBuffer(wrappedBuffer(word)));
        return batch.mayAskReplica()
                ? way.readAsync(command.key(), ByteArrayCodec.INSTANCE, COMMANDS.get(command.verb()), words)
                : way.writeAsync(command.key(), ByteArrayCodec.INSTANCE, COMMANDS.get(command.verb()), words);
    }

    /**
     * Returns the reply to each command of a pipeline that has ended. Redisson leaves a command that the server refused
     * temporarily (CLUSTERDOWN, LOADING, ...) without a reply of its own; then the failure of the pipeline is such an
     * error.
     */
    private static List<Reply> replies(List<RFuture<Object>> answers, @Nullable Throwable failure) {
        List<Reply> replies = new ArrayList<>(answers.size());
        for (RFuture<Object> answer : answers) {
            CompletableFuture<Object> known = answer.isDone() ? answer.toCompletableFuture() : failedFuture(failure);
            replies.add(known.handle(RedissonTransport::reply).join());
        }
        return replies;
    }

    private static Reply reply(@Nullable Object answer, @Nullable Throwable failure) {
        return failure == null ? Reply.of(answer) : RedissonFailures.of(failure);
    }
}
