package io.polybloom;

import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A filter as it is stored in Redis.
 *
 * @param name the filter's name
 * @param parameters what its creator, or its most recent rebuild, has asked for
 * @param shape the keys that hold its bits
 * @param life what tells it from earlier filters of this name, and its generation from earlier ones
 * @param state what changes while a generation is in use
 */
public record FilterDescription(String name, Parameters parameters, Shape shape, Life life, State state) {

    /** Checks the number of layers: each is made for twice as many elements as the one before. */
    public FilterDescription {
        int doubled = Math.min(shape.layers().size() - 1, Long.SIZE - 1);
        if (parameters.capacity() > Long.MAX_VALUE >> doubled) {
            throw new IllegalArgumentException("no filter of capacity " + parameters.capacity() + " has "
                    + shape.layers().size() + " layers");
        }
    }

    /**
     * What the creator of a filter, or its most recent rebuild, has asked for.
     *
     * @param layout the id of the bit layout, such as {@code classic-v1}
     * @param hash the hash from which the bits of an element are made; empty in a layout of another system, which has
     *     its own hash
     * @param capacity the expected number of distinct elements, at least 1; with a window, per span of the window
     * @param falsePositiveRate the rate at capacity, in (0, 1); some layouts of other systems also allow 0
     * @param sizing the rule by which capacity and rate determine the bits and hashes of a layer; meaningless in a
     *     layout of another system
     * @param overCapacity the policy that applies when the capacity is exceeded
     * @param elementFormat how elements become bytes, such as {@code utf-8} or a name that a caller gave; empty if
     *     unknown
     */
    public record Parameters(
            String layout,
            Optional<ElementHash> hash,
            long capacity,
            double falsePositiveRate,
            Sizing sizing,
            OverCapacity overCapacity,
            String elementFormat) {

        /** Checks the ranges. */
        public Parameters {
            if (capacity < 1 || !(falsePositiveRate >= 0 && falsePositiveRate < 1)) {
                throw new IllegalArgumentException(
                        "no filter has capacity " + capacity + " and rate " + falsePositiveRate);
            }
        }
    }

    /**
     * The keys that hold the bits of a filter.
     *
     * @param layers bits per partition, hashes and partitions of each layer, oldest first; more than one only in a
     *     filter that has grown. A filter with a window has one shape, that of all its slices
     * @param layerIds 16 hexadecimal digits for each layer, which are in the names of its keys; none while nothing is
     *     made, and in a layout of another system
     * @param maxPartitionBits the largest partition, before rounding, of a layer that is added when the filter grows,
     *     at least 512
     * @param servers the number of independent servers over which the partitions are spread, at least 1
     * @param window the window, with the slice up to which the keys are prepared; empty if the filter never forgets
     */
    public record Shape(
            List<Geometry> layers,
            List<String> layerIds,
            long maxPartitionBits,
            int servers,
            Optional<FilterWindow> window) {

        /** Copies the layers and checks the ranges. */
        public Shape {
            layers = List.copyOf(layers);
            layerIds = List.copyOf(layerIds);
            if (servers < 1 || layers.isEmpty()) {
                throw new IllegalArgumentException(
                        "no filter has " + servers + " servers and " + layers.size() + " layers");
            }
        }
    }

    /**
     * Which filter under a name it is, and which of its generations.
     *
     * @param generation 16 hexadecimal digits, new with every creation, {@code clear} and rebuild; empty in a layout of
     *     another system
     * @param origin 16 hexadecimal digits, drawn at creation and kept by {@code clear}: a different origin under the
     *     same name means a different filter; empty in a layout of another system
     * @param clears how many times the filter has been cleared since its creation
     * @param rebuilds how many times the filter has been rebuilt since its creation
     */
    public record Life(String generation, String origin, long clears, long rebuilds) {}

    /**
     * What changes while a generation of a filter is in use.
     *
     * @param begun how many rebuilds of this generation were begun
     * @param rebuild the last of them, if it is in progress
     * @param ready whether every partition has been created
     * @param expireAt when the filter expires, if it does
     */
    public record State(int begun, Optional<Rebuild> rebuild, boolean ready, Optional<Instant> expireAt) {}

    /**
     * A rebuild of this generation that is in progress.
     *
     * @param number the number of the rebuild among those begun for this generation, from 1
     * @param state its progress
     * @param next the generation that will replace this one
     */
    public record Rebuild(int number, State state, FilterDescription next) {

