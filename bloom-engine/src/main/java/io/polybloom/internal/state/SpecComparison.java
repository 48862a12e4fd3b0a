package io.polybloom.internal.state;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares the stored parameters with those of a caller. */
public final class SpecComparison {

    private SpecComparison() {}

    /**
     * Refuses a stored filter that differs from the requested one. Values that follow from the stored ones are not
     * compared, nor is the size of a filter that was rebuilt: callers may not know the new size yet.
     */
    public static void requireSame(FilterDescription stored, FilterSpec requested) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, "keyed", isKeyed(stored), requested.isKeyed());
        if (stored.rebuilds() == 0) {
            compareSizes(differences, stored, requested);
        }
        compare(differences, "overCapacity", stored.overCapacity(), requested.overCapacity());
        compare(differences, "window", window(stored.window()), window(requested.window()));
        refuse(stored, differences);
    }

    private static void compareSizes(List<Difference> differences, FilterDescription stored, FilterSpec requested) {
        compare(differences, "layout", stored.layout(), requested.layout());
        if (requested.isSizedByBits()) {
            compare(
                    differences,
                    "bits per partition",
                    stored.geometry().partitionBits(),
                    bitsPerPartition(stored, requested));
            compare(
                    differences,
                    "hashes",
                    stored.geometry().hashes(),
                    requested.budget().hashes());
        } else {
            compare(differences, "capacity", stored.capacity(), requested.capacity());
            compare(differences, "fpp", stored.falsePositiveRate(), requested.falsePositiveRate());
        }
        if (requested.partitions().isPresent()) {
            compare(
                    differences,
                    "partitions",
                    stored.geometry().partitions(),
                    requested.partitions().getAsInt());
        }
    }

    /**
     * Refuses a generation that has replaced another one with other parameters. Another life of the filter may have
     * another number of partitions, as when it is opened, because its creator chose the limit on their size.
     */
    public static void requireSame(FilterDescription stored, FilterDescription known) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, "keyed", isKeyed(stored), isKeyed(known));
        if (stored.rebuilds() == 0 && known.rebuilds() == 0) {
            compareSizes(differences, stored, known);
        }
        compare(differences, "overCapacity", stored.overCapacity(), known.overCapacity());
        compare(differences, "window", window(stored.window()), window(known.window()));
        refuse(stored, differences);
    }

    private static void compareSizes(List<Difference> differences, FilterDescription stored, FilterDescription known) {
        compare(differences, "layout", stored.layout(), known.layout());
        compare(differences, "capacity", stored.capacity(), known.capacity());
        compare(differences, "fpp", stored.falsePositiveRate(), known.falsePositiveRate());
        compare(
                differences,
                "hashes",
                stored.geometry().hashes(),
                known.geometry().hashes());
        if (stored.origin().equals(known.origin())) {
            compare(differences, "geometry", stored.geometry(), known.geometry());
        }
    }

    /** Refuses a filter whose partitions are spread over another number of servers than the caller is connected to. */
    public static void requireServers(FilterDescription stored, int servers) {
        int all = stored.servers();
        List<Difference> differences = new ArrayList<>();
        compare(differences, "servers", all, servers);
        if (differences.isEmpty()) {
            return;
        }
        String where = all == 1 ? "is on 1 server" : "is spread over " + all + " servers";
        String remedy = all == 1
                ? "name only that one"
                : "name " + (all == 2 ? "both" : "all " + all)
                        + ", in the order in which they were named when it was created; the first has its register";
        throw new SpecMismatchException(
                stored.name(),
                differences,
                "the filter '" + stored.name() + "' " + where + ", but " + servers + (servers == 1 ? " is" : " are")
                        + " named. Nothing was changed: " + remedy);
    }

    /** Refuses a filter whose elements become bytes in another way than the caller's, if both ways are known. */
    public static void requireElementFormat(FilterDescription stored, String elementFormat) {
        if (stored.elementFormat().isEmpty()
                || elementFormat.isEmpty()
                || stored.elementFormat().equals(elementFormat)) {
            return;
        }
        throw new SpecMismatchException(
                stored.name(),
                List.of(new Difference("elements", stored.elementFormat(), elementFormat)),
                "the filter '" + stored.name() + "' stores the element format " + stored.elementFormat()
                        + ", but this funnel writes " + elementFormat
                        + ", so elements that were added would be called absent. Use the funnel that the filter was"
                        + " created with, or, if this one writes the same bytes for your elements, call"
                        + " elementFormat(\"" + stored.elementFormat() + "\")");
    }

    /**
     * Refuses to merge two filters whose elements have different bits or which, if one of them grows, have different
     * layers.
     *
     * @param layers how many layers both must have in common
     */
    public static void requireMergeable(FilterDescription one, FilterDescription other, int layers) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, "layout", one.layout(), other.layout());
        compare(differences, "hash", hashOf(one), hashOf(other));
        if (differences.isEmpty() && !one.hash().equals(other.hash())) {
            differences.add(new Difference("key", "a random key", "another random key"));
        }
        if (!one.elementFormat().isEmpty() && !other.elementFormat().isEmpty()) {
            compare(differences, "elements", one.elementFormat(), other.elementFormat());
        }
        compareLayers(differences, one, other, layers);
        if (one.overCapacity() == OverCapacity.GROW || other.overCapacity() == OverCapacity.GROW) {
            compare(differences, "overCapacity", one.overCapacity(), other.overCapacity());
            compare(differences, "capacity", one.capacity(), other.capacity());
            compare(differences, "fpp", one.falsePositiveRate(), other.falsePositiveRate());
            compare(differences, "sizing", one.sizing(), other.sizing());
            compare(differences, "maxPartitionBits", one.maxPartitionBits(), other.maxPartitionBits());
        }
        if (!differences.isEmpty()) {
            throw new SpecMismatchException(
                    one.name(),
                    differences,
                    "the filters '" + one.name() + "' and '" + other.name() + "' cannot be merged: "
                            + differences.stream().map(SpecComparison::words).collect(Collectors.joining("; "))
                            + ". Nothing was changed");
        }
    }

    private static String hashOf(FilterDescription filter) {
        return filter.hash().map(ElementHash::id).orElse("");
    }

    private static void compareLayers(
            List<Difference> differences, FilterDescription one, FilterDescription other, int layers) {
        for (int layer = 0; layer < layers; layer++) {
            String which = layer == 0 ? "" : " of layer " + layer;
            Geometry ours = one.layers().get(layer);
            Geometry theirs = other.layers().get(layer);
            compare(differences, "bits per partition" + which, ours.partitionBits(), theirs.partitionBits());
            compare(differences, "hashes" + which, ours.hashes(), theirs.hashes());
            compare(differences, "partitions" + which, ours.partitions(), theirs.partitions());
        }
    }

    /** Refuses to merge filters that have grown by different numbers of layers. */
    public static void requireAsManyLayers(FilterDescription one, FilterDescription other) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, "layers", one.layers().size(), other.layers().size());
        if (!differences.isEmpty()) {
            throw new SpecMismatchException(
                    one.name(),
                    differences,
                    "the filters '" + one.name() + "' and '" + other.name() + "' cannot be merged: "
                            + words(differences.get(0)) + ". Nothing was changed; merge filters that have the same"
                            + " layers");
        }
    }

    private static String window(Optional<FilterWindow> window) {
        return window.map(FilterWindow::toString).orElse("none");
    }

    private static boolean isKeyed(FilterDescription filter) {
        return filter.hash().filter(ElementHash::isKeyed).isPresent();
    }

    private static long bitsPerPartition(FilterDescription stored, FilterSpec requested) {
        boolean mayChoose = Layouts.get(requested.layout()).capabilities().contains(LayoutCapability.PARTITIONS);
        return mayChoose
                ? requested.partitionBits(stored.geometry().partitions())
                : requested.geometry(stored.servers()).partitionBits();
    }

    private static void compare(List<Difference> differences, String what, Object stored, Object requested) {
        if (!stored.equals(requested)) {
            differences.add(new Difference(what, stored.toString(), requested.toString()));
        }
    }

    private static void refuse(FilterDescription stored, List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw new SpecMismatchException(
                    stored.name(),
                    differences,
                    "the filter '" + stored.name() + "' exists with other parameters: "
                            + differences.stream().map(SpecComparison::words).collect(Collectors.joining("; "))
                            + ". Nothing was changed. Open it by its name alone, choose another name, or rebuild it");
        }
    }

    private static String words(Difference difference) {
        return difference.parameter() + " is " + difference.stored() + ", not " + difference.asked();
    }
}
