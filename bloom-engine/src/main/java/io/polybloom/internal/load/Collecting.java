package io.polybloom.internal.load;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.PerPartition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the elements of one round of a load into memory. After every few thousand elements it reads one of the
 * partitions, so that a filter that is gone is noticed early and an event loop that drives the load gets its turn. The
 * next elements are taken once the answer has arrived, since the iterator may use the client itself.
 */
final class Collecting implements Iterator<Batch>, Step.Receiver {

    /**
     * The largest number of elements between two reads of the filter: one or two milliseconds of work, after which an
     * event loop gets its turn.
     */
    private static final int STRETCH = 4096;

    private final LoadSource<?> source;
    private final Layer layer;
    private final long[] offsets;
    private final PerPartition<PartitionBits> partitions;
    private final long mostMemory;
    private long memory;
    private long elementsLeft;
    private int stretches;
    private @Nullable Batch ahead;
    private @Nullable Partition dead;
    private @Nullable RuntimeException failure;

    /** Prepares to take the given number of elements, or fewer if there are no more or their bits fill the memory. */
    Collecting(LoadSource<?> source, Layer layer, long mostElements, long mostMemory) {
        this.source = source;
        this.layer = layer;
        this.offsets = new long[layer.geometry().hashes()];
        this.partitions = new PerPartition<>(layer.geometry().partitions());
        this.elementsLeft = mostElements;
        this.mostMemory = mostMemory;
    }

    /** Returns the same steps, which throw nothing: {@link #failure} has the reason. */
    Step<@Nullable Partition> runToTheEnd() {
        return new Step.Send<>(this, 1, this, () -> Step.ofNullable(dead));
    }

    /** Returns the steps; the value is a partition that was found not to be alive, if there was one. */
    Step<@Nullable Partition> run() {
        return new Step.Send<>(this, 1, this, this::finish);
    }

    /** Hands over the bits of each partition that has any. */
    Iterator<PartitionPieces> release() {
        return partitions.stream().map(PartitionBits::pieces).iterator();
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && failure == null) {
            ahead = nextStretch();
        }
        return ahead != null;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Batch batch = Objects.requireNonNull(ahead);
        ahead = null;
        return batch;
    }

    @Override
    public boolean receive(Batch batch, List<Reply> replies) {
        Partition partition = partitionOf(batch);
        Command look = batch.commands().get(0);
        try {
            Answers.requireSuccess(batch, replies);
            if (look.verb() != Verb.STRLEN
                    && !Bitfield.readTrailer(partition, look, replies.get(0)).isAlive()) {
                dead = partition;
            }
        } catch (BloomFilterException refused) {
            failure = failure == null ? refused : failure;
        }
        return failure == null && dead == null;
    }

    @Override
    public boolean runsCallersCode() {
        return true;
    }

    /** An iterator, a funnel or a progress listener that throws ends the load; the collected bits are dropped. */
    private @Nullable Batch nextStretch() {
        try {
            long before = source.taken();
            while (source.taken() - before < STRETCH && elementsLeft > 0 && memory < mostMemory && source.hasNext()) {
                add(source.next());
                elementsLeft--;
            }
            if (source.taken() == before) {
                return null;
            }
            source.reportProgress();
            return look(layer.partition(stretches++ % layer.geometry().partitions()));
        } catch (RuntimeException thrown) {
            failure = thrown;
            return null;
        }
    }

    private void add(ElementBytes element) {
        int number = layer.locate(element, offsets);
        PartitionBits bits = partitions.get(number);
        if (bits == null) {
            bits = new PartitionBits(layer.partition(number));
            partitions.set(number, bits);
        }
        for (long offset : offsets) {
            memory += bits.set(offset);
        }
    }

    private static Batch look(Partition partition) {
        return partition.batch(
                partition.layer().hasTrailer() ? Bitfield.trailer(partition) : Commands.length(partition.key()));
    }

    private Partition partitionOf(Batch batch) {
        return layer.partition(batch.orderingKey() - layer.orderingKeyOf(0));
    }

    /**
     * Returns the exception of an iterator, a funnel or a progress listener, or the reason why no more elements are
     * taken.
     */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    private Step<@Nullable Partition> finish() {
        if (failure != null) {
            throw failure;
        }
        return Step.ofNullable(dead);
    }
}
