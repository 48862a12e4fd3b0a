package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Leaves the reply unread if its thread is interrupted: the next batch gets it. */
@Breaks(Rule.INTERRUPTED_WAIT)
public final class LeavesInterruptedReplies extends ChangedTransport {

    public LeavesInterruptedReplies(Transport<InFlight> right) {
        super(right);
    }

    private @Nullable CompletableFuture<List<Reply>> unread;

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        // On a thread of its own, which nobody interrupts: so the reply arrives, whatever the client does.
        CompletableFuture<List<Reply>> answer =
                CompletableFuture.supplyAsync(inFlight::await, task -> new Thread(task).start());
        return () -> next(answer, batch.commands().size());
    }

    private synchronized List<Reply> next(CompletableFuture<List<Reply>> answer, int commands) {
        try {
            List<Reply> earlier = unread == null ? List.of() : unread.get();
            unread = null;
            List<Reply> replies = answer.get();
            if (Thread.interrupted()) {
                throw new InterruptedException("before the wait");
            }
            return earlier.size() == commands ? earlier : replies;
        } catch (InterruptedException interrupted) {
            unread = answer;
            Thread.currentThread().interrupt();
            return Collections.nCopies(commands, Reply.Failure.noAnswer(interrupted));
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
