package io.polybloom.internal.counter;

import io.polybloom.counter.DistinctEstimate;
import io.polybloom.internal.element.Elements;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Collection;
import java.util.List;

/** The operations of a counter, as steps. Thread-safe. */
public final class Counting {

    private final CounterKey key;
    private final Environment environment;

    /**
     * Prepares the operations of a counter.
     *
     * @throws IllegalArgumentException if it cannot have that name
     */
    public Counting(String name, Environment environment) {
        this.key = new CounterKey(name, environment.servers());
        this.environment = environment;
    }

    /** Returns the name of the counter. */
    public String name() {
        return key.name();
    }

    /** Counts elements; true if any of them was definitely not counted before. */
    public Step<Boolean> add(Elements elements) {
        return elements.size() == 0
                ? new Step.Done<>(false)
                : WriteTracking.of(new CountedElements(key, elements).add());
    }

    /** Estimates the count. */
    public Step<DistinctEstimate> count() {
        Command count = CountCommands.count(key);
        return Step.send(
                key.batch(count),
                replies -> new Step.Done<>(new DistinctEstimate(Answers.integer(count, replies.get(0)))));
    }

    /** Adds the elements of other counters. */
    public Step<Void> mergeFrom(Collection<String> names) {
        List<CounterKey> others = names.stream()
                .map(name -> new CounterKey(name, environment.servers()))
                .toList();
        return WriteTracking.of(new CountedMerge(key, others, environment.ids()).start());
    }

    /**
     * Lets the counter expire. It is made first, since a key that does not exist has no expiry; and in a batch of its
     * own, since a value of another type, with which this fails, must not be given an expiry.
     */
    public Step<Void> expire(long millis) {
        return WriteTracking.of(sent(key.batch(CountCommands.add(key, List.of())))
                .then(made -> sent(key.batch(Commands.expireAfter(key.bytes(), millis)))));
    }

    /** Forgets all elements. */
    public Step<Void> clear() {
        return WriteTracking.of(count().then(isCounter -> sent(key.batch(CountCommands.empty(key)))));
    }

    /** Removes the counter. */
    public Step<Void> delete() {
        return WriteTracking.of(count().then(isCounter -> sent(key.batch(Commands.unlink(key.bytes())))));
    }

    /** Sends commands of which only success matters. */
    static Step<Void> sent(Batch batch) {
        return Step.send(batch, replies -> succeeded(batch, replies));
    }

    private static Step<Void> succeeded(Batch batch, List<Reply> replies) {
        Answers.requireSuccess(batch, replies);
        return Step.done();
    }
}
