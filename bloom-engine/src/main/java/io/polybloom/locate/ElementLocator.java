package io.polybloom.locate;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Place;
import io.polybloom.layout.ElementHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Finds the bits of an element, to check a filter by hand. Asks no server. Thread-safe. */
public final class ElementLocator {

    /** Stands for the generation in the keys of a filter that has not been created. */
    public static final String NO_GENERATION = "GEN";

    private final Generation generation;

    private ElementLocator(Generation generation) {
        this.generation = generation;
    }

    /**
     * Returns the locator of a filter as it would be created; its keys show {@link #NO_GENERATION}.
     *
     * @param servers the number of independent servers, at least 1
     * @throws IllegalArgumentException if the filter is keyed, since its key is drawn when it is created, or has a
     *     window, since its Redis keys depend on the time
     */
    public static ElementLocator planned(FilterSpec spec, int servers) {
        if (spec.isKeyed()) {
            throw new IllegalArgumentException("the bits of a keyed filter depend on its key: give the key");
        }
        return planned(spec, servers, ElementHash.murmur3());
    }

    /**
     * Returns the locator of a filter as it would be created with a given key.
     *
     * @param servers the number of independent servers, at least 1
     * @param key 32 lower-case hexadecimal digits
     * @throws IllegalArgumentException if the key is not of this form, the specification is not keyed, or the filter
     *     has a window
     */
    public static ElementLocator planned(FilterSpec spec, int servers, String key) {
        if (!spec.isKeyed()) {
            throw new IllegalArgumentException("the filter is not keyed: leave out the key");
        }
        return planned(spec, servers, ElementHash.keyed(key));
    }

    private static ElementLocator planned(FilterSpec spec, int servers, ElementHash hash) {
        Generation planned = new Generation(Descriptions.planned(spec, servers, NO_GENERATION, hash));
        if (planned.layers().isEmpty()) {
            throw new IllegalArgumentException("the keys of a filter with a window depend on the time at which it is"
                    + " written: locate the elements in a filter that exists");
        }
        return new ElementLocator(planned);
    }

    /** Returns the locator of an existing filter. */
    public static ElementLocator stored(FilterDescription description) {
        return new ElementLocator(new Generation(description));
    }

    /**
     * Finds an element's bits, one location per layer. In a filter with a window there is one per column, from the
     * oldest slice to the one up to which its keys are prepared; none if nothing was added to it.
     */
    public List<ElementLocation> locate(byte[] element) {
        ElementBytes bytes = new ElementBytes();
        bytes.putBytes(element);
        List<ElementLocation> locations = new ArrayList<>();
        for (Layer layer : generation.layers()) {
            for (int age = layer.cells().width() - 1; age >= 0; age--) {
                locations.add(locate(bytes, layer, age));
            }
        }
        return List.copyOf(locations);
    }

    private static ElementLocation locate(ElementBytes element, Layer layer, int age) {
        long[] offsets = new long[layer.words()];
        int number = layer.locate(element, offsets);
        Partition partition = layer.partition(number);
        if (!layer.hasReadableBits()) {
            String key = new String(layer.storage().keyOfElements(partition), StandardCharsets.UTF_8);
            return new ElementLocation(partition.place().server(), number, key, List.of());
        }
        List<Long> list = new ArrayList<>(offsets.length);
        for (long offset : offsets) {
            list.add(layer.cells().bit(offset, age));
        }
        Place place = partition.place();
        return new ElementLocation(place.server(), place.number(), place.key(), List.copyOf(list));
    }
}
