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
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import io.polybloom.step.Environment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes descriptions of filters: new ones, and copies that differ in one respect. */
public final class Descriptions {

    private static final State NOT_READY = new State(Optional.empty(), false, Optional.empty());

    private Descriptions() {}

    /** Describes a filter that is to be created, with its randomly drawn values; a native one is not ready. */
    public static FilterDescription created(FilterSpec spec, String elementFormat, Environment environment) {
        Supplier<String> ids = environment.ids();
        String generation = ids.get();
        String origin = ids.get();
        ElementHash hash = spec.isKeyed() ? ElementHash.keyed(ids.get() + ids.get()) : ElementHash.murmur3();
        return described(spec, environment.servers(), generation, origin, hash, elementFormat);
    }

    /** Describes a filter as a caller asks for it, with the shape that it gets on that number of servers. */
    public static FilterDescription planned(FilterSpec spec, int servers, String generation, ElementHash hash) {
        return described(spec, servers, generation, generation, hash, "");
    }

    private static FilterDescription described(
            FilterSpec spec, int servers, String generation, String origin, ElementHash hash, String elementFormat) {
        return Layouts.get(spec.layout())
                .foreign()
                .map(layout -> foreign(spec.name(), layout, parameters(spec), servers))
                .orElseGet(() -> ofOwnLayout(spec, servers, generation, origin, hash, elementFormat));
    }

    private static ForeignParameters parameters(FilterSpec spec) {
        return new ForeignParameters(spec.budget(), spec.capacity(), spec.falsePositiveRate());
    }

    private static FilterDescription ofOwnLayout(
            FilterSpec spec, int servers, String generation, String origin, ElementHash hash, String elementFormat) {
        Parameters parameters = new Parameters(
                spec.layout(),
                Optional.of(hash),
                spec.capacity(),
                spec.falsePositiveRate(),
                spec.sizing(),
                spec.overCapacity(),
                elementFormat);
        Shape shape = new Shape(List.of(spec.geometry(servers)), spec.maxPartitionBits(), servers, spec.window());
        return new FilterDescription(spec.name(), parameters, shape, new Life(generation, origin, 0, 0), NOT_READY);
    }

    /** Describes a filter of another system, which has no generation and is always ready. */
    public static FilterDescription foreign(
            String name, ForeignLayout layout, ForeignParameters parameters, int servers) {
        return foreign(name, layout, parameters, servers, OverCapacity.DEGRADE);
    }

    /** Describes a filter of another system that may refuse elements, or make room for them, by itself. */
    public static FilterDescription foreign(
            String name, ForeignLayout layout, ForeignParameters parameters, int servers, OverCapacity policy) {
        Parameters known = new Parameters(
                layout.id(),
                Optional.empty(),
                parameters.capacity(),
                parameters.falsePositiveRate(),
                Sizing.BALANCED,
                policy,
                "");
        Geometry geometry = layout.geometry(parameters.budget(), servers).requireAllowedBy(layout);
        Shape shape = new Shape(List.of(geometry), FilterSpec.DEFAULT_MAX_PARTITION_BITS, servers, Optional.empty());
        State ready = new State(Optional.empty(), true, Optional.empty());
        return new FilterDescription(name, known, shape, new Life("", "", 0, 0), ready);
    }

    /** Returns the same filter with the values of its config in addition to the specification. */
    public static FilterDescription withState(FilterDescription filter, boolean ready, Optional<Instant> expireAt) {
        return with(filter, new State(filter.rebuild(), ready, expireAt));
    }

    /**
     * Returns the same filter after a clear: the same parameters in a new generation, which begins with one layer again
     * and is not ready.
     */
    public static FilterDescription cleared(FilterDescription filter, long clears, String generation) {
        FilterDescription small =
                with(withSlices(filter, List.of()), filter.layers().subList(0, 1));
        Life life = new Life(generation, filter.origin(), clears, filter.rebuilds());
        boolean isSame = generation.equals(filter.generation());
        State state = new State(isSame ? filter.rebuild() : Optional.empty(), false, filter.expireAt());
        return new FilterDescription(filter.name(), filter.parameters(), small.shape(), life, state);
    }

