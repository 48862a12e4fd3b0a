package io.polybloom.internal;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilterException;
import io.polybloom.PartialBulkException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds or looks up many elements, one command per chunk. It stops sending at the first failure or dead partition, and goes once
 * more over the elements without an answer if the filter has a new generation.
 */
public final class BulkTouch<T> implements Iterator<Batch>, Step.Receiver {

    /** The most chunks in flight; the transport may ask for fewer. */
    private static final int WINDOW = 16;

    private final OpenFilter filter;
    private final Access access;
    private final Funnel<? super T> funnel;
    private final Object[] elements;
    private final ElementOutcomes outcomes;
    private final Map<Batch, Chunk> sent = new IdentityHashMap<>();
    private final List<Integer> deadPartitions = new ArrayList<>();
    private Generation generation;
    private Chunker<T> chunker;
    private @Nullable Chunk ahead;
    private @Nullable RuntimeException failure;
    private boolean mayRepeat = true;

    /** Prepares the operation on a copy of the collection; throws if an element is null. */
    public BulkTouch(OpenFilter filter, Access access, Funnel<? super T> funnel, Collection<? extends T> elements) {
        this.filter = filter;
        this.access = access;
        this.funnel = funnel;
        this.elements = elements.toArray();
        for (int i = 0; i < this.elements.length; i++) {
            Objects.requireNonNull(this.elements[i], "element " + i + " of the collection is null");
        }
        this.outcomes = new ElementOutcomes(this.elements.length);
        this.generation = filter.generation();
        this.chunker = new Chunker<>(this.elements, outcomes, funnel, generation);
    }

    /** The steps of the operation. */
    public Step<boolean[]> start() {
        if (elements.length == 0) {
            return new Step.Done<>(new boolean[0]);
        }
        return new Step.Send<>(this, WINDOW, this, this::conclude);
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && failure == null) {
            ahead = nextChunk();
        }
        return ahead != null;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Chunk chunk = Objects.requireNonNull(ahead);
        ahead = null;
        Batch batch = generation.batch(chunk.partition(), List.of(chunk.encode(access, generation)));
        sent.put(batch, chunk);
        return batch;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        Chunk chunk = Objects.requireNonNull(sent.remove(batch));
        Command command = batch.commands().get(0);
        try {
            PartitionAnswer answer = PartitionAnswer.read(command, replies.get(0), chunk.bits());
            if (answer.isAlive()) {
                record(chunk, answer);
            } else {
                deadPartitions.add(chunk.partition());
            }
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null && deadPartitions.isEmpty();
    }

    /** A funnel that throws ends the operation like any other failure: what was sent before it keeps its answers. */
    private @Nullable Chunk nextChunk() {
        try {
            return chunker.next();
        } catch (RuntimeException funnelFailure) {
            failure = funnelFailure;
            return null;
        }
    }

    private void record(Chunk chunk, PartitionAnswer answer) {
        int hashes = generation.geometry().hashes();
        for (int place = 0; place < chunk.size(); place++) {
            outcomes.set(chunk.index(place), answer.outcome(place, hashes));
        }
    }

    private Step<boolean[]> conclude() {
        if (failure != null) {
            throw report(failure);
        }
        if (deadPartitions.isEmpty()) {
            return new Step.Done<>(outcomes.are(access.yes()));
        }
        Recovery recovery = new Recovery(filter, generation, access, deadPartitions);
        return recovery.findSuccessor().translateFailure(this::report).then(this::repeat);
    }

    private Step<boolean[]> repeat(Generation successor) {
        if (!mayRepeat) {
            throw report(Recovery.changedTwice(successor));
        }
        mayRepeat = false;
        deadPartitions.clear();
        generation = successor;
        chunker = new Chunker<>(elements, outcomes, funnel, successor);
        return new Step.Send<>(this, WINDOW, this, this::conclude);
    }

    /** A failed look-up can simply be repeated; a failed add must say what is known of each element. */
    private RuntimeException report(RuntimeException reason) {
        return access == Access.ADD ? new PartialBulkException(outcomes.toArray(), reason) : reason;
    }
}
