package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Optional;

/**
 * How and where the elements of a layer are stored: as bits in the strings of its partitions, or as a subclass knows. A
 * subclass that does more in its own way implements the interfaces of those who ask for that, too. Immutable.
 */
public class Storage {

    private static final List<StorageRoom> ROOMS = Seams.of(StorageRoom.class);
    private static final Storage USUAL = new Storage();

    protected Storage() {}

    /** Returns the storage of all filters of a layout. */
    public static Storage of(Layout layout) {
        return Seams.first(ROOMS, room -> room.storage(layout)).orElse(USUAL);
    }

    /** Returns whether its filters are stored as versions in a register, and their generations have ids. */
    public boolean isVersioned() {
        return true;
    }

    /** Returns where a partition of a layer is. */
    protected Place place(Layer layer, int partition) {
        FilterDescription filter = layer.filter();
        return new Place(
                partition % filter.servers(),
                partition,
                new KeyNames(filter.name()).partition(partition, layer.keyName()),
                bits(layer));
    }

    /** Returns the length of the string of each partition in bits, without a trailer. */
    protected long bits(Layer layer) {
        return layer.geometry().partitionBits() * layer.cells().width();
    }

    /** Returns how many numbers the layout gives of an element: its offsets, or the words that stand for it. */
    protected int words(Geometry shape) {
        return shape.hashes();
    }

    /** Returns the keys of a partition, which are removed by one command, and expire at one instant. */
    public List<byte[]> keys(Partition partition) {
        return List.of(partition.key());
    }

    /** Returns the key that has what was added to a partition. */
    public byte[] keyOfElements(Partition partition) {
        return partition.key();
    }

    /**
     * Returns what makes a partition, but for its string, which is made after that.
     *
     * @param millis how long it lives
     */
    public List<Command> making(Partition partition, long millis) {
        return List.of();
    }

    /**
     * Returns what reads a sign of life of a partition beside its trailer. If the partition is not there,
     * {@link #saysLost} of the reply; any other error shows that its server cannot have it.
     */
    public Optional<Command> signOfLife(Partition partition) {
        return Optional.empty();
    }

    /** Returns whether the reply to a command says that a key of the partition is not there. */
    public boolean saysLost(Command command, Reply reply) {
        return false;
    }

    /** Returns whether a full layer refuses elements, or makes room for them, by itself. */
    public boolean managesRoom() {
        return false;
    }

    /** Returns what vouches for the partitions of a layer that have no trailers; empty if nothing does. */
    public Optional<Guard> guard(Layer layer) {
        return Optional.empty();
    }
}
