package io.polybloom;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Collects the parameters of a filter and checks them. Either the capacity (with a rate, 0.01 by default) or both bits
 * and hashes must be set, unless the filter is an {@linkplain FilterSpec#existing existing} one. Not thread-safe. Every
 * method throws an {@link IllegalArgumentException} for a value out of its range, some of them only in {@link #build}.
 */
public final class FilterSpecBuilder {

    /** The default false-positive rate. */
    public static final double DEFAULT_FALSE_POSITIVE_RATE = 0.01;

    private static final Pattern FORMAT_NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    final String name;
    Layout layout = Layouts.get(Layouts.CLASSIC);
    long capacity;
    double falsePositiveRate = Double.NaN;
    OptionalInt partitions = OptionalInt.empty();
    OptionalLong maxPartitionBits = OptionalLong.empty();
    OverCapacity overCapacity = OverCapacity.DEGRADE;
    Optional<FilterWindow> window = Optional.empty();
    boolean keyed;
    Optional<String> elementFormat = Optional.empty();
    boolean existing;
    Sizing sizing = Sizing.BALANCED;
    private long bits;
    private int hashes;

    FilterSpecBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** Sets the expected number of distinct elements, at least 1. */
    public FilterSpecBuilder capacity(long expectedElements) {
        require(expectedElements >= 1, "capacity must be at least 1, not " + expectedElements);
        capacity = expectedElements;
        return this;
    }

    /**
     * Sets the share of absent elements that may be reported as present at capacity, in (0, 1); 0.01 by default. Some
     * layouts of other systems also allow 0.
     */
    public FilterSpecBuilder falsePositiveRate(double rate) {
        require(rate >= 0 && rate < 1, "the false-positive rate must lie between 0 and 1 (both excluded), not " + rate);
        falsePositiveRate = rate;
        return this;
    }

    /**
     * Sets M, the number of bits of all partitions together, at least 1. Requires {@link #hashes}, unless the layout
     * fixes them, and excludes capacity and rate.
     */
    public FilterSpecBuilder bits(long totalBits) {
        require(totalBits >= 1, "bits must be at least 1, not " + totalBits);
        bits = totalBits;
        return this;
    }

    /** Sets k, the number of bits per element, 1 to 64 unless the layout says otherwise. Requires {@link #bits}. */
    public FilterSpecBuilder hashes(int bitsPerElement) {
        hashes = new BitBudget(1, bitsPerElement).hashes();
        return this;
    }

    /**
     * Sets how capacity and rate determine bits and hashes; {@link Sizing#BALANCED} by default. The sizing is stored.
     * It also sizes the later layers of a filter that grows if the first one is given by bits and hashes. An existing
     * filter keeps its own.
     */
    public FilterSpecBuilder sizing(Sizing chosen) {
        sizing = Objects.requireNonNull(chosen, "sizing");
        return this;
    }

    /** Sets the bit layout by its id; {@value Layouts#CLASSIC} by default. */
    public FilterSpecBuilder layout(String id) {
        layout = Layouts.get(Objects.requireNonNull(id, "layout"));
        return this;
    }

    /**
     * Makes the bits of an element depend on a secret key, which is drawn when the filter is created and stored with
     * it. Use it for elements that an adversary may choose: without a key, an adversary can compute elements that make
     * the filter report a given element as present. Every element is hashed twice. An existing filter keeps its key.
     */
    public FilterSpecBuilder keyed() {
        keyed = true;
        return this;
    }

    /**
     * Sets the name of the element format, the way in which elements become bytes. The name is stored, and opening the
     * filter with another name fails. If no name is given, one is derived from the bytes that a funnel of texts or
     * numbers writes, such as {@code utf-8} for {@code Elements.strings()}. The format of any other funnel, and of byte
     * arrays that are hashed as they are, is not checked: give it a name, and change the name when the funnel changes.
     *
     * @param formatName 1 to 64 ASCII letters, digits, periods, hyphens and underscores
     */
    public FilterSpecBuilder elementFormat(String formatName) {
        require(
                FORMAT_NAME.matcher(formatName).matches(),
                "the name of an element format must be 1 to 64 letters, digits, dots, hyphens and underscores, not '"
                        + formatName + "'");
        elementFormat = Optional.of(formatName);
        return this;
    }

    /**
     * Sets P, the number of partitions (keys), from 1 to {@link Geometry#MAX_PARTITIONS}; by default as few as
     * {@link #maxPartitionBits} allows.
     */
    public FilterSpecBuilder partitions(int count) {
        require(
                count >= 1 && count <= Geometry.MAX_PARTITIONS,
                "partitions must be from 1 to " + Geometry.MAX_PARTITIONS + ", not " + count);
        partitions = OptionalInt.of(count);
        return this;
    }

    /**
     * Sets the largest partition in bits, before rounding, if P is not given, and for every layer that is added when
     * the filter grows; at least 512. The default is 512 KiB less 64 bytes
     * ({@link FilterSpec#DEFAULT_MAX_PARTITION_BITS}), or 32 MiB if the server stores the bits. Larger partitions block
     * Redis for longer while they are allocated or migrated. An existing filter keeps its limit.
     */
    public FilterSpecBuilder maxPartitionBits(long limit) {
        require(
                limit >= FilterSpec.LEAST_MAX_PARTITION_BITS,
                "maxPartitionBits must be at least " + FilterSpec.LEAST_MAX_PARTITION_BITS + ", not " + limit);
        maxPartitionBits = OptionalLong.of(limit);
        return this;
    }

    /** Sets how the filter behaves beyond its capacity; {@link OverCapacity#DEGRADE} by default. */
    public FilterSpecBuilder overCapacity(OverCapacity policy) {
        overCapacity = Objects.requireNonNull(policy, "overCapacity");
        return this;
    }

    /**
     * Gives the filter a window: an element is remembered for at least the span after it was added, and for at most one
     * slice longer; adding it again restarts its time. The time is that of the server with the register. The capacity
     * is the number of distinct elements per span; an element that is added in several slices takes room in each of
     * them. Each slice is sized for an equal part of the capacity, and has an equal part of the rate. A filter with a
     * window must be given a capacity, and degrades beyond it.
     *
     * @param span the shortest time for which an element is remembered, in whole milliseconds
     * @param slices the number of slices into which the span is divided, from 1 to {@value FilterWindow#MOST_SLICES};
     *     each must last whole milliseconds, at least {@value FilterWindow#SHORTEST_SLICE_MILLIS}. With more slices,
     *     elements are forgotten more precisely, and the filter takes more memory
     */
    public FilterSpecBuilder window(Duration span, int slices) {
        window = Optional.of(new FilterWindow(span, slices));
        return this;
    }

    /**
     * Checks that the parameters fit together and builds the specification.
     *
     * @throws IllegalArgumentException if they do not fit together, or no filter of this size can be built
     */
    public FilterSpec build() {
        if (existing) {
            require(
                    capacity == 0
                            && !isRateGiven()
                            && !isSizedByBits()
                            && partitions.isEmpty()
                            && !keyed
                            && window.isEmpty(),
                    "the parameters of an existing filter are those that are stored: leave them out");
        } else if (isSizedByBits()) {
            hashes = hashes == 0 ? layout.fixedHashes().orElse(0) : hashes;
            require(bits > 0 && hashes > 0, "bits and hashes must be given together");
            require(capacity == 0 && !isRateGiven(), "give either capacity and rate, or bits and hashes");
            layout.requireHashes(hashes);
        } else {
            require(capacity > 0, "the size is missing: give a capacity, or bits and hashes");
            falsePositiveRate = isRateGiven() ? falsePositiveRate : DEFAULT_FALSE_POSITIVE_RATE;
            require(
                    layout.allowsRate(falsePositiveRate),
                    "the false-positive rate must lie between 0 and 1 (both excluded), not " + falsePositiveRate);
        }
        requireCapabilities();
        return new FilterSpec(this);
    }

    boolean isSizedByBits() {
        return bits > 0 || hashes > 0;
    }

    BitBudget budget() {
        return isSizedByBits()
                ? new BitBudget(bits, hashes)
                : window.map(this::sliceBudget)
                        .orElseGet(() -> layout.size(capacity, overCapacity.layerRate(falsePositiveRate, 0), sizing));
    }

    /** A look-up reads one more slice than the window has, and each of them may err. */
    private BitBudget sliceBudget(FilterWindow forgets) {
        long elements = (capacity - 1) / forgets.slices() + 1;
        return layout.size(elements, falsePositiveRate / (forgets.slices() + 1), sizing);
    }

    private void requireWindowFits() {
        require(
                !isSizedByBits(),
                "a filter with a window needs a capacity, which sizes its slices: leave out bits and hashes");
        require(
                overCapacity != OverCapacity.REJECT,
                "a filter with a window cannot reject: it has room again when a slice ends, but would stay sealed;"
                        + " leave out overCapacity or window");
        require(
                overCapacity != OverCapacity.GROW,
                "a filter with a window cannot grow: all of its slices share keys of a fixed size;"
                        + " leave out overCapacity or window");
        requireCapability(
                false,
                LayoutCapability.LOST_DATA_DETECTION,
                "cannot keep one bit for each slice, since its keys belong to another system: leave out window");
        requireCapability(
                false,
                LayoutCapability.READABLE_BITS,
                "cannot keep one bit for each slice, since the server stores the bits: leave out window");
    }

    private void requireCapabilities() {
        requireCapability(
                window.isEmpty(),
                LayoutCapability.LASTING_BITS,
                "counts elements, and a removal could not tell in which slice an element was counted: leave out"
                        + " window");
        if (window.isPresent()) {
            requireWindowFits();
        }
        layout.requireName(name);
        require(
                elementFormat.isEmpty() || layout.foreign().isEmpty(),
                "the layout " + layout.id() + " cannot store the name of an element format: leave out elementFormat");
        requireCapability(
                !isSizedByBits(),
                LayoutCapability.READABLE_BITS,
                "is sized by the server: give a capacity and a rate, and leave out bits and hashes");
        requireCapability(
                partitions.isEmpty(),
                LayoutCapability.PARTITIONS,
                "has a fixed division into keys: leave out partitions");
        requireCapability(!keyed, LayoutCapability.CHOICE_OF_HASH, "has a hash of its own: leave out keyed");
        requireCapability(
                overCapacity == OverCapacity.DEGRADE,
                LayoutCapability.OVER_CAPACITY,
                "cannot keep a mark for a full filter: beyond its capacity it can only degrade");
    }

    private void requireCapability(boolean isNotAskedFor, LayoutCapability capability, String otherwise) {
        require(
                isNotAskedFor || layout.capabilities().contains(capability),
                "the layout " + layout.id() + " " + otherwise);
    }

    private boolean isRateGiven() {
        return !Double.isNaN(falsePositiveRate);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
