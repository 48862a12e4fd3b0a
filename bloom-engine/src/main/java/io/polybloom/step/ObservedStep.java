package io.polybloom.step;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The batches and the receiver of one step of an operation that is observed; they see its batches as it made them. */
final class ObservedStep<R> implements Iterator<Batch>, Step.Receiver {

    private final Step.Send<R> send;
    private final Step.Observer<R> observer;

    /** For each batch in flight that the observer has put in the place of another one, that one. */
    private Map<Batch, Batch> originals = Map.of();

    private ObservedStep(Step.Send<R> send, Step.Observer<R> observer) {
        this.send = send;
        this.observer = observer;
    }

    /** Returns an operation that is observed from this step on. */
    static <R> Step<R> follow(Step<R> step, Step.Observer<R> observer) {
        if (step instanceof Step.Send<R> send) {
            ObservedStep<R> observed = new ObservedStep<>(send, observer);
            return new Step.Send<>(observed, send.mostInFlight(), observed, observed::proceed);
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
        Batch original = send.batches().next();
        Batch batch = observer.made(original);
        if (batch != original) {
            originals = originals.isEmpty() ? new IdentityHashMap<>() : originals;
            originals.put(batch, original);
        }
        return batch;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        observer.answered(batch, replies);
        Batch original = original(batch);
        if (original != batch) {
            originals.remove(batch);
        }
        return send.receiver().receive(original, replies);
    }

    @Override
    public boolean mayOvertake(Batch later, Batch earlier) {
        return send.receiver().mayOvertake(original(later), original(earlier));
    }

    @Override
    public int share(Batch batch) {
        return send.receiver().share(original(batch));
    }

    @Override
    public boolean runsCallersCode() {
        return send.receiver().runsCallersCode();
    }

    private Batch original(Batch batch) {
        return originals.getOrDefault(batch, batch);
    }
}
