package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.OverCapacity;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.HashedLayout;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One layer of a generation: its shape and its partitions. Thread-safe. */
public final class Layer {

    private static final List<RelayedAdds> ROOMS = Seams.of(RelayedAdds.class);

    private final Layering layering;
    private final int index;
    private final long number;
    private final int firstOrderingKey;
    private final CellFormat cells;
    private final @Nullable Layer next;
    private final FilterDescription filter;
    private final Geometry geometry;
    private final OverCapacity policy;
    private final Layout layout;
    private final Storage storage;
    private final int words;
    private final boolean hasTrailer;
    private final boolean hasReadableBits;
    private final Optional<HashedLayout> hashed;
    private final int counterBits;
    private final PerPartition<Partition> partitions;
    private final String keyName;

    /**
     * Creates the view of a layer.
     *
     * @param index its place among the layers of its generation, oldest first
     * @param number its number in the names of keys and fields: its index unless its keys move on
     * @param firstOrderingKey the ordering key of its first partition; ordering keys tell the partitions of all layers
     *     apart
     * @param next where its partitions are moved, or have been moved; null unless they move on
     */
    public Layer(
            Layering layering, int index, long number, int firstOrderingKey, CellFormat cells, @Nullable Layer next) {
        this.layering = layering;
        this.index = index;
        this.number = number;
        this.firstOrderingKey = firstOrderingKey;
        this.cells = cells;
        this.next = next;
        this.filter = layering.filter();
        this.layout = layering.layout();
        this.storage = layering.storage();
        this.geometry = filter.layers().get(index);
        this.policy = storage.managesRoom() ? OverCapacity.DEGRADE : filter.overCapacity();
        this.words = storage.words(geometry);
        Set<LayoutCapability> capabilities = layout.capabilities();
        this.hasTrailer = capabilities.contains(LayoutCapability.LOST_DATA_DETECTION);
        this.hasReadableBits = capabilities.contains(LayoutCapability.READABLE_BITS);
        this.hashed = layout instanceof HashedLayout own ? Optional.of(own) : Optional.empty();
        this.counterBits = layout.counterBits();
        this.partitions = new PerPartition<>(geometry.partitions());
        this.keyName = layering.keyName(index, number);
    }

    /** Returns what its keys are named after: its id and, if they move on, its number. */
    public String keyName() {
        return keyName;
    }

    /** Returns the cells of its partitions. */
    public CellFormat cells() {
        return cells;
    }

    /** Returns where its partitions are moved, or have been moved, while its keys move on to other names. */
    public Optional<Layer> next() {
        return Optional.ofNullable(next);
    }

    /** Returns the places where one of its partitions may be, in the order in which it passes them. */
    List<Partition> trail(Partition partition) {
        return next == null ? List.of(partition) : layering.trail(partition);
    }

    public FilterDescription filter() {
        return filter;
    }

    /** Returns its place among the layers of its generation, oldest first. */
    public int index() {
        return index;
    }

    /**
     * Returns its number in the names of keys and fields: its index or, if its keys move on, a number that goes up when
     * they do.
     */
    public long number() {
        return number;
    }

    /** Returns how long its partitions live: as long as the filter, and no longer than they do by themselves. */
    public Lifetime lifetime(Lifetime ofFilter) {
        return ofFilter.atMost(layering.lifetime(number));
    }

    /** Returns whether its partitions have an end of their own, even if the filter has none. */
    public boolean hasOwnLifetime() {
        return layering.lifetime(number).isLimited();
    }

    /** Returns the shape. */
    public Geometry geometry() {
        return geometry;
    }

    /** Returns the number of distinct elements for which the layer is sized. */
    public long capacity() {
        return layering.capacity(index);
    }

    /** Returns whether another layer follows when it is full: so elements that it does not have may be there. */
    public boolean mayBeFollowed() {
        return filter.overCapacity() == OverCapacity.GROW;
    }

    /** Returns whether new elements are refused when it is full. */
    public boolean refusesWhenFull() {
        return filter.overCapacity() == OverCapacity.REJECT;
    }

    /** Returns whether its clients {@linkplain #policy do nothing} when it is full, and so need not watch its room. */
    public boolean isUnwatched() {
        return policy == OverCapacity.DEGRADE;
    }

    /** Returns the layout of the bits. */
    public Layout layout() {
        return layout;
    }

    /** Returns how its elements are stored. */
    public Storage storage() {
        return storage;
    }

    /** Returns whether a trailer follows the bits of each partition. */
    public boolean hasTrailer() {
        return hasTrailer;
    }

    /**
     * Returns whether a mark in a trailer says more than the filter, as it was read.
     *
     * @param mark the latest mark; 0 if there is none
     */
    public boolean isNews(int mark) {
        if (mark == 0) {
            return false;
        }
        for (RelayedAdds room : ROOMS) {
            if (room.isNews(filter, mark)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether blocks and whole partitions can be exchanged, and not only bits. Without a trailer only the bits
     * themselves can be asked for; counters are changed one by one; and a partition that moves on is where it is only
     * for the length of one command.
     */
    public boolean isExchangeable() {
        return hasReadableBits && hasTrailer && !hasCounters() && next == null;
    }

    /** Returns whether clients read and write the bits of its elements; otherwise they only name elements. */
    public boolean hasReadableBits() {
        return hasReadableBits;
    }

    /** Returns what its clients do when it is full: nothing if it refuses elements, or makes room, by itself. */
    public OverCapacity policy() {
        return policy;
    }

    /** Returns the layout if all bits of an element follow from the two words of its hash. */
    public Optional<HashedLayout> hashed() {
        return hashed;
    }

    /** Returns how many numbers {@link #locate} gives of an element: its offsets, or the words that stand for it. */
    public int words() {
        return words;
    }

    /** Returns the width of the counters that an element touches; 1 for plain bits. */
    public int counterBits() {
        return counterBits;
    }

    /** Returns whether an element touches counters, and not bits. */
    public boolean hasCounters() {
        return counterBits > 1;
    }

    /**
     * Finds the bits of an element.
     *
     * @param offsets receives the k bit offsets within the partition, in order, from index 0; offsets may repeat
     * @return the number of the element's partition
     */
    public int locate(ElementBytes element, long[] offsets) {
        return layout.locate(element.bytes(), element.length(), geometry, offsets, 0);
    }

    /**
     * Hashes an element, if its bits follow from that.
     *
     * @param words receives the two words of the hash, from index 0
     * @return the number of the element's partition
     */
    public int hash(ElementBytes element, long[] words) {
        return hashed.orElseThrow().hash(element.bytes(), element.length(), geometry, words);
    }

    /** Returns the length of a block, if the layout has blocks. */
    public OptionalInt blockBytes() {
        OptionalInt bytes = layout.blockBytes();
        return bytes.isPresent() ? OptionalInt.of(bytes.getAsInt() * cells.width()) : bytes;
    }

    /**
     * Returns one of the partitions. Each object is made when it is first needed; two threads may both make one, which
     * does no harm.
     */
    public Partition partition(int number) {
        Partition partition = partitions.get(number);
        if (partition == null) {
            partition = new Partition(this, number, storage.place(this, number));
            partitions.set(number, partition);
        }
        return partition;
    }

    /** Returns all partitions, in order, made one by one, and not kept: a layer may have millions. */
    public Stream<Partition> partitions() {
        return IntStream.range(0, geometry.partitions())
                .mapToObj(partition -> new Partition(this, partition, storage.place(this, partition)));
    }

    public int orderingKeyOf(int partition) {
        return firstOrderingKey + partition;
    }
}
