package io.polybloom;

import com.google.common.math.LongMath;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Sizing;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The filter that a caller asks for: its name and either capacity and false-positive rate, or bits and hashes. All who
 * open the filter give the same specification; what only one of them wants is a {@link FilterOptions}. Immutable.
 *
 * <pre>{@code
 * FilterSpec spec = FilterSpec.named("clicks").capacity(1_000_000_000L).falsePositiveRate(1e-9).build();
 * }</pre>
 */
public final class FilterSpec {

    /**
     * The largest partition by default, in bits: half a MiB, less 64 bytes.
     *
     * <p>A bulk add exchanges a partition of this size as a whole. The size is a measured compromise: with smaller
     * partitions, small batches need more commands; with larger ones, a group of commands blocks the server for longer.
     * {@code docs/performance.md}, "Size of partitions", has the figures and the command that measures them. The
     * trailer and the header of a key fit into the 64 bytes: beyond a power of two the server's allocator (jemalloc)
     * takes a quarter more memory.
     */
    public static final long DEFAULT_MAX_PARTITION_BITS = (1L << 22) - 512;

    /** The least value of {@link FilterSpecBuilder#maxPartitionBits}: a block of the layout {@code blocked-v1}. */
    public static final long LEAST_MAX_PARTITION_BITS = 512;

    private final String name;
    private final Layout layout;
    private final long capacity;
    private final double falsePositiveRate;
    private final Optional<BitBudget> budget;
    private final boolean sizedByBits;
    private final Sizing sizing;
    private final OptionalInt partitions;
    private final long maxPartitionBits;
    private final OverCapacity overCapacity;
    private final Optional<FilterWindow> window;
    private final boolean keyed;
    private final Optional<String> elementFormat;

    FilterSpec(FilterSpecBuilder builder) {
        name = builder.name;
        layout = builder.layout;
        sizedByBits = builder.isSizedByBits();
        budget = builder.existing ? Optional.empty() : Optional.of(builder.budget());
        overCapacity = builder.overCapacity;
        window = builder.window;
        capacity = sizedByBits ? layout.capacity(budget()) : builder.capacity;
        falsePositiveRate = sizedByBits ? rateAtCapacity() : builder.falsePositiveRate;
        sizing = builder.sizing;
        partitions = builder.partitions;
        maxPartitionBits = builder.maxPartitionBits.orElseGet(
                () -> layout.usualPartitionBits().orElse(DEFAULT_MAX_PARTITION_BITS));
        keyed = builder.keyed;
        elementFormat = builder.elementFormat;
        if (!isExisting()) {
            geometry(1);
        }
    }

    /** Begins a specification of an existing filter with its stored parameters. Opening it never creates a filter. */
    public static FilterSpecBuilder existing(String name) {
        FilterSpecBuilder builder = new FilterSpecBuilder(name);
        builder.existing = true;
        return builder;
    }

    /**
     * Begins a specification.
     *
     * @param name 1 to 512 bytes of UTF-8, without braces or with exactly one non-empty Redis hash tag {@code {...}}
     */
    public static FilterSpecBuilder named(String name) {
        return new FilterSpecBuilder(name);
    }

    /**
     * Returns whether the filter must exist and is opened with its stored parameters. Then capacity, rate and budget
     * are unknown.
     */
    public boolean isExisting() {
        return budget.isEmpty();
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }

    /** Returns the id of the bit layout. */
    public String layout() {
        return layout.id();
    }

    /**
     * Returns the expected number of distinct elements; if bits and hashes were given, the number at which half of the
     * bits are set.
     */
    public long capacity() {
        return capacity;
    }

    /** Returns the false-positive rate at capacity, in (0, 1); some layouts of other systems also allow 0. */
    public double falsePositiveRate() {
        return falsePositiveRate;
    }

    /** Returns whether the bits of an element depend on a secret key of the filter. */
    public boolean isKeyed() {
        return keyed;
    }

    /** Returns the name of the element format, if the caller has given one. */
    public Optional<String> elementFormat() {
        return elementFormat;
    }

    /** Returns how the filter behaves beyond its capacity. */
    public OverCapacity overCapacity() {
        return overCapacity;
    }

    /** Returns the window of the filter; empty if it never forgets. */
    public Optional<FilterWindow> window() {
        return window;
    }

