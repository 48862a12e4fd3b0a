package io.polybloom.step;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The batches of a step on their way to servers with other indexes; its receiver sees them as the step made them. */
final class ShiftedStep implements Iterator<Batch>, Step.Receiver {

    private final Step.Send<?> send;
    private final int shift;
    private final Map<Batch, Batch> originals = new IdentityHashMap<>();

    ShiftedStep(Step.Send<?> send, int shift) {
        this.send = send;
        this.shift = shift;
    }

    @Override
    public boolean hasNext() {
        return send.batches().hasNext();
    }

    @Override
    public Batch next() {
        Batch original = send.batches().next();
        Batch shifted = new Batch(
                original.server() + shift,
                original.orderingKey(),
                original.commands(),
                original.mayAskReplica(),
                original.isGroup(),
                original.answersWrite());
        originals.put(shifted, original);
        return shifted;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        return send.receiver().receive(Objects.requireNonNull(originals.remove(batch)), replies);
    }

    @Override
    public boolean mayOvertake(Batch later, Batch earlier) {
        return send.receiver()
                .mayOvertake(
                        Objects.requireNonNull(originals.get(later)), Objects.requireNonNull(originals.get(earlier)));
    }

    @Override
    public int share(Batch batch) {
        return send.receiver().share(Objects.requireNonNull(originals.get(batch)));
    }

    @Override
    public boolean runsCallersCode() {
        return send.receiver().runsCallersCode();
    }
}
