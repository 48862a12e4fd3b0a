package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits on when its thread is interrupted, and forgets that it was. */
@Breaks(Rule.INTERRUPTED_WAIT)
public final class SwallowsInterrupts extends ChangedTransport {

    public SwallowsInterrupts(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        return () -> swallowing(CompletableFuture.supplyAsync(inFlight::await, task -> new Thread(task).start()));
    }

    private static List<Reply> swallowing(CompletableFuture<List<Reply>> answer) {
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
}
