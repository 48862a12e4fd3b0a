package io.polybloom;

import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.listener.ByteProgress;
import io.polybloom.listener.FilterListener;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one opener of a filter wants: listeners, a near cache, replicas, acknowledgements, the memory of a load. None of
 * it is stored, so others may open the same filter with other options. An immutable value.
 *
 * <pre>{@code
 * FilterOptions options = FilterOptions.defaults()
 *         .nearCache(NearCache.ofMemory(32 << 20))
 *         .acknowledgedBy(2, Duration.ofMillis(500));
 * BloomFilter<String> clicks = filters.open(spec, Elements.strings(), options);
 * }</pre>
 */
public final class FilterOptions {

    /**
     * The default time for which a client uses a filter before it reads its state again. The longer it is, the later a
     * deleted or replaced filter is noticed; the cost is two reads in that time.
     */
    public static final Duration DEFAULT_CONFIG_CHECK = Duration.ofMinutes(1);

    private static final Duration SHORTEST_CONFIG_CHECK = Duration.ofMillis(1);
    private static final Duration LONGEST_CONFIG_CHECK = Duration.ofDays(1);
    private static final FilterOptions DEFAULTS = new FilterOptions(new Values());

    /** Not changed any more. */
    private final Values values;

    private FilterOptions(Values values) {
        this.values = values;
    }

    /** Returns the defaults. */
    public static FilterOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with a listener that is told the outcome of each operation of the filter object, for example to
     * measure it. Tasks on whole filters are not reported.
     *
     * @param listener called when an operation has ended, while no connection is held; an exception is logged
     */
    public FilterOptions listener(FilterListener listener) {
        Objects.requireNonNull(listener, "listener");
        return with(copy -> copy.listener = listener);
    }

    /**
     * Returns a copy with a listener that is called once per open filter, when the estimate exceeds the capacity (of
     * the newest layer, if the filter grows). A filter with a window cannot have one.
     *
     * @param listener called during an {@code add}, in its thread; must return soon and not throw
     */
    public FilterOptions overCapacityListener(Consumer<FilterStats> listener) {
        Objects.requireNonNull(listener, "overCapacityListener");
        return with(copy -> copy.overCapacityListener = listener);
    }

    /**
     * Returns a copy with a progress listener of work on all partitions: creating, clearing or deleting the filter, and
     * setting or removing its expiry. The bytes are those of the partitions that were processed. Such work may process
     * all partitions several times; each time the progress restarts from 0.
     *
     * @param listener called between two commands, while no connection is held; an exception is logged and the work
     *     continues
     */
    public FilterOptions progress(ByteProgress listener) {
        Objects.requireNonNull(listener, "progress");
        return with(copy -> copy.progress = listener);
    }

    /**
     * Returns a copy with a near cache, from which this JVM answers if it has seen all bits of an element set in Redis;
     * none by default. The layout must detect lost data.
     *
     * @throws IllegalArgumentException if replicas may answer look-ups
     */
    public FilterOptions nearCache(NearCache cache) {
        Objects.requireNonNull(cache, "nearCache");
        return with(copy -> copy.nearCache = cache);
    }

    /**
     * Returns a copy with another limit on the heap in which {@link BloomFilter#load} collects bits before it merges
     * them; by default a quarter of the maximum heap. With less memory a load merges more often.
     *
     * @param bytes at least 1
     * @throws IllegalArgumentException if it is less
     */
    public FilterOptions loadMemory(long bytes) {
        require(bytes >= 1, "the memory of a load must be at least 1 byte, not " + bytes);
        return with(copy -> copy.loadMemory = bytes);
    }

    /**
     * Returns a copy that fixes the form in which bulk operations exchange bits with Redis. By default, the client
     * chooses it by how fast the network has been so far.
     */
    public FilterOptions bulkTransfer(BulkTransfer form) {
        Objects.requireNonNull(form, "bulkTransfer");
        return with(copy -> copy.bulkTransfer = form);
    }

    /**
     * Returns a copy with another interval at which the filter's state is read again while this client uses the filter;
     * one minute by default. It is read alongside the operation's own commands, and has a copy, from which it is
     * restored. This keeps Redis from evicting the state before the bits, and detects a filter that was lost, or that
     * was deleted or created again by hand or by a client that could not reach all of its bits. A filter that is not
     * used reads nothing.
     *
     * @param longest from one millisecond to one day
     * @throws IllegalArgumentException if it is out of this range
     */
    public FilterOptions configCheckedEvery(Duration longest) {
        require(
                longest.compareTo(SHORTEST_CONFIG_CHECK) >= 0 && longest.compareTo(LONGEST_CONFIG_CHECK) <= 0,
                "configCheckedEvery must be from 1 ms to " + LONGEST_CONFIG_CHECK.toDays() + " day, not "
                        + DurationText.of(longest));
        return with(copy -> copy.configCheckedEvery = longest);
    }

