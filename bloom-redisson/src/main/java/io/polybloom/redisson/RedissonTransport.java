package io.polybloom.redisson;

import static org.redisson.api.BatchOptions.ExecutionMode.IN_MEMORY_ATOMIC;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonShutdownException;
import org.redisson.api.BatchOptions;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.ObjectParams;
import org.redisson.api.options.PlainOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;

/**
 * Sends raw commands through the executor of a Redisson client. Redisson has no public API for that, so only this
 * class, {@link SentCommand} and {@link CollectedWaits} use its internals.
 *
 * <p>Every command is sent as a write, which goes to the primary regardless of the client's read mode, unless a replica
 * may answer; then the read mode applies. Redisson's own retries are off, and with them its reaction to a timeout;
 * redirects are still followed.
 */
final class RedissonTransport implements Transport<CompletionStage<List<Reply>>> {

    private static final String MISREAD = "Redisson may misread the replies to BF.* in RESP3, so nothing was sent:"
            + " set Protocol.RESP2 in the Config of the client, or choose a layout that needs no module";

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
            return CompletableFuture.completedStage(toAll(batch, Reply.Failure.notSent(closed())));
        }
        if (executor.getServiceManager().isResp3() && hasModuleCommand(batch)) {
            return CompletableFuture.completedStage(
                    toAll(batch, Reply.Failure.notSent(new UnsupportedFilterException(MISREAD))));
        }
        CompletableFuture<List<Reply>> answer = exchange(batch).toCompletableFuture();
        endWithClient(batch, answer);
        return answer;
    }

    private CompletionStage<List<Reply>> exchange(Batch batch) {
        if (batch.isGroup()) {
            return pipeline(batch, BatchOptions.defaults().executionMode(IN_MEMORY_ATOMIC))
                    .thenApply(RedissonFailures::ofGroup);
        }
        if (batch.size() == 1) {
            return sent(executor, batch, batch.commands().get(0)).reply();
        }
        if (RedirectedBatch.isNeededFor(batch)) {
            return acknowledged(batch);
        }
        return pipeline(batch, BatchOptions.defaults());
    }

    /**
     * Ends a batch that has not been answered when the client is shut down. Redisson fails only the last 100 of its
     * single commands then, when it has given them time to be answered, and forgets everything else: it closes the
     * connections and stops the timer that would end the wait. So a pipeline is made one of these 100 by a mark, which
     * does not keep its replies. Everything ends with the event loops, unless the application has passed its own.
     */
    private void endWithClient(Batch batch, CompletableFuture<List<Reply>> answer) {
        Runnable end = () -> answer.completeAsync(() -> toAll(batch, Reply.Failure.noAnswer(closed())));
        if (batch.size() > 1) {
            CompletableFuture<Void> mark = new CompletableFuture<>();
            mark.whenComplete((answered, shutdown) -> {
                if (shutdown != null) {
                    end.run();
                }
            });
            executor.getServiceManager().addFuture(mark);
            answer.whenComplete((replies, failure) -> mark.complete(null));
        }
        Future<?> loopsEnd = executor.getServiceManager().getGroup().terminationFuture();
        FutureListener<Object> listener = ended -> end.run();
        loopsEnd.addListener(listener);
        answer.whenComplete((replies, failure) -> loopsEnd.removeListener(listener));
    }

    private static RuntimeException closed() {
        return new ClientClosedException(new RedissonShutdownException("Redisson is shutdown"));
    }

    private static List<Reply> toAll(Batch batch, Reply reply) {
        return Collections.nCopies(batch.size(), reply);
    }

    /**
     * Returns whether a batch has a command whose reply Redisson may misread in RESP3. Its older versions cannot read
     * booleans. The newer ones read them, but cannot skip them in a reply that arrives after the timeout; the rest of
     * that reply is then taken for the reply to another command.
     */
    private static boolean hasModuleCommand(Batch batch) {
        return batch.commands().stream().anyMatch(command -> command.verb().isOfModule());
    }

    /**
     * Sends a batch that ends with WAIT. Redisson sends that command again after each redirect, on the same connection
     * as the redirected commands, but returns only its first reply. So all of its replies are collected here.
     */
    private CompletionStage<List<Reply>> acknowledged(Batch batch) {
        int last = batch.size() - 1;
        Command wait = batch.commands().get(last);
        CollectedWaits waits = new CollectedWaits(batch.commands().get(last - 1), wait);
        CommandBatchService pipeline = executor.createCommandBatchService(BatchOptions.defaults()
                .retryAttempts(0)
                .responseTimeout(patience() + wait.millisOfWait(), TimeUnit.MILLISECONDS));
        List<SentCommand> all = new ArrayList<>(batch.size());
        for (Command command : batch.commands().subList(0, last)) {
            all.add(sent(pipeline, batch, command));
        }
        all.add(new SentCommand(
                pipeline.writeAsync(wait.key(), ByteArrayCodec.INSTANCE, waits.command(), waits.words())));
        return replies(pipeline, all).thenApply(waits::judge);
    }

    private CompletionStage<List<Reply>> pipeline(Batch batch, BatchOptions options) {
        CommandBatchService pipeline = executor.createCommandBatchService(options.retryAttempts(0));
        return replies(
                pipeline,
                batch.commands().stream()
                        .map(command -> sent(pipeline, batch, command))
                        .toList());
    }

    private SentCommand sent(CommandAsyncExecutor way, Batch batch, Command command) {
        boolean mayBeSentAgain = batch.size() > 1 && command.isWrite() && redirects();
        return new SentCommand(way, batch, command, mayBeSentAgain || command.verb() == Verb.BF_INSERT);
    }

    /** Executes a pipeline. A client that cannot connect throws; within the stage, that reaches the replies. */
    private static CompletionStage<List<Reply>> replies(CommandBatchService pipeline, List<SentCommand> all) {
        return CompletableFuture.completedStage(pipeline)
                .thenCompose(CommandBatchService::executeAsync)
                .handle((ended, failure) -> SentCommand.replies(all, failure));
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
}