    /** Returns the same filter with a further layer. */
    public static FilterDescription withLayer(FilterDescription filter, Geometry layer) {
        List<Geometry> layers = new ArrayList<>(filter.layers());
        layers.add(layer);
        return with(filter, layers);
    }

    /** Returns the same filter, which forgets, with keys that are prepared up to another slice. */
    public static FilterDescription withSlices(FilterDescription filter, List<Long> numbers) {
        Optional<FilterWindow> window = filter.window().map(slices -> slices.withOpen(numbers));
        return with(filter, new Shape(filter.layers(), filter.maxPartitionBits(), filter.servers(), window));
    }

    /** Describes another filter with the same parameters, key and layers, in a generation of its own. */
    public static FilterDescription copy(
            FilterDescription filter, String name, String generation, String origin, Optional<Instant> expireAt) {
        Life life = new Life(generation, origin, 0, 0);
        State state = new State(Optional.empty(), true, expireAt);
        return new FilterDescription(name, filter.parameters(), filter.shape(), life, state);
    }

    /**
     * Describes another filter that is to be created with the parameters and the key of a native one, with one layer
     * and without an expiry. It is not ready.
     */
    public static FilterDescription createdLike(FilterDescription filter, String name, Supplier<String> ids) {
        String generation = ids.get();
        return cleared(copy(filter, name, generation, ids.get(), Optional.empty()), 0, generation);
    }

    /**
     * Returns the number of generations that the filter had before this one: each clear and each rebuild has begun a
     * new one.
     */
    public static long number(FilterDescription filter) {
        return filter.clears() + filter.rebuilds();
    }

    /** Returns whether the generation is complete, and it was not decided that another one replaces it. */
    public static boolean isUsable(FilterDescription filter) {
        return filter.ready() && !isReplaced(filter);
    }

    /** Returns whether it has been decided that another generation replaces this one. */
    public static boolean isReplaced(FilterDescription filter) {
        return filter.rebuild()
                .filter(rebuild -> rebuild.state() == Rebuild.State.SWITCHED)
                .isPresent();
    }

    /** Returns the same filter with the most recently begun rebuild of its generation. */
    public static FilterDescription withRebuild(FilterDescription filter, Optional<Rebuild> rebuild) {
        return with(filter, new State(rebuild, filter.ready(), filter.expireAt()));
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
        Shape shape = new Shape(sizes.layers(), sizes.maxPartitionBits(), filter.servers(), filter.window());
        Life life = new Life(generation, filter.origin(), filter.clears(), filter.rebuilds() + 1);
        State state = new State(Optional.empty(), false, filter.expireAt());
        return new FilterDescription(filter.name(), parameters, shape, life, state);
    }

    /** Returns the same parameters as those of a generation that was not made by a clear alone. */
    public static FilterDescription withNumber(FilterDescription filter, long clears, long rebuilds) {
        Life life = new Life(filter.generation(), filter.origin(), clears, rebuilds);
        State state = new State(Optional.empty(), filter.ready(), filter.expireAt());
        return new FilterDescription(filter.name(), filter.parameters(), filter.shape(), life, state);
    }

    private static FilterDescription with(FilterDescription filter, List<Geometry> layers) {
        return with(filter, new Shape(layers, filter.maxPartitionBits(), filter.servers(), filter.window()));
    }

    private static FilterDescription with(FilterDescription filter, Shape shape) {
        return new FilterDescription(filter.name(), filter.parameters(), shape, filter.life(), filter.state());
    }

    private static FilterDescription with(FilterDescription filter, State state) {
        return new FilterDescription(filter.name(), filter.parameters(), filter.shape(), filter.life(), state);
    }
}
