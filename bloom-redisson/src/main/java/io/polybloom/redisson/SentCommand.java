package io.polybloom.redisson;

import static io.netty.buffer.Unpooled.unreleasableBuffer;
import static io.netty.buffer.Unpooled.wrappedBuffer;

import com.google.common.base.Suppliers;
import com.google.common.collect.Maps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.command.CommandAsyncExecutor;

/**
 * A command that was handed to Redisson. Redisson answers it with the first error that it reads, which need not be all
 * that the server has said. Elements of the same array may precede the error. And if the server redirects one command
 * of a pipeline, Redisson sends those that were refused again as well, and drops the reply. So a command can be
 * watched: if anything but an error was read for it, it may have been applied. Thread-safe.
 */
final class SentCommand {

    private static final Map<Verb, RedisCommand<Object>> COMMANDS = Maps.toMap(
            EnumSet.allOf(Verb.class), verb -> new RedisCommand<>(name(verb), (parts, state) -> Reply.of(parts)));

    private static final String REFUSED =
            "ERR refused for now: Redisson reports only the error of another command of the pipeline";

    private final CompletableFuture<Object> answer;

    /** Whether anything but an error was read, if the command is watched. */
    private volatile boolean isExecuted;

    /** Hands a command of a batch to Redisson. */
    SentCommand(CommandAsyncExecutor way, Batch batch, Command command, boolean isWatched) {
        RedisCommand<Object> known = Objects.requireNonNull(COMMANDS.get(command.verb()));
        RedisCommand<Object> form = isWatched
                ? new RedisCommand<>(known.getName(), known.getReplayMultiDecoder(), this::noteExecution)
                : known;
        // Redisson would wrap and release each word itself; a buffer that cannot be released may occur several times.
        Object[] words = command.words(word -> unreleasableBuffer(wrappedBuffer(word)));
        CompletionStage<Object> sent = batch.mayAskReplica()
                ? way.readAsync(command.key(), ByteArrayCodec.INSTANCE, form, words)
                : way.writeAsync(command.key(), ByteArrayCodec.INSTANCE, form, words);
        answer = sent.toCompletableFuture();
    }

    /** Takes over a command that is sent in a way of its own. */
    SentCommand(CompletionStage<Object> sent) {
        answer = sent.toCompletableFuture();
    }

    /**
     * Redisson drops the reply to a command with the name of its own WAIT or WAITAOF; the server does not mind lower
     * case.
     */
    private static String name(Verb verb) {
        return verb == Verb.WAIT || verb == Verb.WAITAOF ? verb.wireName().toLowerCase(Locale.ROOT) : verb.wireName();
    }

    /** Takes a reply, or an element of one, as it comes from the server. */
    private @Nullable Object noteExecution(@Nullable Object read) {
        isExecuted = true;
        return read;
    }

    /** Returns the reply, in a list of its own, when it has arrived. */
    CompletableFuture<List<Reply>> reply() {
        return answer.handle((value, failure) -> List.of(reply(value, failure)));
    }

    private Reply reply(@Nullable Object value, @Nullable Throwable failure) {
        Reply reply = failure == null ? Reply.of(value) : RedissonFailures.of(failure);
        return isExecuted && reply instanceof Reply.Failure refused
                ? new Reply.Failure(refused.serverError(), refused.cause(), true)
                : reply;
    }

    /** Returns the reply to each command of a pipeline that has ended. */
    static List<Reply> replies(List<SentCommand> pipeline, @Nullable Throwable failure) {
        Supplier<Reply> refusal = Suppliers.memoize(() -> refusal(pipeline, Objects.requireNonNull(failure)));
        return pipeline.stream()
                .map(sent ->
                        sent.answer.isDone() ? sent.answer.handle(sent::reply).join() : refusal.get())
                .toList();
    }

    /**
     * Returns the reply to a command that has none of its own when the pipeline has ended: Redisson would send it again
     * if it had attempts left, since the server has refused it temporarily (CLUSTERDOWN, LOADING, ...). The failure of
     * the pipeline is such an error, or it suppresses one, unless it is that of a command with a reply of its own.
     */
    private static Reply refusal(List<SentCommand> pipeline, Throwable failure) {
        Throwable inner = failure.getCause();
        Throwable error = failure instanceof CompletionException && inner != null ? inner : failure;
        return Stream.concat(Stream.of(error), Arrays.stream(error.getSuppressed()))
                .filter(each -> pipeline.stream().noneMatch(sent -> sent.hasFailedWith(each)))
                .map(RedissonFailures::of)
                .filter(reply -> !reply.mayHaveBeenApplied())
                .findFirst()
                .orElse(Reply.Failure.ofServer(REFUSED, error));
    }

    private boolean hasFailedWith(Throwable error) {
        return answer.isCompletedExceptionally()
                && answer.handle((value, failure) -> failure == error).join();
    }
}
