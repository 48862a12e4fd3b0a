package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import java.util.HexFormat;
import java.util.List;

/** One incarnation of a filter: its stored parameters, its layout and its layers. Immutable. */
public final class Generation {

    private static final List<RelayedAdds> ROOMS = Seams.of(RelayedAdds.class);

    private static final int ID_LENGTH = 16;

    private final FilterDescription description;
    private final Version version;
    private final Layout layout;
    private final Layering layering;
    private final List<Layer> layers;
    private final Layer shape;
    private final boolean isVersioned;
    private final boolean isReady;
    private final boolean isLimited;
    private final boolean relaysAdds;

    /** Creates the view of a filter that is not stored as versions; its layout must be known. */
    public Generation(FilterDescription description) {
        this(description, Version.NONE);
    }

    /** Creates the view of a stored filter; its layout must be known. */
    public Generation(FilterDescription description, Version version) {
        this.description = description;
        this.version = version;
        Layout known = Layouts.find(description.layout()).orElseThrow(() -> unknownLayout(description));
        this.layout = description.hash().map(known::withHash).orElse(known);
        this.layering = Layering.of(description, layout);
        this.layers = layering.layers();
        this.shape = layers.isEmpty() ? layering.withoutKeys() : layers.get(0);
        this.isVersioned = shape.storage().isVersioned();
        this.isReady = description.ready();
        this.isLimited = Lifetime.of(description).isLimited();
        this.relaysAdds = ROOMS.stream().anyMatch(room -> room.areRelayed(description));
        requireShapesOf(layout, description);
    }

    public static boolean isId(String text) {
        return text.length() == ID_LENGTH && text.chars().allMatch(HexFormat::isHexDigit);
    }

    public FilterDescription description() {
        return description;
    }

    public String id() {
        return description.generation();
    }

    /** Returns which version of the filter was read. */
    public Version version() {
        return version;
    }

    /** Returns whether it is stored as versions in a register, and has an id. */
    public boolean isVersioned() {
        return isVersioned;
    }

    /** Returns whether the filter, as it was read, lives for a limited time. */
    public boolean isLimited() {
        return isLimited;
    }

    /** Returns whether nothing is to be done before it can be used. */
    public boolean isReady() {
        return isReady;
    }

    /** Returns whether clients read and write the bits of its elements; otherwise they only name elements. */
    public boolean hasReadableBits() {
        return shape.hasReadableBits();
    }

    /** Returns whether elements that are added to it must be brought elsewhere, too, before the add is answered. */
    public boolean relaysAdds() {
        return relaysAdds;
    }

    /** Returns the layout of the bits. */
    public Layout layout() {
        return layout;
    }

    /**
     * Makes sure that the layout has a capability.
     *
     * @param otherwise the consequence if the capability is missing, and the remedy
     * @throws UnsupportedFilterException if the layout does not have it
     */
    public void require(LayoutCapability capability, String otherwise) {
        if (!layout.capabilities().contains(capability)) {
            throw new UnsupportedFilterException(
                    "the filter '" + description.name() + "' has the layout '" + layout.id() + "', which " + otherwise);
        }
    }

    /**
     * Returns a layer by which partitions and bits of elements are found: the first one. A filter that forgets may have
     * none.
     */
    public Layer shape() {
        return shape;
    }

    /** Returns the layers by which partitions are found: at least one, even if there is none that counts yet. */
    public List<Layer> shapes() {
        return layers.isEmpty() ? List.of(shape) : layers;
    }

    /** Returns whether bits that a client has computed beforehand can be merged into it. */
    public boolean takesBits() {
        return layering.takesBits();
    }

    /**
     * Makes sure that the keys stay where they are, with the bits that were set in them.
     *
     * @param otherwise the consequence if they do not, and the remedy
     * @throws UnsupportedFilterException if they do not
     */
    public void requireThatKeysStay(String otherwise) {
        Layering.requireThatKeysStay(description, otherwise);
    }

    /**
     * Throws if only the server can read the bits.
     *
     * @param purpose the purpose of reading them, such as {@code copied}
     */
    public void requireReadableBits(String purpose) {
        if (!hasReadableBits()) {
            throw new UnsupportedFilterException("the filter '" + description.name() + "' has the layout '"
                    + layout.id() + "', whose bits only the server can read: it cannot be " + purpose);
        }
    }

    /** Returns the layers, oldest first; a filter that forgets may have none. */
    public List<Layer> layers() {
        return layers;
    }

    public Layer newest() {
        return layers.get(layers.size() - 1);
    }

    /** Returns whether this is the same generation as another one, with layers that were opened since. */
    public boolean isGrownFrom(Generation earlier) {
        return isSameAs(earlier) && layers.size() > earlier.layers.size();
    }

    /** Returns the layers that are newer than one of them, oldest first. */
    public List<Layer> newerThan(Layer layer) {
        return layers.subList(layer.index() + 1, layers.size());
    }

    /** Returns the shape of the layer by which the filter grows, whichever client opens it. */
    public Geometry shapeOfNext() {
        return layering.shapeOfNext();
    }

    public boolean isSameAs(Generation other) {
        return id().equals(other.id());
    }

    /** Returns whether no deletion or loss lies between the two, which belong to one filter. */
    public boolean isOfLifeOf(Generation other) {
        return description.origin().equals(other.description().origin());
    }

    /** Returns whether this has come after another generation, without a clear, and so holds all that it held. */
    public boolean holdsAllOf(Generation earlier) {
        FilterDescription before = earlier.description();
        return isOfLifeOf(earlier)
                && description.clears() == before.clears()
                && Descriptions.number(description) > Descriptions.number(before);
    }

    /** Returns whether this is an earlier version of the same life. */
    public boolean isOlderThan(Generation other) {
        return isOfLifeOf(other) && version.number() < other.version.number();
    }

    /** Returns whether this is of the same life, and a failover has undone what another version of it knew. */
    public boolean lacksPartOf(Generation other) {
        return isOfLifeOf(other) && !version.descendsFrom(other.version);
    }

    /** Returns whether its keys are on their way to other names. */
    public boolean isMoving() {
        return layers.stream().anyMatch(layer -> layer.next().isPresent());
    }

    /** A layout may reach beyond the end of a partition that it has not rounded, into the trailer. */
    private static void requireShapesOf(Layout layout, FilterDescription description) {
        for (Geometry layer : description.layers()) {
            if (layout.roundPartitionBits(layer.partitionBits()) != layer.partitionBits()) {
                throw StrangeValue.complaint(
                        description.name(),
                        "the register of the filter '" + description.name() + "' gives a partition "
                                + layer.partitionBits() + " bits, which is not a size of the layout " + layout.id(),
                        null);
            }
        }
    }

    private static UnsupportedFilterException unknownLayout(FilterDescription description) {
        return new UnsupportedFilterException(
                "the filter '" + description.name() + "' has the layout '" + description.layout()
                        + "', which is not on the class path: add the module that contains it (known are "
                        + String.join(", ", Layouts.ids()) + ")");
    }
}
