package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One incarnation of a filter: its stored parameters, its layout and its layers. Immutable but for its near cache. */
public final class Generation {

    private static final int ID_LENGTH = 16;

    private final FilterDescription description;
    private final Layout layout;
    private final List<Layer> layers;
    private final @Nullable KnownBits knownBits;

    /** Creates the view of a stored filter; its layout must be known. */
    public Generation(FilterDescription description) {
        this.description = description;
        this.layout = Layouts.find(description.layout()).orElseThrow(() -> unknownLayout(description));
        this.layers = layers(description, layout);
        this.knownBits = null;
        requireShapesOf(layout, description);
    }

    private Generation(Generation same, KnownBits knownBits) {
        this.description = same.description;
        this.layout = same.layout;
        this.layers = same.layers;
        this.knownBits = knownBits;
    }

    static boolean isId(String text) {
        return text.length() == ID_LENGTH && text.chars().allMatch(HexFormat::isHexDigit);
    }

    FilterDescription description() {
        return description;
    }

    String id() {
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

    Layer newest() {
        return layers.get(layers.size() - 1);
    }

    /** The layers that are newer than one of them, oldest first. */
    List<Layer> newerThan(Layer layer) {
        return layers.subList(layer.index() + 1, layers.size());
    }

    /** The same generation with what a near cache knows of it. */
    Generation with(KnownBits known) {
        return new Generation(this, known);
    }

    /** What the near cache knows; null if there is none. */
    @Nullable
    KnownBits knownBits() {
        return knownBits;
    }

    boolean isSameAs(Generation other) {
        return id().equals(other.id());
    }

    private static List<Layer> layers(FilterDescription description, Layout layout) {
        List<Layer> layers = new ArrayList<>();
        int lane = 0;
        for (int index = 0; index < description.layers().size(); index++) {
            layers.add(new Layer(description, layout, index, lane));
            lane += description.layers().get(index).partitions();
        }
        return List.copyOf(layers);
    }

    /** A layout may reach beyond the end of a partition that it has not rounded, into the trailer. */
    private static void requireShapesOf(Layout layout, FilterDescription description) {
        for (Geometry layer : description.layers()) {
            if (layout.roundPartitionBits(layer.partitionBits()) != layer.partitionBits()) {
                throw new ForeignDataException(
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
