package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Life;
import io.polybloom.FilterDescription.Parameters;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterDescription.Shape;
import io.polybloom.FilterDescription.State;
import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.OverCapacity;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import io.polybloom.step.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes descriptions of filters: new ones, and copies that differ in one respect. */
public final class Descriptions {

    private static final State NOT_READY = new State(0, Optional.empty(), false, Optional.empty());

    private Descriptions() {}

    /** Describes a filter that is to be created, with its randomly drawn values; a native one is not ready. */
    public static FilterDescription created(FilterSpec spec, String elementFormat, Environment environment) {
        Supplier<String> ids = environment.ids();
        String generation = ids.get();
        String origin = ids.get();
        ElementHash hash = spec.isKeyed() ? ElementHash.keyed(ids.get() + ids.get()) : ElementHash.murmur3();
        return described(spec, environment.servers(), generation, origin, hash, elementFormat);
    }

    /**
     * Describes a filter as a caller asks for it, with the shape that it gets on that number of servers.
     *
     * @param id stands for all ids that are drawn when it is created
     */
    public static FilterDescription planned(FilterSpec spec, int servers, String id, ElementHash hash) {
        FilterDescription described = described(spec, servers, id, id, hash, "");
        return described.generation().isEmpty()
                ? described
                : withLayers(described, List.of(new NamedLayer(id, described.geometry(), OptionalLong.empty())));
    }

    private static FilterDescription described(
            FilterSpec spec, int servers, String generation, String origin, ElementHash hash, String elementFormat) {
        Layout layout = Layouts.get(spec.layout());
        if (!Storage.of(layout).isVersioned()) {
            return unversioned(
                    spec.name(), layout, spec.geometry(servers), spec.capacity(), spec.falsePositiveRate(), servers);
        }
        Parameters parameters = new Parameters(
                spec.layout(),
                Optional.of(hash),
                spec.capacity(),
                spec.falsePositiveRate(),
                spec.sizing(),
                spec.overCapacity(),
                elementFormat);
        Shape shape =
                new Shape(List.of(spec.geometry(servers)), List.of(), spec.maxPartitionBits(), servers, spec.window());
        return new FilterDescription(spec.name(), parameters, shape, new Life(generation, origin, 0, 0), NOT_READY);
    }

    /** Describes a filter that is not stored as versions, and takes new elements when it is full. */
    public static FilterDescription unversioned(
            String name, Layout layout, Geometry geometry, long capacity, double falsePositiveRate, int servers) {
        return unversioned(name, layout, geometry, capacity, falsePositiveRate, servers, OverCapacity.DEGRADE);
    }

    /**
     * Describes a filter that is not stored as versions: it has no generation and is always ready.
     *
     * @param policy what the filter does, by itself, when it is full
     */
    public static FilterDescription unversioned(
            String name,
            Layout layout,
            Geometry geometry,
            long capacity,
            double falsePositiveRate,
            int servers,
            OverCapacity policy) {
        Parameters known =
                new Parameters(layout.id(), Optional.empty(), capacity, falsePositiveRate, Sizing.BALANCED, policy, "");
        Shape shape = new Shape(
                List.of(geometry), List.of(), FilterSpec.DEFAULT_MAX_PARTITION_BITS, servers, Optional.empty());
        State ready = new State(0, Optional.empty(), true, Optional.empty());
        return new FilterDescription(name, known, shape, new Life("", "", 0, 0), ready);
    }

    /** Returns the same filter with the values of its register in addition to the specification. */
    public static FilterDescription withState(FilterDescription filter, boolean ready, Lifetime lifetime) {
        return with(filter, new State(filter.state().begun(), filter.rebuild(), ready, lifetime.end()));
    }

    /**
     * Returns the same filter after a clear: the same parameters in a new generation, of which nothing is made.
     *
     * @param clears how many times it has been cleared then
     */
    public static FilterDescription cleared(FilterDescription filter, long clears, String generation) {
        Shape bare = new Shape(
                filter.layers().subList(0, 1),
                List.of(),
                filter.maxPartitionBits(),
                filter.servers(),
                filter.window().map(slices -> slices.withOpen(List.of())));
        Life life = new Life(generation, filter.origin(), clears, filter.rebuilds());
        State state = new State(0, Optional.empty(), false, filter.expireAt());
        return new FilterDescription(filter.name(), filter.parameters(), bare, life, state);
    }

    /** Returns the same filter with these layers, or none if there are none. */
    public static FilterDescription withLayers(FilterDescription filter, List<NamedLayer> layers) {
        List<Geometry> shapes = layers.isEmpty()
                ? filter.layers().subList(0, 1)
                : layers.stream().map(NamedLayer::geometry).toList();
        List<String> ids = layers.stream().map(NamedLayer::id).toList();
        return with(filter, new Shape(shapes, ids, filter.maxPartitionBits(), filter.servers(), filter.window()));
    }

