package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;

/**
 * Follows an operation step by step, and reports its end after the last batch, when no connection is held. Confined to
 * the driver of the operation.
 */
final class ReportedStep<R> {

    /** Receives the events of the operation. */
    interface Ending<R> {

        /** Records that a batch was made, to be sent. */
        void made();

        /** Takes the value of the operation. */
        void done(R value);

        /** Takes the exception in place of the value. */
        void failed(Throwable failure);
    }

    private final Ending<R> ending;

    ReportedStep(Ending<R> ending) {
        this.ending = ending;
    }

    Step<R> follow(Step<R> step) {
        if (step instanceof Step.Send<R> send) {
            Counted counted = new Counted(send);
            return new Step.Send<>(counted, send.window(), counted, () -> next(send));
        }
        ending.done(((Step.Done<R>) step).value());
        return step;
    }

    private Step<R> next(Step.Send<R> send) {
        Step<R> step;
        try {
            step = send.next().get();
        } catch (RuntimeException | Error failure) {
            ending.failed(failure);
            throw failure;
        }
        return follow(step);
    }

    /** The batches of a step, which are counted. */
    private final class Counted implements Iterator<Batch>, Step.Receiver {

        private final Step.Send<R> send;

        private Counted(Step.Send<R> send) {
            this.send = send;
        }

        @Override
        public boolean hasNext() {
            return send.batches().hasNext();
        }

        @Override
        public Batch next() {
            Batch batch = send.batches().next();
            ending.made();
            return batch;
        }

        @Override
        public boolean receive(Batch batch, List<Reply> replies) {
            return send.receiver().receive(batch, replies);
        }

        @Override
        public boolean mayOvertake(Batch later, Batch earlier) {
            return send.receiver().mayOvertake(later, earlier);
        }

        @Override
        public boolean runsCallersCode() {
            return send.receiver().runsCallersCode();
        }
    }
}
