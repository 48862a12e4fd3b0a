package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Runs steps on a blocking transport, in the calling thread. Thread-safe. */
public final class BlockingDriver {

    /** After this number of batches the connection is given back for a moment, in case others wait for one. */
    private static final int MOST_IN_A_ROW = 32;

    private record Sent(Batch batch, InFlight inFlight) {}

    private final Transport<InFlight> transport;

    /** Creates a driver for a transport. */
    public BlockingDriver(Transport<InFlight> transport) {
        this.transport = transport;
    }

    /**
     * Runs an operation to its end and returns its value, or throws its exception. If the thread is interrupted, the
     * rest of the operation fails without being sent, and the interrupt flag stays set.
     */
    public <R> R run(Step<R> operation) {
        Step<R> step = operation;
        while (step instanceof Step.Send<R> send) {
            if (send.batches().hasNext()) {
                exchange(send);
            }
            step = send.next().get();
        }
        return ((Step.Done<R>) step).value();
    }

    private void exchange(Step.Send<?> send) {
        Transport<InFlight> way = transport.forOneStep();
        Flight flight = new Flight(send, way);
        Deque<Sent> sent = new ArrayDeque<>();
        int inARow = 0;
        try {
            while (!flight.isOver()) {
                inARow = sent.isEmpty() ? 0 : inARow;
                Batch batch = inARow < MOST_IN_A_ROW ? flight.poll() : null;
                if (batch != null) {
                    dispatch(flight, way, sent, batch);
                    inARow++;
                } else if (!sent.isEmpty()) {
                    await(flight, sent.remove());
                }
            }
        } catch (RuntimeException | Error broken) {
            abandon(sent, broken);
            throw broken;
        }
    }

    /**
     * Sends a batch, unless the thread was interrupted. Batches in flight are then still awaited, within the client's
     * timeout.
     */
    private static void dispatch(Flight flight, Transport<InFlight> way, Deque<Sent> sent, Batch batch) {
        if (Thread.currentThread().isInterrupted()) {
            flight.notSent(batch, new InterruptedException("the calling thread was interrupted"));
            return;
        }
        try {
            sent.add(new Sent(batch, way.send(batch)));
        } catch (RuntimeException failure) {
            flight.failed(batch, failure);
        }
    }

    private static void await(Flight flight, Sent oldest) {
        List<Reply> replies;
        try {
            replies = oldest.inFlight().await();
        } catch (RuntimeException failure) {
            flight.failed(oldest.batch(), failure);
            return;
        }
        keepInterrupt(replies);
        flight.answered(oldest.batch(), replies);
    }

    /**
     * Sets the interrupt flag again where a pool has wrapped the InterruptedException of a thread that waited for a
     * connection.
     */
    private static void keepInterrupt(List<Reply> replies) {
        for (Reply reply : replies) {
            Throwable cause = reply instanceof Reply.Failure failure ? failure.cause() : null;
            for (; cause != null; cause = cause.getCause()) {
                if (cause instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Awaits the batches in flight, because each holds a connection until it has been awaited. */
    private static void abandon(Deque<Sent> sent, Throwable broken) {
        for (Sent left : sent) {
            try {
                left.inFlight().await();
            } catch (RuntimeException | Error failure) {
                broken.addSuppressed(failure);
            }
        }
    }
}
