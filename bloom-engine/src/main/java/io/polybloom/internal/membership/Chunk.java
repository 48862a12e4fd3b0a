package io.polybloom.internal.membership;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.exchange.ExchangeCost;
import io.polybloom.internal.exchange.Form;
import io.polybloom.internal.exchange.ItemExchange;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Elements of one operation that belong to one partition and are sent in one exchange. */
final class Chunk {

    /** A chunk takes no further item beyond this size: the size of a command is bounded. */
    private static final int MOST_ITEM_BYTES = 1 << 20;

    private static final int LEAST_ROOM = 16;

    private final Partition partition;
    private final int mostBits;
    private final int hashes;
    private final int numbers;
    private int[] indexes;
    private Offsets offsets;
    private final boolean isOfItems;
    private final List<byte[]> items = new ArrayList<>();
    private int itemBytes;
    private int size;
    private Form form = Form.BITS;
    private @Nullable Exchange exchange;
    private long askedAt;
    private @Nullable OffsetSet touched;

    /**
     * Creates an empty chunk, which is full at the given number of bits.
     *
     * @param expected about how many elements it will take; taking more costs copying
     * @param isOfHashes whether it takes the hashes of its elements in place of their offsets
     */
    Chunk(Partition partition, int mostBits, int expected, boolean isOfHashes) {
        this.partition = partition;
        this.mostBits = mostBits;
        this.hashes = partition.layer().words();
        this.isOfItems = partition.layer().isOfServer();
        this.numbers = isOfHashes ? ElementHash.WORDS : hashes;
        this.indexes = new int[Math.max(LEAST_ROOM, Math.min(expected, mostBits / hashes))];
        this.offsets = isOfHashes
                ? Offsets.ofHashes(partition.layer(), indexes.length)
                : Offsets.list(isOfItems ? 0 : indexes.length * hashes);
    }

    Partition partition() {
        return partition;
    }

    boolean isFull() {
        return (size + 1) * hashes > mostBits || itemBytes > MOST_ITEM_BYTES;
    }

    /** Returns the number of elements. */
    int size() {
        return size;
    }

    /** Takes an element by its place in the call; its k offsets, or the words of its hash, are copied. */
    void add(int index, long[] offsetsOrHash) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, size + size / 2);
        }
        indexes[size] = index;
        if (!isOfItems) {
            offsets.add(offsetsOrHash, numbers);
        }
        size++;
    }

    /** Takes the item of an element that was just added, if the server stores the bits. */
    void addItem(byte[] item) {
        items.add(item);
        itemBytes += item.length;
    }

    /** Returns the place in the call of the element at this place of the chunk. */
    int index(int place) {
        return indexes[place];
    }

    /**
     * Returns the chunk in the form that is chosen for it, or the chunks that it must be divided into for that, in
     * order. Nothing may be added to it afterwards.
     */
    List<Chunk> complete(Access access, Taking taking) {
        form = Form.of(access, partition.layer(), size * hashes, taking);
        int most = form.mostBits(access) / hashes;
        if (size <= most) {
            return List.of(this);
        }
        List<Chunk> parts = new ArrayList<>();
        for (int from = 0; from < size; from += most) {
            parts.addAll(part(from, Math.min(size, from + most)).complete(access, taking));
        }
        return parts;
    }

    private Chunk part(int from, int to) {
        Chunk part = new Chunk(partition, mostBits, 0, false);
        part.indexes = Arrays.copyOfRange(indexes, from, to);
        part.offsets = offsets.part(from * hashes, to * hashes);
        part.size = to - from;
        return part;
    }

    /** Returns the form in which the chunk is sent, once it is complete. */
    Form form() {
        return form;
    }

    /** Returns what the chunk costs if its bits or blocks are named. */
    ExchangeCost costOfNames(Access access) {
        int bits = size * hashes;
        return Form.named(access, partition.layer(), bits).cost(access, partition.layer(), bits);
    }

    /** Returns what the chunk costs if its partition is taken as a whole. */
    ExchangeCost costOfWhole(Access access) {
        return Form.WHOLE.cost(access, partition.layer(), size * hashes);
    }

    /** Returns roughly how many bytes this complete chunk moves, in both directions together. */
    long bytes(Access access) {
        if (isOfItems) {
            return itemBytes;
        }
        return (form == Form.WHOLE ? costOfWhole(access) : costOfNames(access)).bytes();
    }

    /** Returns whether this chunk and another one touch a common bit; both must be complete. */
    boolean sharesBitsWith(Chunk other) {
        if (!partition.equals(other.partition)) {
            return false;
        }
        if (isOfItems || form == Form.WHOLE || other.form == Form.WHOLE) {
            // Only the server knows the bits of items, and which item was the last that it had room for.
            return true;
        }
        if (other.touched == null) {
            other.touched = new OffsetSet(other.offsets);
        }
        return other.touched.containsAny(offsets);
    }

    /**
     * Returns the exchange about all elements of the chunk, which is sent now.
     *
     * @param now the time by the near cache, if there is one
     */
    Exchange exchange(Access access, long now) {
        askedAt = now;
        exchange = isOfItems
                ? new ItemExchange(access, partition, items)
                : new PartitionExchange(access, partition, offsets, form);
        return exchange;
    }

    /** Returns the exchange that was sent last. */
    Exchange sent() {
        return Objects.requireNonNull(exchange);
    }

    /** Returns the time at which it was sent. */
    long askedAt() {
        return askedAt;
    }
}
