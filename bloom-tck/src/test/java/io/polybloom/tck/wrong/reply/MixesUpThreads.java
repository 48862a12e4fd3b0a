package io.polybloom.tck.wrong.reply;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives the answer of one thread to another one that waits at the same time for an answer of equal length. */
@Breaks(Rule.TRUE_IF_A_BIT_CHANGED)
public final class MixesUpThreads extends ChangedTransport {

    private static final int PATIENCE_MILLIS = 100;

    private final AtomicInteger waiting = new AtomicInteger();
    private final Exchanger<List<Reply>> meeting = new Exchanger<>();

    public MixesUpThreads(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        if (!Words.touchesBits(batch.commands().get(0))) {
            return inFlight;
        }
        return () -> {
            waiting.incrementAndGet();
            try {
                List<Reply> mine = inFlight.await();
                return waiting.get() > 1 ? exchanged(mine) : mine;
            } finally {
                waiting.decrementAndGet();
            }
        };
    }

    /** Waits long enough for a thread that has its answer already to be given a processor. */
    private List<Reply> exchanged(List<Reply> mine) {
        try {
            List<Reply> theirs = meeting.exchange(mine, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            return length(theirs) == length(mine) ? theirs : mine;
        } catch (TimeoutException alone) {
            return mine;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return mine;
        }
    }

    private static int length(List<Reply> replies) {
        return replies.size() == 1 && replies.get(0) instanceof Reply.Ints integers ? integers.values().length : -1;
    }
}
