package io.polybloom.step;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.Iterator;
import java.util.List;

/** The batches and the receiver of one step of an operation that is observed. */
final class ObservedStep<R> implements Iterator<Batch>, Step.Receiver {

    private final Step.Send<R> send;
    private final Step.Observer<R> observer;

    private ObservedStep(Step.Send<R> send, Step.Observer<R> observer) {
        this.send = send;
        this.observer = observer;
    }

    /** Returns an operation that is observed from this step on. */
    static <R> Step<R> follow(Step<R> step, Step.Observer<R> observer) {
        if (step instanceof Step.Send<R> send) {
            ObservedStep<R> observed = new ObservedStep<>(send, observer);
            return new Step.Send<>(observed, send.window(), observed, observed::proceed);
        }
        observer.done(((Step.Done<R>) step).value());
        return step;
    }

    private Step<R> proceed() {
        Step<R> step;
        try {
            step = send.next().get();
        } catch (RuntimeException | Error failure) {
            observer.failed(failure);
            throw failure;
        }
        return follow(step, observer);
    }

    @Override
    public boolean hasNext() {
        return send.batches().hasNext();
    }

    @Override
    public Batch next() {
        Batch batch = send.batches().next();
        observer.made(batch);
        return batch;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        observer.answered(batch, replies);
        return send.receiver().receive(batch, replies);
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
