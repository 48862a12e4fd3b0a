package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the layers of a generation follow one another: here each stays when the next one is opened. A room whose filters
 * differ from that has a subclass of its own.
 */
public class Layering {

    private static final List<LayeringRoom> ROOMS = Seams.of(LayeringRoom.class);

    private final FilterDescription filter;
    private final Layout layout;
    private final Storage storage;

    /** Creates the layering of a room. */
    protected Layering(FilterDescription filter, Layout layout) {
        this.filter = filter;
        this.layout = layout;
        this.storage = Storage.of(layout);
    }

    /** Returns how the layers of a filter follow one another. */
    static Layering of(FilterDescription filter, Layout layout) {
        return Seams.first(ROOMS, room -> room.layering(filter, layout)).orElseGet(() -> new Layering(filter, layout));
    }

    /**
     * Returns whether the keys of a filter move on to other names while it is in use; then it has none until an element
     * is added.
     */
    public static boolean keysMove(FilterDescription filter) {
        return whyKeysMove(filter).isPresent();
    }

    /**
     * Makes sure that the keys of a filter stay where they are, with the bits that were set in them.
     *
     * @param otherwise the consequence if they do not, and the remedy
     * @throws UnsupportedFilterException if they do not
     */
    public static void requireThatKeysStay(FilterDescription filter, String otherwise) {
        whyKeysMove(filter).ifPresent(reason -> {
            throw new UnsupportedFilterException("the filter '" + filter.name() + "' " + reason + otherwise);
        });
    }

    private static Optional<String> whyKeysMove(FilterDescription filter) {
        return Seams.first(ROOMS, room -> room.whyKeysMove(filter));
    }

    protected final FilterDescription filter() {
        return filter;
    }

    protected final Layout layout() {
        return layout;
    }

    final Storage storage() {
        return storage;
    }

    /** Returns what the keys of a layer are named after; nothing if they are not made. */
    protected String keyName(int index, long number) {
        return index < filter.layerIds().size() ? filter.layerIds().get(index) : "";
    }

    /** Returns the layers that count, oldest first. */
    protected List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        int orderingKey = 0;
        for (int index = 0; index < filter.layers().size(); index++) {
            layers.add(new Layer(this, index, index, orderingKey, CellFormat.BIT, null));
            orderingKey += filter.layers().get(index).partitions();
        }
        return List.copyOf(layers);
    }

    /** Returns the layer by which partitions are found if there is none that counts. */
    protected Layer withoutKeys() {
        return new Layer(this, 0, 0, 0, CellFormat.BIT, null);
    }

    /** Returns whether bits that were computed beforehand can be merged; some servers accept elements only. */
    protected boolean takesBits() {
        return layout.capabilities().contains(LayoutCapability.READABLE_BITS);
    }

    /** Returns the places where a partition may be whose layer has a next one, in the order in which it passes them. */
    protected List<Partition> trail(Partition partition) {
        return List.of(partition);
    }

    /** Returns the number of distinct elements for which a layer is sized. */
    protected long capacity(int index) {
        return Math.multiplyExact(filter.capacity(), 1L << index);
    }

    /**
     * Returns the shape of the layer after the newest one, by the stored parameters: so all clients open the same one.
     * Layer L has capacity {@code n * 2^L} and rate {@code p / 2^(L+1)}, so that the rates of all layers together stay
     * below p (Almeida et al. 2007, Scalable Bloom Filters).
     */
    final Geometry shapeOfNext() {
        int layer = filter.layers().size();
        double rate = filter.overCapacity().layerRate(filter.falsePositiveRate(), layer);
        BitBudget budget = layout.size(capacity(layer), rate, filter.sizing());
        long needed = (budget.totalBits() - 1) / filter.maxPartitionBits() + 1;
        int partitions = Math.toIntExact(Math.max(filter.geometry().partitions(), needed));
        long bits = (budget.totalBits() - 1) / partitions + 1;
        return new Geometry(layout.roundPartitionBits(bits), budget.hashes(), partitions).requireAllowedBy(layout);
    }

    /** Returns how long the partitions of a layer live by themselves, whatever happens to the filter. */
    protected Lifetime lifetime(long number) {
        return Lifetime.FOR_EVER;
    }
}
