package io.polybloom.internal.counter;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Elements on their way to a counter, several commands in flight; nothing more is sent after the first failure. */
final class CountedElements implements Iterator<Batch>, Step.Receiver {

    /**
     * The largest number of commands in flight. A compromise: more hide the round trips of a slow network, and hold
     * more connections and memory.
     */
    private static final int WINDOW = 8;

    /** The most elements of one command, which take the server about a quarter of a millisecond. */
    private static final int MOST_ELEMENTS = 1024;

    /**
     * The size in bytes at which a command takes no further element, so that it does not hold the connection for long.
     */
    private static final int FULL = 1 << 18;

    private final CounterKey key;
    private final Elements elements;
    private int next;
    private boolean isAnyNew;
    private @Nullable BloomFilterException failure;

    CountedElements(CounterKey key, Elements elements) {
        this.key = key;
        this.elements = elements;
    }

    /** Returns the steps; true if the counter has changed. */
    Step<Boolean> add() {
        return new Step.Send<>(this, WINDOW, this, () -> {
            if (failure != null) {
                throw failure;
            }
            return new Step.Done<>(isAnyNew);
        });
    }

    @Override
    public boolean hasNext() {
        return next < elements.size() && failure == null;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        List<byte[]> chunk = new ArrayList<>();
        int bytes = 0;
        while (next < elements.size() && chunk.size() < MOST_ELEMENTS && bytes < FULL) {
            ElementBytes element = elements.bytes(next++);
            chunk.add(Arrays.copyOf(element.bytes(), element.length()));
            bytes += element.length();
        }
        return key.batch(Counting.add(key, chunk));
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        try {
            isAnyNew |= Answers.integer(batch.commands().get(0), replies.get(0)) == 1;
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null;
    }

    /** Elements count the same in any order. */
    @Override
    public boolean mayOvertake(Batch later, Batch earlier) {
        return true;
    }
}