    /** Returns the same filter with a further shape, of a layer that is not made. */
    public static FilterDescription withShape(FilterDescription filter, Geometry layer) {
        List<Geometry> layers = new ArrayList<>(filter.layers());
        layers.add(layer);
        return with(
                filter,
                new Shape(layers, filter.layerIds(), filter.maxPartitionBits(), filter.servers(), filter.window()));
    }

    /** Returns the layers that are made. */
    public static List<NamedLayer> layersOf(FilterDescription filter) {
        return IntStream.range(0, filter.layerIds().size())
                .mapToObj(index -> new NamedLayer(
                        filter.layerIds().get(index), filter.layers().get(index), OptionalLong.empty()))
                .toList();
    }

    /** Returns the same filter with a further layer, which takes the place of the one before if its keys move on. */
    public static FilterDescription withLayer(FilterDescription filter, NamedLayer layer) {
        List<NamedLayer> layers = new ArrayList<>(filter.window().isPresent() ? List.of() : layersOf(filter));
        layers.add(layer);
        FilterDescription grown = withLayers(filter, layers);
        return layer.number().isPresent()
                ? withKeyNumbers(grown, List.of(layer.number().getAsLong()))
                : grown;
    }

    /**
     * Returns the same filter, whose keys move on, with keys of other numbers.
     *
     * @param numbers that of the layer; while its keys move on, also that to which they move; none if there are no keys
     */
    public static FilterDescription withKeyNumbers(FilterDescription filter, List<Long> numbers) {
        Optional<FilterWindow> window = filter.window().map(slices -> slices.withOpen(numbers));
        return with(
                filter,
                new Shape(filter.layers(), filter.layerIds(), filter.maxPartitionBits(), filter.servers(), window));
    }

    /**
     * Describes another filter with the same parameters, key and layers, in a generation of its own.
     *
     * @param ids draws the ids of the layers
     */
    public static FilterDescription copy(
            FilterDescription filter, String name, String generation, String origin, Supplier<String> ids) {
        List<NamedLayer> layers = filter.layers().stream()
                .map(shape -> new NamedLayer(ids.get(), shape, OptionalLong.empty()))
                .toList();
        FilterDescription renamed = new FilterDescription(
                name,
                filter.parameters(),
                filter.shape(),
                new Life(generation, origin, 0, 0),
                new State(0, Optional.empty(), true, Optional.empty()));
        return generation.isEmpty() ? renamed : withLayers(renamed, layers);
    }

    /** Describes a filter of another name, of which nothing is known but its parameters and its shape. */
    public static FilterDescription numbered(FilterDescription filter, String number) {
        Shape shape =
                new Shape(filter.layers(), List.of(), filter.maxPartitionBits(), filter.servers(), filter.window());
        return new FilterDescription(
                filter.name(),
                filter.parameters(),
                shape,
                new Life(number, number, 0, 0),
                new State(0, Optional.empty(), true, Optional.empty()));
    }

    /**
     * Describes another filter that is to be created with the parameters and the key of a native one, without an
     * expiry. Nothing of it is made.
     */
    public static FilterDescription createdLike(FilterDescription filter, String name, Supplier<String> ids) {
        FilterDescription like = new FilterDescription(
                name, filter.parameters(), filter.shape(), new Life("", ids.get(), 0, 0), NOT_READY);
        return cleared(like, 0, ids.get());
    }

    /**
     * Returns the number of generations that the filter had before this one: each clear and each rebuild has begun a
     * new one.
     */
    public static long number(FilterDescription filter) {
        return filter.clears() + filter.rebuilds();
    }

    /**
     * Returns the same filter with another rebuild in progress, or none.
     *
     * @param begun how many rebuilds of this generation were begun
     */
    public static FilterDescription withRebuild(FilterDescription filter, int begun, Optional<Rebuild> rebuild) {
        return with(filter, new State(begun, rebuild, filter.ready(), filter.expireAt()));
    }

    /**
     * Returns the generation that a rebuild makes, which is not ready: that of a filter whose sizes are given, with the
     * life, the hash, the policy and the elements of the filter that is rebuilt.
     *
     * @param sizes has the layout, capacity, rate and shape
     */
    public static FilterDescription rebuilt(FilterDescription filter, FilterDescription sizes, String generation) {
        Parameters parameters = new Parameters(
                sizes.layout(),
                filter.hash(),
                sizes.capacity(),
                sizes.falsePositiveRate(),
                sizes.sizing(),
                filter.overCapacity(),
                filter.elementFormat());
        Shape shape = new Shape(
                sizes.layers().subList(0, 1), List.of(), sizes.maxPartitionBits(), filter.servers(), filter.window());
        Life life = new Life(generation, filter.origin(), filter.clears(), filter.rebuilds() + 1);
        State state = new State(0, Optional.empty(), false, filter.expireAt());
        return new FilterDescription(filter.name(), parameters, shape, life, state);
    }

    private static FilterDescription with(FilterDescription filter, Shape shape) {
        return new FilterDescription(filter.name(), filter.parameters(), shape, filter.life(), filter.state());
    }

    private static FilterDescription with(FilterDescription filter, State state) {
        return new FilterDescription(filter.name(), filter.parameters(), filter.shape(), filter.life(), state);
    }
}
