package io.polybloom.internal.redis;

import io.polybloom.layout.Geometry;
import io.polybloom.listener.ByteProgress;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.lang.System.Logger;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/**
 * Tells a listener how far an operation on all partitions has come. A long step is divided for that: the listener is
 * called between its parts, when no connection is held. Confined to the driver of the operation.
 */
public final class SweepProgress {

    private static final Logger LOGGER = System.getLogger(SweepProgress.class.getName());

    /**
     * The batches between two calls of the listener, before which all replies are awaited. A compromise: fewer would
     * report more often, and interrupt the flow of batches more often.
     */
    private static final int BATCHES_OF_A_PART = 64;

    private final ByteProgress listener;
    private final List<Geometry> layers;
    private final long total;
    private final BitSet done = new BitSet();
    private long doneBytes;
    private long toldBytes;

    private SweepProgress(ByteProgress listener, List<Geometry> layers) {
        this.listener = listener;
        this.layers = layers;
        this.total = layers.stream().mapToLong(Geometry::totalBits).sum() / Byte.SIZE;
    }

    /**
     * Returns the same operation, which tells a listener the bytes of the partitions that it has gone over. An
     * operation that goes over all partitions again starts over.
     *
     * @param layers the shapes of the layers, oldest first
     */
    public static <R> Step<R> of(Step<R> operation, ByteProgress listener, List<Geometry> layers) {
        return new SweepProgress(listener, layers).follow(operation);
    }

    private <R> Step<R> follow(Step<R> step) {
        if (!(step instanceof Step.Send<R> send)) {
            return step;
        }
        Part part = new Part(send);
        return new Step.Send<>(part, send.mostInFlight(), part, () -> next(send, part));
    }

    private <R> Step<R> next(Step.Send<R> send, Part part) {
        tell();
        return follow(
                part.goesOn && send.batches().hasNext() ? send : send.next().get());
    }

    /** An exception of the listener is logged: it must not leave the operation half done. */
    private void tell() {
        if (doneBytes == toldBytes) {
            return;
        }
        toldBytes = doneBytes;
        try {
            listener.transferred(doneBytes, total);
        } catch (RuntimeException thrown) {
            LOGGER.log(Logger.Level.WARNING, "the progress listener of a filter threw an exception", thrown);
        }
    }

    /** A layer that has been opened since the operation began does not count. */
    private void count(int orderingKey) {
        if (orderingKey == Batch.CONFIG_ORDERING_KEY) {
            return;
        }
        if (done.get(orderingKey)) {
            done.clear();
            doneBytes = 0;
        }
        done.set(orderingKey);
        int first = 0;
        for (Geometry layer : layers) {
            if (orderingKey >= first && orderingKey < first + layer.partitions()) {
                doneBytes += layer.partitionBits() / Byte.SIZE;
            }
            first += layer.partitions();
        }
    }

    /** The next batches of a step. */
    private final class Part implements Iterator<Batch>, Step.Receiver {

        private final Step.Send<?> send;
        private int left = BATCHES_OF_A_PART;
        private boolean goesOn = true;

        private Part(Step.Send<?> send) {
            this.send = send;
        }

        @Override
        public boolean hasNext() {
            return left > 0 && send.batches().hasNext();
        }

        @Override
        public Batch next() {
            left--;
            return send.batches().next();
        }

        @Override
        public boolean receive(Batch batch, List<Reply> replies) {
            count(batch.orderingKey());
            boolean isWanted = send.receiver().receive(batch, replies);
            goesOn &= isWanted;
            return isWanted;
        }

        @Override
        public boolean mayOvertake(Batch later, Batch earlier) {
            return send.receiver().mayOvertake(later, earlier);
        }

        @Override
        public int share(Batch batch) {
            return send.receiver().share(batch);
        }

        @Override
        public boolean runsCallersCode() {
            return send.receiver().runsCallersCode();
        }
    }
}
