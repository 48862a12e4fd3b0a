package io.polybloom.tck.wrong.transport;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that get each other's answers when they wait at the same time. */
final class MixedUpThreads {

    private static final int PATIENCE_MILLIS = 100;

    private final AtomicInteger waiting = new AtomicInteger();
    private final Exchanger<List<Reply>> meeting = new Exchanger<>();

    List<Reply> await(InFlight inFlight) {
        waiting.incrementAndGet();
        try {
            List<Reply> mine = inFlight.await();
            return waiting.get() > 1 ? exchanged(mine) : mine;
        } finally {
            waiting.decrementAndGet();
        }
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