    /**
     * Returns M and k of the first layer, or of each slice, before the division into partitions.
     *
     * @throws IllegalStateException if the filter is an {@linkplain #isExisting existing} one
     */
    public BitBudget budget() {
        return budget.orElseThrow(
                () -> new IllegalStateException("the parameters of an existing filter are those that are stored"));
    }

    /** Returns whether bits and hashes were given instead of capacity and rate. */
    public boolean isSizedByBits() {
        return sizedByBits;
    }

    /** Returns the rule by which capacity and rate determine the bits and hashes of each layer. */
    public Sizing sizing() {
        return sizing;
    }

    /** Returns the largest partition in bits, before rounding, if P is not fixed. */
    public long maxPartitionBits() {
        return maxPartitionBits;
    }

    /** Returns P, the number of partitions, if the caller has fixed it. */
    public OptionalInt partitions() {
        return partitions;
    }

    /**
     * Returns the shape of a new filter: P as given, or {@code max(servers, ceil(M / maxPartitionBits))}; m = ceil(M /
     * P), rounded up as the layout needs. A layout of another system has its own shapes.
     *
     * @param servers the number of independent servers, at least 1
     * @throws IllegalArgumentException if the layout does not allow that shape
     * @throws IllegalStateException if the filter is an {@linkplain #isExisting existing} one
     */
    public Geometry geometry(int servers) {
        return layout.foreign()
                .map(foreign -> foreign.geometry(budget(), servers))
                .orElseGet(() -> dividedOver(servers))
                .requireAllowedBy(layout, columns());
    }

    private Geometry dividedOver(int servers) {
        long needed = (LongMath.saturatedMultiply(budget().totalBits(), columns()) - 1) / maxPartitionBits + 1;
        long count = partitions.isPresent() ? partitions.getAsInt() : Math.max(servers, needed);
        if (count > Geometry.MAX_PARTITIONS) {
            throw new IllegalArgumentException("the filter would need " + count + " partitions, more than "
                    + Geometry.MAX_PARTITIONS + ": ask for fewer elements or a higher false-positive rate");
        }
        return new Geometry(partitionBits((int) count), budget().hashes(), (int) count);
    }

    /** Returns how many bits a partition has for each bit of the layout. */
    private int columns() {
        return window.map(FilterWindow::columns).orElse(1);
    }

    /** Returns the size of each of the given number of partitions, in bits; may be more than the layout allows. */
    public long partitionBits(int partitionCount) {
        return layout.roundPartitionBits((budget().totalBits() - 1) / partitionCount + 1);
    }

    @Override
    public String toString() {
        if (isExisting()) {
            return "name=" + name + ", layout=" + layout() + ", as it is stored";
        }
        String size = sizedByBits
                ? "bits=" + budget().totalBits() + ", hashes=" + budget().hashes()
                : "capacity=" + capacity + ", fpp=" + falsePositiveRate;
        String fixed = partitions.isPresent() ? ", partitions=" + partitions.getAsInt() : "";
        return "name=" + name + ", layout=" + layout() + (keyed ? ", keyed, " : ", ") + size + fixed
                + window.map(forgets -> ", window=" + forgets).orElse("") + ", overCapacity=" + overCapacity;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilterSpec spec
                && name.equals(spec.name)
                && layout().equals(spec.layout())
                && budget.equals(spec.budget)
                && capacity == spec.capacity
                && Double.compare(falsePositiveRate, spec.falsePositiveRate) == 0
                && sizing == spec.sizing
                && sizedByBits == spec.sizedByBits
                && partitions.equals(spec.partitions)
                && keyed == spec.keyed
                && elementFormat.equals(spec.elementFormat)
                && maxPartitionBits == spec.maxPartitionBits
                && overCapacity == spec.overCapacity
                && window.equals(spec.window);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, layout(), keyed, budget, capacity, partitions, maxPartitionBits, overCapacity);
    }

    /** The first layer of a filter that grows has half of the filter's rate. */
    private double rateAtCapacity() {
        double layerRate = layout.expectedFalsePositiveRate(capacity, budget().totalBits(), budget().hashes());
        double rate = overCapacity == OverCapacity.GROW ? 2 * layerRate : layerRate;
        return Math.min(Math.max(rate, Double.MIN_VALUE), Math.nextDown(1.0));
    }
}