        /** The progress of a rebuild. */
        public enum State {
            /** The partitions of the next generation are being made. */
            BEGUN,
            /** The next generation is being filled. */
            UNDER_WAY
        }

        /** Returns whether elements must also be added to the next generation. */
        public boolean isOpen() {
            return state == State.UNDER_WAY;
        }
    }

    /** Returns the id of the generation; empty in a layout of another system. */
    public String generation() {
        return life.generation();
    }

    /** Returns the id that was drawn when the filter was created; empty in a layout of another system. */
    public String origin() {
        return life.origin();
    }

    /** Returns how many times the filter has been cleared since its creation. */
    public long clears() {
        return life.clears();
    }

    /** Returns how many times the filter has been rebuilt since its creation. */
    public long rebuilds() {
        return life.rebuilds();
    }

    /** Returns the id of the bit layout. */
    public String layout() {
        return parameters.layout();
    }

    /** Returns the hash from which the bits of an element are made; empty in a layout of another system. */
    public Optional<ElementHash> hash() {
        return parameters.hash();
    }

    /** Returns the expected number of distinct elements; with a window, per span of the window. */
    public long capacity() {
        return parameters.capacity();
    }

    /** Returns the false-positive rate at capacity. */
    public double falsePositiveRate() {
        return parameters.falsePositiveRate();
    }

    /** Returns the rule by which capacity and rate determine the bits and hashes of a layer. */
    public Sizing sizing() {
        return parameters.sizing();
    }

    /** Returns the policy that applies when the capacity is exceeded. */
    public OverCapacity overCapacity() {
        return parameters.overCapacity();
    }

    /** Returns how elements become bytes; empty if unknown. */
    public String elementFormat() {
        return parameters.elementFormat();
    }

    /** Returns the shape of each layer, oldest first. */
    public List<Geometry> layers() {
        return shape.layers();
    }

    /** Returns the id of each layer, which is in the names of its keys; none while nothing is made. */
    public List<String> layerIds() {
        return shape.layerIds();
    }

    /** Returns the largest partition, in bits, of a layer that is added when the filter grows. */
    public long maxPartitionBits() {
        return shape.maxPartitionBits();
    }

    /** Returns the number of independent servers over which the partitions are spread. */
    public int servers() {
        return shape.servers();
    }

    /** Returns the window; empty if the filter never forgets. */
    public Optional<FilterWindow> window() {
        return shape.window();
    }

    /** Returns the rebuild of this generation that is in progress, if any. */
    public Optional<Rebuild> rebuild() {
        return state.rebuild();
    }

    /** Returns whether every partition has been created. */
    public boolean ready() {
        return state.ready();
    }

    /** Returns when the filter expires, if it does. */
    public Optional<Instant> expireAt() {
        return state.expireAt();
    }

    /** Returns the shape of the first layer, which is the only one unless the filter has grown, or of each slice. */
    public Geometry geometry() {
        return layers().get(0);
    }

    /**
     * Returns the bytes that the partitions occupy in Redis, without the server's own overhead per key. In a layout of
     * another system, a partition grows to its size as its bits are set. A filter with a window has none until an
     * element is added.
     */
    public long memoryBytes() {
        return window().filter(slices -> !slices.hasKeys()).isPresent() ? 0 : bytesOfLayers();
    }

    /** Returns the bytes of all layers together, or of all slices if the filter forgets. */
    long bytesOfLayers() {
        int columns = window().map(FilterWindow::columns).orElse(1);
        int trailerBytes = generation().isEmpty() ? 0 : 1;
        long bytes = 0;
        for (Geometry layer : layers()) {
            bytes += layer.partitions() * ((layer.partitionBits() * columns + 7) / 8 + trailerBytes);
        }
        return bytes;
    }

    /** Returns the name and the parameters of the filter in one line, for logs; the format may change. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "FilterDescription[%s: %s, capacity %d, false-positive rate %.2g, %s, %d %s%s, %d bytes]",
                name,
                layout(),
                capacity(),
                falsePositiveRate(),
                overCapacity(),
                layers().size(),
                layers().size() == 1 ? "layer" : "layers",
                window().map(forgets -> ", window of " + forgets).orElse(""),
                memoryBytes());
    }
}