    /**
     * Returns a copy with which replicas, if the client has any, may answer {@code mightContain} and
     * {@code mightContainAll}; everything else goes to the primary. {@code false} then means that the element had not
     * reached that replica: an element that was just added may be reported as absent. A look-up that a replica cannot
     * answer goes to the primary.
     *
     * @throws IllegalArgumentException if there is a {@link #nearCache}
     */
    public FilterOptions readFromReplicas() {
        return with(copy -> copy.readsFromReplicas = true);
    }

    /**
     * Returns a copy with which a write counts as done only when the given number of replicas also have it: every batch
     * of writes is followed by {@code WAIT} on its connection. If fewer replicas acknowledge it in time, the call fails
     * with {@link BackendException.Reason#NOT_ACKNOWLEDGED}, and the write may have been applied. A write survives a
     * failover to a replica that has acknowledged it, so give the number of all replicas that may be promoted. Each
     * write waits for a round trip between the servers.
     *
     * <p>An add of an element that is already present counts as a write: it is answered only when the replicas have the
     * element. Look-ups do not wait for replicas, and the near cache learns nothing from them. A task, such as a
     * {@link FilterRebuild}, does not use these options: call {@link FilterTask#acknowledgedBy} on it.
     *
     * <p>If the client cannot send {@code WAIT} on the connection of a write, opening the filter throws an
     * {@link IllegalArgumentException}.
     *
     * @param replicas the number of replicas, at least 1
     * @param timeout the time for which the server waits for them, at least 1 ms; shorter than the client's own
     *     timeout, after which the client would report a missing answer. Where an adapter knows that timeout, opening
     *     the filter throws an {@link UnsupportedFilterException} otherwise
     * @throws IllegalArgumentException if either is below its minimum
     */
    public FilterOptions acknowledgedBy(int replicas, Duration timeout) {
        Acknowledgement asked = new Acknowledgement(replicas, timeout, false);
        return with(copy -> copy.acknowledgement = asked);
    }

    /**
     * Returns a copy with which an {@linkplain #acknowledgedBy acknowledged} write counts as done only when the primary
     * and these replicas have it in their append-only files, flushed to disk: {@code WAITAOF} takes the place of
     * {@code WAIT}. A replica reports only once a second what is on its disk, so the timeout must be longer than that.
     * Needs Redis 7.2 or later or Valkey, with {@code appendonly yes}; otherwise opening the filter throws an
     * {@link UnsupportedFilterException}.
     *
     * @throws IllegalArgumentException if {@link #acknowledgedBy} was not called before
     */
    public FilterOptions persisted() {
        Acknowledgement asked = values.acknowledgement;
        if (asked == null) {
            throw new IllegalArgumentException("persisted needs acknowledgedBy: call acknowledgedBy before it");
        }
        Acknowledgement onDisk = new Acknowledgement(asked.replicas(), asked.timeout(), true);
        return with(copy -> copy.acknowledgement = onDisk);
    }

    /**
     * Returns a copy with which opening a filter never creates it: if there is none, it throws a
     * {@link FilterGoneException}. Unlike {@link FilterSpec#existing}, the filter must have the parameters of the
     * specification. If the layout of another system stores no parameters, at least one bit must be set: an empty
     * filter has no key.
     */
    public FilterOptions neverCreate() {
        return with(copy -> copy.neverCreates = true);
    }

    /**
     * Checks that a filter of a specification can have these options; opening it does so, too.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public void requireAllowedBy(FilterSpec spec) {
        String reason = refusal(Layouts.get(spec.layout()), spec.window().isPresent());
        require(reason == null, reason);
    }

    /**
     * Checks that a stored filter can have these options; opening it does so, too.
     *
     * @throws UnsupportedFilterException if it cannot
     */
    public void requireAllowedBy(FilterDescription stored) {
        String reason = refusal(Layouts.get(stored.layout()), stored.window().isPresent());
        if (reason != null) {
            throw new UnsupportedFilterException("the filter '" + stored.name() + "': " + reason);
        }
    }

    private @Nullable String refusal(Layout layout, boolean hasWindow) {
        if (hasWindow && values.overCapacityListener != null) {
            return "a filter with a window is full for no longer than a slice, so it calls no listener: use stats(),"
                    + " and leave out overCapacityListener or window";
        }
        return values.nearCache == null ? null : refusalOfNearCache(layout);
    }

