package io.polybloom;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.FilterNames;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.ModuleLayout;
import io.polybloom.layout.Sizing;
import io.polybloom.listener.ByteProgress;
import io.polybloom.listener.FilterListener;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Collects the parameters and options of a filter and checks them. Either the capacity (with a rate, 0.01 by default)
 * or both bits and hashes must be set, unless the filter is an {@linkplain FilterSpec#existing existing} one. Not
 * thread-safe. Every method throws an {@link IllegalArgumentException} for a value out of its range, some of them only
 * in {@link #build}.
 */
public final class FilterSpecBuilder {

    /** The default false-positive rate. */
    public static final double DEFAULT_FALSE_POSITIVE_RATE = 0.01;

    private static final Duration SHORTEST_CONFIG_CHECK = Duration.ofMillis(1);
    private static final Duration LONGEST_CONFIG_CHECK = Duration.ofDays(1);

    private static final Pattern FORMAT_NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    final String name;
    Layout layout = Layouts.get(Layouts.CLASSIC);
    long capacity;
    double falsePositiveRate = Double.NaN;
    OptionalInt partitions = OptionalInt.empty();
    OptionalLong maxPartitionBits = OptionalLong.empty();
    OverCapacity overCapacity = OverCapacity.DEGRADE;
    Optional<FilterWindow> window = Optional.empty();
    Optional<Consumer<FilterStats>> overCapacityListener = Optional.empty();
    Optional<ByteProgress> progress = Optional.empty();
    Optional<FilterListener> listener = Optional.empty();
    Optional<NearCache> nearCache = Optional.empty();
    boolean keyed;
    Optional<String> elementFormat = Optional.empty();
    boolean readsFromReplicas;
    Optional<Acknowledgement> acknowledgement = Optional.empty();
    boolean persisted;
    OptionalLong loadMemory = OptionalLong.empty();
    BulkTransfer bulkTransfer = BulkTransfer.AUTOMATIC;
    Duration configCheckedEvery = FilterSpec.DEFAULT_CONFIG_CHECK;
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
    public FilterSpecBuilder sizing(Sizing way) {
        sizing = Objects.requireNonNull(way, "sizing");
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
     * filter with another name fails. If no name is given, one is derived from the bytes that a funnel of texts,
     * numbers or byte arrays writes, such as {@code utf-8} for {@code Elements.strings()}. The format of any other
     * funnel is not checked: give it a name, and change the name when the funnel changes.
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

    /** Sets P, the number of partitions (keys), at least 1; by default as few as {@link #maxPartitionBits} allows. */
    public FilterSpecBuilder partitions(int count) {
        require(count >= 1, "partitions must be at least 1, not " + count);
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
     * slice longer; adding it again restarts its time. The time is that of the server that has the config. The capacity
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
     * Sets a listener that is called once per open filter, when the estimate exceeds the capacity (of the newest layer,
     * if the filter grows).
     *
     * @param listener called during an {@code add}, in its thread; must return soon and not throw
     */
    public FilterSpecBuilder overCapacityListener(Consumer<FilterStats> listener) {
        overCapacityListener = Optional.of(listener);
        return this;
    }

    /**
     * Sets a progress listener of work on all partitions: creating, clearing or deleting the filter, and setting or
     * removing its expiry. The bytes are those of the partitions that were processed. Such work may process all
     * partitions several times; each time the progress restarts from 0.
     *
     * @param listener called between two commands, while no connection is held; an exception is logged and the work
     *     continues
     */
    public FilterSpecBuilder progress(ByteProgress listener) {
        progress = Optional.of(listener);
        return this;
    }

    /**
     * Sets a listener that is told the outcome of each operation of this filter object, for example to measure it.
     * Tasks on whole filters are not reported.
     *
     * @param told called when an operation has ended, while no connection is held; an exception is logged
     */
    public FilterSpecBuilder listener(FilterListener told) {
        listener = Optional.of(told);
        return this;
    }

    /**
     * Sets a near cache, from which this JVM answers if it has seen all bits of an element set in Redis; none by
     * default. The layout must detect lost data.
     */
    public FilterSpecBuilder nearCache(NearCache cache) {
        nearCache = Optional.of(cache);
        return this;
    }

    /**
     * Sets the memory of this JVM in which {@link BloomFilter#load} collects bits before it merges them, in bytes, at
     * least 1; by default a quarter of the maximum heap. With less memory a load merges more often.
     */
    public FilterSpecBuilder loadMemory(long bytes) {
        require(bytes >= 1, "the memory of a load must be at least 1 byte, not " + bytes);
        loadMemory = OptionalLong.of(bytes);
        return this;
    }

    /**
     * Fixes the form in which bulk operations exchange bits with Redis. By default, the client chooses it by how fast
     * the network has been so far. Not a part of the filter's identity.
     */
    public FilterSpecBuilder bulkTransfer(BulkTransfer form) {
        bulkTransfer = Objects.requireNonNull(form, "form");
        return this;
    }

    /**
     * Sets the time for which this client may use the filter before one of its operations reads the config again; one
     * minute by default. The config is read alongside the operation's own commands. This keeps Redis from evicting the
     * config before the bits, and detects a filter that was deleted, lost or created again by hand, or by a client that
     * could not reach all of its bits. Each time, the expiry of some partitions is checked as well, and mended if a
     * command that arrived late has changed it. A filter that is not used reads nothing.
     *
     * @param longest from one millisecond to one day
     */
    public FilterSpecBuilder configCheckedEvery(Duration longest) {
        require(
                longest.compareTo(SHORTEST_CONFIG_CHECK) >= 0 && longest.compareTo(LONGEST_CONFIG_CHECK) <= 0,
                "configCheckedEvery must be from 1 ms to " + LONGEST_CONFIG_CHECK.toDays() + " days, not " + longest);
        configCheckedEvery = longest;
        return this;
    }

    /**
     * Lets replicas, if the client has any, answer {@code mightContain} and {@code mightContainAll}; everything else
     * goes to the primary. {@code false} then means that the element had not reached that replica: an element that was
     * just added may be reported as absent. A look-up that a replica cannot answer goes to the primary. Excludes
     * {@link #nearCache}.
     */
    public FilterSpecBuilder readFromReplicas() {
        readsFromReplicas = true;
        return this;
    }

    /**
     * Lets a write count as done only when the given number of replicas also have it: every batch of writes is followed
     * by {@code WAIT} on its connection. If fewer replicas acknowledge it in time, the call fails with
     * {@link BackendException.Reason#NOT_ACKNOWLEDGED}, and the write may have been applied. A write survives a
     * failover to a replica that has acknowledged it, so give the number of all replicas that may be promoted. Each
     * write waits for a round trip between the servers. Not a part of the filter's identity.
     *
     * <p>An add of an element that is already present counts as a write: it is answered only when the replicas have the
     * element. Look-ups do not wait for replicas, and the near cache learns nothing from them.
     *
     * <p>If the client cannot send {@code WAIT} on the connection of a write, opening the filter throws an
     * {@link IllegalArgumentException}.
     *
     * @param replicas the number of replicas, at least 1
     * @param timeout the time for which the server waits for them, at least 1 ms; choose it shorter than the client's
     *     own timeout
     */
    public FilterSpecBuilder acknowledgedBy(int replicas, Duration timeout) {
        acknowledgement = Optional.of(new Acknowledgement(replicas, timeout, false));
        return this;
    }

    /**
     * Lets an {@linkplain #acknowledgedBy acknowledged} write count as done only when the primary and these replicas
     * have it in their append-only files, flushed to disk: {@code WAITAOF} takes the place of {@code WAIT}. A replica
     * reports only once a second what is on its disk, so the timeout should be several seconds. Needs Redis 7.2 or
     * later or Valkey, with {@code appendonly yes}; otherwise opening the filter throws an
     * {@link UnsupportedFilterException}.
     */
    public FilterSpecBuilder persisted() {
        persisted = true;
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
        require(
                overCapacityListener.isEmpty(),
                "a filter with a window is full for no longer than a slice, so it calls no listener: use stats(), and"
                        + " leave out overCapacityListener or window");
        requireCapability(
                false,
                LayoutCapability.LOST_DATA_DETECTION,
                "cannot keep one bit for each slice, since its keys belong to another system: leave out window");
        require(
                !(layout instanceof ModuleLayout),
                "the layout " + layout.id()
                        + " cannot keep one bit for each slice, since the server stores the bits: leave out window");
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
        require(
                !persisted || acknowledgement.isPresent(),
                "persisted needs acknowledgedBy: add acknowledgedBy, or leave out persisted");
        require(
                nearCache.isEmpty() || !readsFromReplicas,
                "a near cache needs reads from the primary: leave out nearCache or readFromReplicas");
        FilterNames.require(name, layout);
        require(
                elementFormat.isEmpty() || !(layout instanceof ForeignLayout),
                "the layout " + layout.id() + " cannot store the name of an element format: leave out elementFormat");
        boolean isOfServer = layout instanceof ModuleLayout;
        require(
                !isOfServer || !isSizedByBits(),
                "the layout " + layout.id() + " is sized by the server: give a capacity and a rate, and leave out bits"
                        + " and hashes");
        require(
                !isOfServer || nearCache.isEmpty(),
                "the layout " + layout.id() + " does not show its bits to a near cache: leave out nearCache");
        requireCapability(
                partitions.isEmpty(),
                LayoutCapability.PARTITIONS,
                "has a fixed division into keys: leave out partitions");
        requireCapability(!keyed, LayoutCapability.CHOICE_OF_HASH, "has a hash of its own: leave out keyed");
        requireCapability(
                overCapacity == OverCapacity.DEGRADE,
                LayoutCapability.OVER_CAPACITY,
                "cannot keep a mark for a full filter: beyond its capacity it can only degrade");
        requireCapability(
                nearCache.isEmpty(),
                LayoutCapability.LASTING_BITS,
                "counts elements: those in a near cache could be removed, and an add that it answers would not be"
                        + " counted; leave out nearCache");
        requireCapability(
                nearCache.isEmpty(),
                LayoutCapability.LOST_DATA_DETECTION,
                "does not mark its keys, so a near cache would not notice when the filter is deleted: leave out"
                        + " nearCache");
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
