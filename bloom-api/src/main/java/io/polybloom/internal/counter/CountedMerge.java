package io.polybloom.internal.counter;

import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Merges counters into one: those in its slot by one command; those of other slots or servers one after the other, from
 * a copy in its slot, since a counter is a string that can be read and written as a whole.
 */
final class CountedMerge {

    /**
     * The time to live of a copy that nobody removes: far longer than a merge takes, and short enough not to waste
     * memory for long.
     */
    private static final long COPY_MILLIS = 60_000;

    private final CounterKey target;
    private final List<CounterKey> beside = new ArrayList<>();
    private final List<CounterKey> elsewhere = new ArrayList<>();
    private final Supplier<String> ids;

    CountedMerge(CounterKey target, List<CounterKey> sources, Supplier<String> ids) {
        this.target = target;
        this.ids = ids;
        for (CounterKey source : sources) {
            (source.isBeside(target) ? beside : elsewhere).add(source);
        }
    }

    /** Returns the steps. */
    Step<Void> start() {
        if (beside.isEmpty()) {
            return mergeFrom(0);
        }
        List<byte[]> keys = beside.stream().map(CounterKey::bytes).toList();
        return Counting.sent(target.batch(CountCommands.merge(target, keys))).then(merged -> mergeFrom(0));
    }

    private Step<Void> mergeFrom(int index) {
        if (index == elsewhere.size()) {
            return Step.done();
        }
        CounterKey source = elsewhere.get(index);
        return read(source)
                .then(counter -> counter.length == 0 ? Step.<Void>done() : mergeCopy(counter))
                .then(merged -> mergeFrom(index + 1));
    }

    /** Reads a counter as a whole; empty if it does not exist. */
    private static Step<byte[]> read(CounterKey source) {
        Command count = CountCommands.count(source);
        Command range = Commands.range(source.bytes(), 0, -1);
        return Step.send(source.batch(count, range), replies -> {
            Answers.integer(count, replies.get(0));
            return new Step.Done<>(Answers.bytes(range, replies.get(1)));
        });
    }

    /** The server may evict the copy before it merges it, and then merges nothing. */
    private Step<Void> mergeCopy(byte[] counter) {
        byte[] copy = target.temporary(ids.get());
        Command removal = Commands.unlink(copy);
        Batch batch = target.batch(
                Commands.createShortLived(copy, counter, COPY_MILLIS),
                CountCommands.merge(target, List.of(copy)),
                removal);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            Answers.requireRemoved(removal, replies.get(2));
            return Step.done();
        });
    }
}