    private static @Nullable String refusalOfNearCache(Layout layout) {
        String named = "the layout " + layout.id() + " ";
        if (!layout.capabilities().contains(LayoutCapability.READABLE_BITS)) {
            return named + "does not show its bits to a near cache: leave out nearCache";
        }
        if (!layout.capabilities().contains(LayoutCapability.LASTING_BITS)) {
            return named + "counts elements: those in a near cache could be removed, and an add that it answers would"
                    + " not be counted; leave out nearCache";
        }
        return layout.capabilities().contains(LayoutCapability.LOST_DATA_DETECTION)
                ? null
                : named + "does not mark its keys, so a near cache would not notice when the filter is deleted: leave"
                        + " out nearCache";
    }

    /** Returns the listener of the filter's operations. */
    public Optional<FilterListener> listener() {
        return Optional.ofNullable(values.listener);
    }

    /** Returns the listener that is called when the estimate exceeds the capacity. */
    public Optional<Consumer<FilterStats>> overCapacityListener() {
        return Optional.ofNullable(values.overCapacityListener);
    }

    /** Returns the progress listener of work on all partitions. */
    public Optional<ByteProgress> progress() {
        return Optional.ofNullable(values.progress);
    }

    /** Returns the near cache. */
    public Optional<NearCache> nearCache() {
        return Optional.ofNullable(values.nearCache);
    }

    /** Returns the memory of this JVM in which a load collects bits, in bytes. */
    public long loadMemory() {
        return values.loadMemory;
    }

    /** Returns the form in which bulk operations exchange bits. */
    public BulkTransfer bulkTransfer() {
        return values.bulkTransfer;
    }

    /** Returns how long this client uses the filter before it reads the filter's state again. */
    public Duration configCheckedEvery() {
        return values.configCheckedEvery;
    }

    /** Returns whether replicas may answer look-ups. */
    public boolean readsFromReplicas() {
        return values.readsFromReplicas;
    }

    /** Returns the required acknowledgement of writes by replicas. */
    public Optional<Acknowledgement> acknowledgement() {
        return Optional.ofNullable(values.acknowledgement);
    }

    /** Returns whether opening a filter never creates it. */
    public boolean neverCreates() {
        return values.neverCreates;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilterOptions options && values.all().equals(options.values.all());
    }

    @Override
    public int hashCode() {
        return values.all().hashCode();
    }

    /** Returns the options, for logs. */
    @Override
    public String toString() {
        return "FilterOptions[configCheckedEvery=" + DurationText.of(configCheckedEvery()) + ", bulkTransfer="
                + bulkTransfer() + ", loadMemory=" + loadMemory()
                + nearCache().map(cache -> ", nearCache=" + cache).orElse("")
                + (readsFromReplicas() ? ", readsFromReplicas" : "")
                + (neverCreates() ? ", neverCreates" : "")
                + acknowledgement().map(asked -> ", acknowledgement=" + asked).orElse("")
                + listener().map(listener -> ", listener=" + listener).orElse("")
                + overCapacityListener()
                        .map(listener -> ", overCapacityListener=" + listener)
                        .orElse("")
                + progress().map(listener -> ", progress=" + listener).orElse("") + "]";
    }

    private FilterOptions with(Consumer<Values> change) {
        Values copy = new Values(values);
        change.accept(copy);
        require(
                copy.nearCache == null || !copy.readsFromReplicas,
                "a near cache needs reads from the primary: leave out nearCache or readFromReplicas");
        return new FilterOptions(copy);
    }

    private static void require(boolean condition, @Nullable String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    private static final class Values {

        @Nullable
        FilterListener listener;

        @Nullable
        Consumer<FilterStats> overCapacityListener;

        @Nullable
        ByteProgress progress;

        @Nullable
        NearCache nearCache;

        long loadMemory = Math.max(1, Runtime.getRuntime().maxMemory() / 4);
        BulkTransfer bulkTransfer = BulkTransfer.AUTOMATIC;
        Duration configCheckedEvery = DEFAULT_CONFIG_CHECK;
        boolean readsFromReplicas;
        boolean neverCreates;

        @Nullable
        Acknowledgement acknowledgement;

        Values() {}

        Values(Values from) {
            listener = from.listener;
            overCapacityListener = from.overCapacityListener;
            progress = from.progress;
            nearCache = from.nearCache;
            loadMemory = from.loadMemory;
            bulkTransfer = from.bulkTransfer;
            configCheckedEvery = from.configCheckedEvery;
            readsFromReplicas = from.readsFromReplicas;
            neverCreates = from.neverCreates;
            acknowledgement = from.acknowledgement;
        }

        List<@Nullable Object> all() {
            return Arrays.asList(
                    listener,
                    overCapacityListener,
                    progress,
                    nearCache,
                    loadMemory,
                    bulkTransfer,
                    configCheckedEvery,
                    readsFromReplicas,
                    neverCreates,
                    acknowledgement);
        }
    }
}
