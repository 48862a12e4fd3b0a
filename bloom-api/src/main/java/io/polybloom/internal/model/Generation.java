package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One incarnation of a filter: its stored parameters, its layout and its layers. Immutable. */
public final class Generation {

    private static final int ID_LENGTH = 16;

    private final FilterDescription description;
    private final Layout layout;
    private final List<Layer> layers;

    /** Creates the view of a stored filter; its layout must be known. */
    public Generation(FilterDescription description) {
        this.description = description;
        Layout known = Layouts.find(description.layout()).orElseThrow(() -> unknownLayout(description));
        this.layout = description.hash().map(known::withHash).orElse(known);
        this.layers = layers(description, layout);
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

    /** The layout of the bits. */
    public Layout layout() {
        return layout;
    }

    /** The layers, oldest first. */
    public List<Layer> layers() {
        return layers;
    }

    public Layer newest() {
        return layers.get(layers.size() - 1);
    }

    /** The layers that are newer than one of them, oldest first. */
    public List<Layer> newerThan(Layer layer) {
        return layers.subList(layer.index() + 1, layers.size());
    }

    public boolean isSameAs(Generation other) {
        return id().equals(other.id());
    }

    /** Returns whether this is an earlier state of the same life: cleared less often, or with fewer layers. */
    public boolean isOlderThan(Generation other) {
        FilterDescription theirs = other.description();
        if (!description.origin().equals(theirs.origin())) {
            return false;
        }
        return description.clears() < theirs.clears()
                || isSameAs(other) && layers.size() < other.layers().size();
    }

    private static List<Layer> layers(FilterDescription description, Layout layout) {
        List<Layer> layers = new ArrayList<>();
        int orderingKey = 0;
        for (int index = 0; index < description.layers().size(); index++) {
            layers.add(new Layer(description, layout, index, orderingKey));
            orderingKey += description.layers().get(index).partitions();
        }
        return List.copyOf(layers);
    }

    /** A layout may reach beyond the end of a partition that it has not rounded, into the trailer. */
    private static void requireShapesOf(Layout layout, FilterDescription description) {
        for (Geometry layer : description.layers()) {
            if (layout.roundPartitionBits(layer.partitionBits()) != layer.partitionBits()) {
                throw new ForeignDataException(
                        description.name(),
                        "the config of the filter '" + description.name() + "' says that a partition has "
                                + layer.partitionBits() + " bits, which is no size of the layout " + layout.id(),
                        null);
            }
        }
    }

    private static UnsupportedFilterException unknownLayout(FilterDescription description) {
        return new UnsupportedFilterException(
                "the filter '" + description.name() + "' has the layout '" + description.layout()
                        + "', which is not on the class path; known are " + String.join(", ", Layouts.ids()));
    }
}
