package io.polybloom.internal.membership;

import com.google.common.primitives.Ints;
import io.polybloom.internal.exchange.Form;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.PerPartition;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.step.WholePartitions;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Divides elements into chunks for one layer, reading no further than the next chunk needs. */
final class Chunker {

    private final CallElements elements;
    private final BitSet which;
    private final Layer layer;
    private final IntPredicate isKnown;
    private final Access access;
    private final Taking taking;
    private final Form form;
    private final int mostBits;
    private final PerPartition<Chunk> open;
    private final boolean takesHashes;

    /** The offsets of an element, or its hash. */
    private final long[] numbers;

    private final Deque<Chunk> rest = new ArrayDeque<>();
    private int next;
    private int left;

    /** The bytes of all chunks so far if they name their bits, and as they are sent. */
    private long namedBytes;

    private long sentBytes;

    /**
     * Prepares the division; a chunk takes the bits that the kind of access allows.
     *
     * @param isKnown which elements need not be asked for, by their places
     */
    Chunker(CallElements elements, BitSet which, IntPredicate isKnown, Layer layer, Access access, Taking taking) {
        this.elements = elements;
        this.which = which;
        this.layer = layer;
        this.isKnown = isKnown;
        Geometry geometry = layer.geometry();
        this.open = new PerPartition<>(geometry.partitions());
        this.numbers = new long[Math.max(ElementHash.WORDS, layer.words())];
        this.next = which.nextSetBit(0);
        this.left = which.cardinality();
        this.access = access;
        long expected = (long) left * layer.words() / geometry.partitions();
        this.form = Form.of(access, layer, Ints.saturatedCast(expected), taking.ofSeveral(geometry.partitions()));
        this.mostBits = form.mostBitsOfAChunk(access, layer);
        // To find offsets once more takes less time than to keep many of them.
        this.takesHashes = form == Form.WHOLE && Offsets.bytesOfAnElement(layer) < Integer.BYTES * layer.words();
        this.taking = access.isWrite() && form != Form.WHOLE ? taking.where(WholePartitions.NOWHERE) : taking;
    }

    /**
     * Returns the next chunk: a full one while there are any, then the rest of each partition; null when there are no
     * more.
     */
    @Nullable
    Chunk next() {
        while (next >= 0) {
            Chunk ready = rest.poll();
            if (ready != null) {
                return ready;
            }
            Chunk chunk = isKnown.test(next) ? null : place(next);
            next = which.nextSetBit(next + 1);
            left--;
            if (next < 0) {
                flush();
            } else if (chunk != null && chunk.isFull()) {
                open.set(chunk.partition().number(), null);
                rest.addAll(complete(chunk, chunk.bytesOfNames(access)));
            }
        }
        return rest.poll();
    }

    private Chunk place(int index) {
        ElementBytes element = elements.bytes(index);
        int number = takesHashes ? layer.hash(element, numbers) : layer.locate(element, numbers);
        Chunk chunk = open.get(number);
        if (chunk == null) {
            chunk = chunk(layer.partition(number));
            open.set(number, chunk);
        }
        chunk.add(index, element, numbers);
        return chunk;
    }

    private Chunk chunk(Partition partition) {
        return layer.storage() instanceof ElementStorage own
                ? own.chunk(partition, share())
                : new BitChunk(partition, mostBits, share(), takesHashes);
    }

    /**
     * Completes a chunk; its partition is taken as a whole only if the bytes of all chunks stay within the limit.
     *
     * @param waitingBytes those of the names of it and of the chunks that are complete as well but wait behind it
     */
    private List<Chunk> complete(Chunk chunk, long waitingBytes) {
        long named = chunk.bytesOfNames(access);
        double allowed =
                (taking.mostBytes() * (namedBytes + waitingBytes) - sentBytes - (waitingBytes - named)) / named;
        List<Chunk> ready = chunk.complete(access, taking.mostBytes(allowed));
        namedBytes += named;
        sentBytes += ready.get(0).takesWhole() ? chunk.costOfWhole(access).bytes() : named;
        return ready;
    }

    /** Returns how many elements a partition gets at most, with four standard deviations to spare. */
    private int share() {
        double mean = (double) left / layer.geometry().partitions();
        return (int) (mean + 4 * Math.sqrt(mean)) + 1;
    }

    /** Whole partitions come first: the bits of others are named while those are on their way. */
    private void flush() {
        List<Chunk> chunks = open.stream().toList();
        long waiting = 0;
        for (Chunk chunk : chunks) {
            waiting += chunk.bytesOfNames(access);
        }
        for (Chunk chunk : chunks) {
            rest.addAll(complete(chunk, waiting));
            waiting -= chunk.bytesOfNames(access);
            open.set(chunk.partition().number(), null);
        }
    }
}
