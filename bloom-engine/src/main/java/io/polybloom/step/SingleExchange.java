package io.polybloom.step;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A batch in flight: the iterator that yields it and the receiver of its replies. */
final class SingleExchange implements Iterator<Batch>, Step.Receiver {

    private final Batch batch;
    private boolean taken;
    private @Nullable List<Reply> replies;

    SingleExchange(Batch batch) {
        this.batch = batch;
    }

    @Override
    public boolean hasNext() {
        return !taken;
    }

    @Override
    public Batch next() {
        if (taken) {
            throw new NoSuchElementException();
        }
        taken = true;
        return batch;
    }

    @Override
    public boolean receive(Batch answered, List<Reply> answers) {
        replies = answers;
        return true;
    }

    List<Reply> replies() {
        if (replies == null) {
            throw new IllegalStateException("the driver asks for the next step before the answer has arrived");
        }
        return replies;
    }
}
