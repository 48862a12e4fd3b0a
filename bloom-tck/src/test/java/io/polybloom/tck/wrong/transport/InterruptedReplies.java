package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The replies on a connection whose threads are interrupted. */
final class InterruptedReplies {

    private @Nullable CompletableFuture<List<Reply>> unread;

    /** Awaits replies on a thread of its own, which nobody interrupts: so they arrive, whatever the client does. */
    static CompletableFuture<List<Reply>> uninterrupted(InFlight inFlight) {
        return CompletableFuture.supplyAsync(inFlight::await, task -> new Thread(task).start());
    }

    /** Waits on when the thread is interrupted, and forgets that it was. */
    static List<Reply> swallowing(CompletableFuture<List<Reply>> answer) {
        while (true) {
            try {
                List<Reply> replies = answer.get();
                Thread.interrupted();
                return replies;
            } catch (InterruptedException swallowed) {
                // That is the mistake.
            } catch (ExecutionException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    /** Returns the replies that were left unread, if there are any; leaves these unread when interrupted. */
    synchronized List<Reply> next(CompletableFuture<List<Reply>> answer, int commands) {
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
