package io.polybloom.simulation;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.ElementLocator;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.world.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The filters of the worlds, and the calls at the end. */
public final class Specs {

    /** The smallest capacity that a client does not take for nearly full at once. */
    public static final int CAPACITY = 16;

    /** The layout of the filters of the worlds that this thread makes. */
    private static final ThreadLocal<String> LAYOUT = ThreadLocal.withInitial(() -> Layouts.CLASSIC);

    private Specs() {}

    /** A small filter in which no element of a world is taken for another one. */
    public static FilterSpecBuilder small(String name, int partitions) {
        return FilterSpec.named(name)
                .layout(LAYOUT.get())
                .capacity(CAPACITY)
                .falsePositiveRate(1e-7)
                .partitions(partitions);
    }

    /** Makes worlds whose filters have another layout. */
    public static List<World> inLayout(String layout, Supplier<List<World>> worlds) {
        LAYOUT.set(layout);
        try {
            return worlds.get();
        } finally {
            LAYOUT.remove();
        }
    }

    /** A small filter that degrades. */
    public static FilterSpec plain(int partitions) {
        return small("clicks", partitions).build();
    }

    /** A small filter that grows. */
    public static FilterSpec growing(int partitions) {
        return small("clicks", partitions).overCapacity(OverCapacity.GROW).build();
    }

    /** Elements that fill the first layer. */
    public static Operation fill(String object) {
        return call(ADD_ALL, object, fillers(0, CAPACITY));
    }

    /** Names of elements. */
    public static String[] fillers(int from, int to) {
        String[] names = new String[to - from];
        for (int i = from; i < to; i++) {
            names[i - from] = "f" + i;
        }
        return names;
    }

    /** The element of that number that lies in a partition of a filter with two. */
    public static String inPartition(int partition, int number) {
        ElementLocator locator = ElementLocator.planned(plain(2), 1);
        for (int suffix = 0; ; suffix++) {
            String name = "e" + number + (suffix == 0 ? "" : "." + suffix);
            if (locator.locate(name.getBytes(StandardCharsets.UTF_8)).get(0).partition() == partition) {
                return name;
            }
        }
    }

    /** An element one of whose bits is the first of the filter. */
    public static String withFirstBit() {
        ElementLocator locator = ElementLocator.planned(plain(1), 1);
        for (int number = 0; ; number++) {
            String name = "first" + number;
            if (locator.locate(name.getBytes(StandardCharsets.UTF_8))
                    .get(0)
                    .offsets()
                    .contains(0L)) {
                return name;
            }
        }
    }

    /** The elements of these numbers that lie in a partition. */
    public static String[] inPartition(int partition, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> inPartition(partition, number))
                .toArray(String[]::new);
    }

    /** Asks all objects and one that is opened again for some elements, and adds them. */
    public static List<Operation> audit(FilterSpec spec, List<String> objects, String... elements) {
        return audit(spec, FilterOptions.defaults(), objects, elements);
    }

    /** Likewise, with the options of the object that is opened. */
    public static List<Operation> audit(
            FilterSpec spec, FilterOptions options, List<String> objects, String... elements) {
        List<Operation> audit = new ArrayList<>();
        List<String> all = new ArrayList<>(objects);
        all.add("fresh");
        for (String object : all) {
            if (object.equals("fresh")) {
                audit.add(open(object, spec, options));
            }
            for (String element : elements) {
                audit.add(call(LOOK_UP, object, element));
            }
        }
        for (String object : all) {
            for (String element : elements) {
                audit.add(call(ADD, object, element));
            }
        }
        return audit;
    }

    /** Returns the options of an object with a near cache, whose clock is that of a world. */
    public static FilterOptions nearCached(SimulatedClock clock) {
        return FilterOptions.defaults().nearCache(cache(clock));
    }

    /** Returns the options of an object whose near cache answers nothing that was not confirmed just now. */
    public static FilterOptions confirming(SimulatedClock clock) {
        return FilterOptions.defaults().nearCache(cache(clock).checkedEvery(Duration.ZERO));
    }

    private static NearCache cache(SimulatedClock clock) {
        return NearCache.ofMemory(NearCache.LEAST_BYTES).timedBy(clock::nanos);
    }
}
