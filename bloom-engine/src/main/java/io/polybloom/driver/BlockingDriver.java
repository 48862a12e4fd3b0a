package io.polybloom.driver;

import io.polybloom.Acknowledgement;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Causes;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs steps on a blocking transport, in the calling thread. Thread-safe. */
public final class BlockingDriver {

    /**
     * The number of batches after which the connection is returned for a moment, in case others wait for one. A
     * compromise: a smaller number borrows more often, a larger one makes other threads wait longer.
     */
    private static final int MOST_IN_A_ROW = 32;

    private record Sent(Batch batch, InFlight inFlight) {}

    private final Transport<InFlight> transport;
    private final PrimaryProof proof = new PrimaryProof();

    /** Creates a driver for a transport. */
    public BlockingDriver(Transport<InFlight> transport) {
        this.transport = transport;
    }

    /** Returns a driver for which a write is done only when replicas have it. */
    BlockingDriver acknowledgedBy(Acknowledgement asked) {
        return new BlockingDriver(AcknowledgedTransport.over(
                transport, asked, (inFlight, reading) -> () -> reading.apply(inFlight.await())));
    }

    /**
     * Runs an operation to its end and returns its value, or throws its exception. If the thread is interrupted, the
     * rest of the operation fails without being sent, and the interrupt flag stays set.
     */
    public <R> R run(Step<R> operation) {
        return run(operation, Interrupts.thatEnd());
    }

    /**
     * Runs an operation for other threads as well. An interrupt of this thread must not cost them their answers, so the
     * operation continues, and the interrupt flag is set again at the end.
     */
    <R> R runForOthers(Step<R> operation) {
        Interrupts interrupts = Interrupts.putOff();
        try {
            return run(operation, interrupts);
        } finally {
            interrupts.restore();
        }
    }

    private <R> R run(Step<R> operation, Interrupts interrupts) {
        Step<R> step = operation;
        while (step instanceof Step.Send<R> send) {
            if (send.batches().hasNext()) {
                exchange(send, interrupts);
            }
            step = send.next().get();
        }
        return ((Step.Done<R>) step).value();
    }

    private void exchange(Step.Send<?> send, Interrupts interrupts) {
        Transport<InFlight> ofStep = transport.forOneStep();
        Flight flight = new Flight(send, ofStep, proof);
        Deque<Sent> sent = new ArrayDeque<>();
        int inARow = 0;
        try {
            while (!flight.isOver()) {
                inARow = sent.isEmpty() ? 0 : inARow;
                Batch batch = inARow < MOST_IN_A_ROW ? flight.poll() : null;
                if (batch != null) {
                    dispatch(flight, ofStep, sent, batch, interrupts);
                    inARow++;
                } else if (!sent.isEmpty()) {
                    await(flight, ofStep, sent, interrupts);
                }
            }
        } catch (RuntimeException | Error broken) {
            abandon(sent, broken);
            throw broken;
        }
    }

    /**
     * Sends a batch, unless the thread was interrupted. Batches in flight are then still awaited, as far as the client
     * waits in an interrupted thread: Jedis does, within its timeout.
     */
    private static void dispatch(
            Flight flight, Transport<InFlight> ofStep, Deque<Sent> sent, Batch batch, Interrupts interrupts) {
        if (interrupts.end()) {
            flight.notSent(batch, new InterruptedException("the calling thread was interrupted"));
            return;
        }
        try {
            sent.add(new Sent(batch, ofStep.send(batch)));
        } catch (RuntimeException failure) {
            flight.failed(batch, failure);
        }
    }

    private static void await(Flight flight, Transport<InFlight> ofStep, Deque<Sent> sent, Interrupts interrupts) {
        Sent oldest = sent.remove();
        List<Reply> replies;
        try {
            replies = oldest.inFlight().await();
            while (interrupts.haveCutShort(replies)) {
                if (replies.stream().noneMatch(Reply::mayHaveBeenApplied)) {
                    sent.add(new Sent(oldest.batch(), ofStep.send(oldest.batch())));
                    return;
                }
                if (replies.stream().noneMatch(BlockingDriver::isAwaited)) {
                    // The commands that the interrupt has hit were never sent, and all others are answered.
                    break;
                }
                replies = oldest.inFlight().await();
            }
        } catch (RuntimeException failure) {
            flight.failed(oldest.batch(), failure);
            return;
        }
        flight.answered(oldest.batch(), replies);
    }

    /** Returns whether a reply may still arrive, because only the wait for it was cut short. */
    private static boolean isAwaited(Reply reply) {
        return reply instanceof Reply.Failure failure
                && failure.mayHaveBeenApplied()
                && Interrupts.isInterrupt(failure.cause());
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

    /**
     * The effect of an interrupt of the calling thread on the operation that it runs: the interrupt ends the operation,
     * or it is deferred to the end because other threads also wait for answers. Confined to one thread.
     */
    private static final class Interrupts {

        private final boolean putOff;
        private boolean met;

        private Interrupts(boolean putOff) {
            this.putOff = putOff;
        }

        /** Returns interrupts that end the operation; the flag stays set. */
        static Interrupts thatEnd() {
            return new Interrupts(false);
        }

        /** Returns interrupts that are deferred until {@link #restore}. */
        static Interrupts putOff() {
            return new Interrupts(true);
        }

        /** Returns whether nothing more may be sent. */
        boolean end() {
            if (putOff) {
                met |= Thread.interrupted();
                return false;
            }
            return Thread.currentThread().isInterrupted();
        }

        /**
         * Records replies that an interrupt has cut short. Sets the interrupt flag again where a pool has wrapped the
         * InterruptedException of a thread that waited for a connection.
         *
         * @return whether the interrupt is deferred, so that the client must be asked once more
         */
        boolean haveCutShort(List<Reply> replies) {
            boolean any = false;
            for (Reply reply : replies) {
                any |= reply instanceof Reply.Failure failure && isInterrupt(failure.cause());
            }
            if (any && !putOff) {
                Thread.currentThread().interrupt();
            }
            if (any && putOff) {
                met = true;
                Thread.interrupted();
            }
            return any && putOff;
        }

        /** Sets the flag again if an interrupt was deferred. */
        void restore() {
            if (met) {
                Thread.currentThread().interrupt();
            }
        }

        private static boolean isInterrupt(@Nullable Throwable thrown) {
            return Causes.of(thrown).stream().anyMatch(InterruptedException.class::isInstance);
        }
    }
}
