package io.polybloom.internal.counter;

import io.polybloom.BloomFilterException;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.support.FilterNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a counter, as steps. A counter has one key, which holds everything: it has no config, generation or
 * snapshot. Thread-safe.
 */
public final class StoredCounter {

    /** A counter that has counted nothing: "HYLL", the sparse form, 11 more bytes of the header, and 16,384 zeros. */
    private static final byte[] EMPTY = {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, (byte) 0xff};

    private static final byte[] IF_THERE = Commands.ascii("XX");
    private static final byte[] KEEP_EXPIRY = Commands.ascii("KEEPTTL");

    /**
     * The time to live of a copy that nobody removes: far longer than a merge takes, and short enough not to waste
     * memory for long.
     */
    private static final long COPY_MILLIS = 60_000;

    /** A counter has one key, so one ordering key is enough. */
    private static final int ORDERING_KEY = 0;

    private final String name;
    private final byte[] key;

    /** The independent server that has the key. */
    private final int server;

    private final Environment environment;

    /**
     * Prepares the operations of a counter.
     *
     * @throws IllegalArgumentException if a filter could not have the name
     */
    public StoredCounter(String name, Environment environment) {
        this.name = FilterNames.require(name);
        this.key = name.getBytes(StandardCharsets.UTF_8);
        CRC32 hash = new CRC32();
        hash.update(key);
        this.server = (int) (hash.getValue() % environment.servers());
        this.environment = environment;
    }

    /** Returns the name of the counter. */
    public String name() {
        return name;
    }

    /** Counts elements; true if any of them was definitely not counted before. */
    public Step<Boolean> add(CallElements elements) {
        return elements.size() == 0 ? Step.done(false) : WriteTracking.of(new CountedElements(elements).add());
    }

    /** Estimates the count. */
    public Step<DistinctEstimate> count() {
        Command count = estimate();
        return Step.send(
                batch(count), replies -> Step.done(new DistinctEstimate(Answers.integer(count, replies.get(0)))));
    }

    /**
     * Adds the elements of other counters: those in its slot by one command; those of other slots or servers one after
     * the other, from a copy in its slot, since a counter is a string that can be read and written as a whole.
     */
    public Step<Void> mergeFrom(Collection<String> names) {
        List<StoredCounter> others = names.stream()
                .map(other -> new StoredCounter(other, environment))
                .toList();
        List<byte[]> beside =
                others.stream().filter(this::isBeside).map(other -> other.key).toList();
        List<StoredCounter> elsewhere =
                others.stream().filter(other -> !isBeside(other)).toList();
        Step<Void> merged = beside.isEmpty() ? Step.done() : Steps.confirmed(batch(merge(beside)));
        return WriteTracking.of(merged.then(done -> Steps.each(elsewhere.iterator(), this::mergeFromElsewhere)));
    }

    /** Returns whether the names alone put both counters in the same slot of the same server. */
    private boolean isBeside(StoredCounter other) {
        return server == other.server && slotName(name).equals(slotName(other.name));
    }

    /** Returns the part of a key that Redis Cluster hashes: the hash tag, if there is one. */
    private static String slotName(String key) {
        int open = key.indexOf('{');
        return open < 0 ? key : key.substring(open + 1, key.indexOf('}'));
    }

    private Step<Void> mergeFromElsewhere(StoredCounter other) {
        Command count = other.estimate();
        Command range = Commands.range(other.key, 0, -1);
        return Step.send(other.batch(count, range), replies -> {
            Answers.integer(count, replies.get(0));
            byte[] counter = Answers.bytes(range, replies.get(1));
            return counter.length == 0 ? Step.done() : mergeCopy(counter);
        });
    }

    /** The server may evict the copy before it merges it, and then merges nothing. */
    private Step<Void> mergeCopy(byte[] counter) {
        byte[] copy = KeyNames.temporary(name, environment.ids().get()).getBytes(StandardCharsets.UTF_8);
        Command removal = Commands.unlink(copy);
        Batch batch = batch(Commands.createShortLived(copy, counter, COPY_MILLIS), merge(List.of(copy)), removal);
        return Steps.send(batch, replies -> {
            Answers.requireRemoved(removal, replies.get(2));
            return Step.done();
        });
    }

    /**
     * Lets the counter expire. It is made first, since a key that does not exist has no expiry; and in a batch of its
     * own, since a value of another type, with which this fails, must not be given an expiry.
     */
    public Step<Void> expire(long millis) {
        return WriteTracking.of(Steps.confirmed(batch(add(List.of())))
                .then(made -> Steps.confirmed(batch(Commands.liveFor(key, millis)))));
    }

    /** Forgets all elements; the counter keeps its expiry. */
    public Step<Void> clear() {
        Command empty = new Command(Verb.SET, key, EMPTY, IF_THERE, KEEP_EXPIRY);
        return WriteTracking.of(count().then(isCounter -> Steps.confirmed(batch(empty))));
    }

    /** Removes the counter. */
    public Step<Void> delete() {
        return WriteTracking.of(count().then(isCounter -> Steps.confirmed(batch(Commands.unlink(key)))));
    }

    private Batch batch(Command... commands) {
        return new Batch(server, ORDERING_KEY, List.of(commands));
    }

    /** Counts elements; without any, only makes the counter if it does not exist. */
    private Command add(List<byte[]> elements) {
        return new Command(Verb.PFADD, key, elements.toArray(byte[][]::new));
    }

    /** Estimates the count, if the key holds a counter, or nothing. */
    private Command estimate() {
        return new Command(Verb.PFCOUNT, key);
    }

    /** Adds the elements of the counters of other keys in the same slot. */
    private Command merge(List<byte[]> others) {
        return new Command(Verb.PFMERGE, key, others.toArray(byte[][]::new));
    }

    /** Elements on their way to a counter, several commands in flight; nothing more is sent after the first failure. */
    private final class CountedElements implements Iterator<Batch>, Step.Receiver {

        /**
         * The largest number of commands in flight. A compromise: more hide the round trips of a slow network, and hold
         * more connections and memory.
         */
        private static final int MOST_IN_FLIGHT = 8;

        /** The most elements of one command, which take the server about a quarter of a millisecond. */
        private static final int MOST_ELEMENTS = 1024;

        /**
         * The size in bytes at which a command takes no further element, so that it does not hold the connection for
         * long.
         */
        private static final int FULL = 1 << 18;

        private final CallElements elements;
        private int next;
        private boolean isAnyNew;
        private @Nullable BloomFilterException failure;

        CountedElements(CallElements elements) {
            this.elements = elements;
        }

        /** Returns the steps; true if the counter has changed. */
        Step<Boolean> add() {
            return new Step.Send<>(this, MOST_IN_FLIGHT, this, () -> {
                if (failure != null) {
                    throw failure;
                }
                return Step.done(isAnyNew);
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
            return batch(StoredCounter.this.add(chunk));
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
}
