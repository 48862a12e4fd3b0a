package io.polybloom.internal.membership;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.exchange.ExchangeCost;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Elements of one operation that belong to one partition and are sent in one exchange. */
public abstract class Chunk {

    private static final int LEAST_ROOM = 16;

    private final Partition partition;
    private int[] indexes;
    private int size;
    private @Nullable Exchange exchange;
    private long askedAt;

    /**
     * Creates an empty chunk.
     *
     * @param expected about how many elements it will take; taking more costs copying
     */
    protected Chunk(Partition partition, int expected) {
        this(partition, new int[Math.max(LEAST_ROOM, expected)], 0);
    }

    /** Creates a chunk of elements by their places in the call. */
    Chunk(Partition partition, int[] indexes, int size) {
        this.partition = partition;
        this.indexes = indexes;
        this.size = size;
    }

    protected final Partition partition() {
        return partition;
    }

    /** Returns the number of elements. */
    protected final int size() {
        return size;
    }

    /** Returns whether it takes no more elements. */
    protected abstract boolean isFull();

    /**
     * Takes an element.
     *
     * @param index its place in the call
     * @param numbers its k offsets, or the words of its hash, which are copied
     */
    final void add(int index, ElementBytes element, long[] numbers) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, size + size / 2);
        }
        indexes[size] = index;
        take(element, numbers);
        size++;
    }

    /** Takes what is sent for an element. */
    protected abstract void take(ElementBytes element, long[] numbers);

    /** Returns the place in the call of the element at this place of the chunk. */
    final int index(int place) {
        return indexes[place];
    }

    /** Returns for how many elements there is room without copying. */
    final int room() {
        return indexes.length;
    }

    /** Returns the places in the call of some of the elements. */
    final int[] indexes(int from, int to) {
        return Arrays.copyOfRange(indexes, from, to);
    }

    /**
     * Returns the chunk in the form that is chosen for it, or the chunks that it must be divided into for that, in
     * order. Nothing may be added to it afterwards.
     */
    List<Chunk> complete(Access access, Taking taking) {
        return List.of(this);
    }

    /** Returns whether it takes its partition as a whole, once it is complete. */
    boolean takesWhole() {
        return false;
    }

    /** Returns what the chunk costs if its partition is taken as a whole; nothing if that is never done. */
    ExchangeCost costOfWhole(Access access) {
        return ExchangeCost.NOTHING;
    }

    /** Returns roughly how many bytes it moves, in both directions together, if its bits or elements are named. */
    protected abstract long bytesOfNames(Access access);

    /** Returns roughly how many bytes this complete chunk moves, in both directions together. */
    final long bytes(Access access) {
        return takesWhole() ? costOfWhole(access).bytes() : bytesOfNames(access);
    }

    /** Returns whether this chunk and another one may touch a common bit; both must be complete. */
    boolean sharesBitsWith(Chunk other) {
        return partition.equals(other.partition);
    }

    /**
     * Returns the exchange about all elements of the chunk, which is sent now.
     *
     * @param now the time by the near cache, if there is one
     */
    final Exchange exchange(Access access, long now) {
        askedAt = now;
        exchange = exchange(access);
        return exchange;
    }

    /** Makes the exchange about all elements of the chunk. */
    protected abstract Exchange exchange(Access access);

    /** Returns the exchange that was sent last. */
    final Exchange sent() {
        return Objects.requireNonNull(exchange);
    }

    /** Returns the time at which it was sent. */
    final long askedAt() {
        return askedAt;
    }
}
