package io.polybloom.internal.filter;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.capacity.CapacityWatch;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.nearcache.NearCaches;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.opening.Openings;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A filter that one client has open. It holds the newest snapshot that any operation has adopted; an operation is given
 * one at its entry and gets a newer one only from {@link #adopt}, {@link #takeUp} or {@link #refresh}. Thread-safe.
 */
public final class OpenFilter {

    private final Opening opening;
    private final FilterOptions options;
    private final CapacityWatch watch;
    private final boolean tellsOfCapacity;
    private final RegisterTouch touch;
    private final NearCaches nearCaches;
    private final GroupPermission groups = new GroupPermission();
    private final LongSupplier nanoTime;
    private final AtomicLong recoveries = new AtomicLong();

    /** Made once, since each call needs it. */
    private final Function<BloomFilterException, BloomFilterException> watchForTheEnd = this::takeNoteOf;

    private final Notices notices;
    private volatile Snapshot snapshot;

    /**
     * Creates a filter that has been found.
     *
     * @param options those of the caller
     */
    OpenFilter(Opening opening, Generation generation, FilterOptions options) {
        this.opening = opening;
        this.options = options;
        this.notices = new Notices(opening.name());
        this.nanoTime = opening.environment().nanoTime();
        this.watch = new CapacityWatch(generation, options.overCapacityListener());
        this.tellsOfCapacity = options.overCapacityListener().isPresent();
        this.nearCaches = new NearCaches(options, opening.environment().clock());
        this.snapshot = new Snapshot(generation, nearCaches.empty(generation), null);
        this.touch = new RegisterTouch(this);
    }

    /**
     * Creates or adopts the filter that a caller asks for; one that must exist is only adopted.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     * @throws UnsupportedFilterException in the step, if the filter cannot have one of the options
     */
    public static Step<OpenFilter> open(
            FilterSpec spec, String elementFormat, FilterOptions options, Environment environment) {
        Step<Void> checked = options.acknowledgement()
                .map(asked -> Openings.require(asked, spec.name(), environment))
                .orElse(Step.done());
        return checked.then(able -> {
            Opening opening = Openings.of(spec, elementFormat, environment);
            return generation(opening, spec, options).map(found -> {
                options.requireAllowedBy(found.description());
                return new OpenFilter(opening, found, options);
            });
        });
    }

    private static Step<Generation> generation(Opening opening, FilterSpec spec, FilterOptions options) {
        if (spec.isExisting()) {
            return opening.adoptStored();
        }
        return options.neverCreates() ? opening.adoptStored(spec) : opening.createOrAdopt(spec);
    }

    /** Opens an existing native filter by its name, for work that makes no bytes of elements. */
    public static Step<OpenFilter> open(String name, Environment environment) {
        return open(FilterSpec.existing(name).build(), ElementFormat.UNKNOWN, FilterOptions.defaults(), environment);
    }

    /** Returns the name of the filter. */
    public String name() {
        return opening.name();
    }

    /** Returns what the caller wants. */
    public FilterOptions options() {
        return options;
    }

    /**
     * Returns where bulk operations of a kind take partitions as a whole, by what the caller wants and the transport
     * can do. Reading a partition needs no group.
     */
    public WholePartitions wholePartitions(Access access) {
        WholePartitions possible = opening.environment().wholePartitions();
        return switch (options.bulkTransfer()) {
            case AUTOMATIC -> possible;
            case BITS -> WholePartitions.NOWHERE;
            case PARTITIONS ->
                access.isWrite() && !possible.needsGroups() ? WholePartitions.TO_READ : WholePartitions.WHERE_POSSIBLE;
        };
    }

    /** Returns this machine's time by its wall clock, which somebody may set. */
    public Instant now() {
        return opening.environment().clock().instant();
    }

    /** Returns what callers have been told of the end of the filter, and of its replacement. */
    public Notices notices() {
        return notices;
    }

    /** Returns the watch over the room that is left. */
    public CapacityWatch watch() {
        return watch;
    }

    /**
     * Returns whether adds to a generation ask the watch for room: most filters take elements without limit, and have
     * no listener that is still to be told.
     */
    public boolean watches(Generation generation) {
        return tellsOfCapacity ? !watch.isIdle() : !generation.newest().isUnwatched();
    }

    /** Returns whether this thread is running the listener of the watch. */
    public boolean isTelling() {
        return tellsOfCapacity && watch.isTelling();
    }

    /** Returns the reading of the register that operations carry once per period. */
    public RegisterTouch touch() {
        return touch;
    }

    /** Returns the milliseconds since an arbitrary instant, by a clock of this machine that nobody can set. */
    public long localMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
    }

    /** Returns whether what counts of the filter depends on the time. That never changes. */
    public boolean isTimed() {
        return snapshot.view().isTimed();
    }

    /**
     * Returns whether the time of a snapshot may have ended, so that the server must be asked for its time. The clock
     * is read only for a filter that depends on the time.
     */
    public boolean isOver(Snapshot snapshot) {
        return snapshot.view().isOver(nanoTime);
    }

    /** Returns whether the server lets this client send groups of commands. */
    public GroupPermission groups() {
        return groups;
    }

    /** Records that an operation looks for the successor of partitions that are not alive. */
    void recovers() {
        recoveries.incrementAndGet();
    }

    /** Returns how often operations have looked for a successor since the last call. */
    public long takeRecoveries() {
        return recoveries.getAndSet(0);
    }

    /** Returns the environment in which the filter was opened. */
    public Environment environment() {
        return opening.environment();
    }

    /** Returns the opening of the filter, which reads and completes its register. */
    public Opening opening() {
        return opening;
    }

    /** Returns the newest snapshot that this client has adopted: the state in which an operation begins. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** Returns the newest snapshot if that only has more layers than a given one; otherwise the given one. */
    public Snapshot grown(Snapshot given) {
        Snapshot newest = snapshot;
        return newest.generation().isGrownFrom(given.generation()) ? newest : given;
    }

    /**
     * Adopts a generation that was read, and returns the newest snapshot. It does not go back: an earlier generation of
     * the same life, or the same one with fewer layers, which was read before another operation took up more, changes
     * nothing. Only a reading that is known to be later goes back: see {@link #takeUp}.
     */
    public Snapshot adopt(Generation current) {
        return adoptAt(null, current, null);
    }

    /**
     * Adopts a generation that was read at a time of the server; it is null if that was not asked for.
     *
     * @param before a generation that this object held before it was read; if it is still held, what was read is later,
     *     so a failover has undone whatever is missing there
     */
    private synchronized Snapshot adoptAt(@Nullable ServerTime read, Generation current, @Nullable Generation before) {
        Generation held = snapshot.generation();
        ServerTime time = later(snapshot.time(), read);
        boolean isOlder = current.isOlderThan(held);
        if (isOlder && held != before) {
            snapshot = new Snapshot(held, snapshot.known(), time);
            return snapshot;
        }
        KnownBits known = isOlder ? nearCaches.empty(current) : nearCaches.after(held, snapshot.known(), current);
        snapshot = new Snapshot(current, known, time);
        watch.follow(current);
        return snapshot;
    }

    /**
     * Empties the near cache. Replies that are still on their way are stored in the old cache, which is no longer used.
     *
     * @return the newest snapshot, which knows nothing
     */
    public synchronized Snapshot forget() {
        Generation generation = snapshot.generation();
        snapshot = new Snapshot(generation, nearCaches.empty(generation), snapshot.time());
        return snapshot;
    }

    /** Returns the one of two readings of the server's clock that this machine began later. */
    private static @Nullable ServerTime later(@Nullable ServerTime held, @Nullable ServerTime read) {
        return held == null || (read != null && read.isLaterThan(held)) ? read : held;
    }

    /**
     * Returns an operation that a caller asks this object for. Before the caller is told that the filter is gone, this
     * object is over; before the caller is told that data was lost, the near cache is empty: nothing that was known is
     * an answer any more.
     */
    public <R> Step<R> watchingForTheEnd(Step<R> operation) {
        return operation.translateFailure(watchForTheEnd);
    }

    /**
     * Returns an operation that empties or removes the filter. Nothing that was known before it is an answer any more,
     * even if it fails or is never ended: it may have taken effect.
     */
    public <R> Step<R> forgettingAll(Supplier<Step<R>> operation) {
        if (!nearCaches.areWanted()) {
            return operation.get();
        }
        forget();
        return operation.get().also(done -> forget()).translateFailure(failure -> {
            forget();
            return failure;
        });
    }

    private BloomFilterException takeNoteOf(BloomFilterException failure) {
        notices.takeNoteOf(failure);
        if (Notices.reason(failure) instanceof LostDataException && nearCaches.areWanted()) {
            forget();
        }
        return failure;
    }

    /** Records the server's time, which counts even if it was read beside a register that is gone or was lost. */
    private synchronized void note(ServerTime read) {
        snapshot = new Snapshot(snapshot.generation(), snapshot.known(), later(snapshot.time(), read));
    }

    /**
     * Reads the register again and adopts the generation that is stored now. If a failover has undone what this object
     * knew before, it goes back to that.
     *
     * @param seen the generation in which the operation has worked so far
     */
    public Step<Snapshot> refresh(Generation seen) {
        Snapshot before = snapshot;
        Generation held = before.generation();
        return before.view().isTimed()
                ? SideBySide.withServerTime(
                        opening, opening.describe(), this::note, (stored, time) -> takeUpAt(time, stored, seen, held))
                : opening.describe().then(stored -> takeUpAt(null, stored, seen, held));
    }

    /** Reads the register and adopts the stored generation, at the entry of an operation on the whole filter. */
    public Step<Snapshot> refresh() {
        return refresh(snapshot.generation());
    }

    /**
     * Takes up the generation that was read, completed if its creator has not, if it has the same parameters.
     *
     * @param seen the generation in which the operation had worked before it was read; its knowledge of another life of
     *     the filter, which was deleted or lost, or of a clear, a rebuild, a growth or a move of keys that a failover
     *     has undone, says nothing about this one, so the operation ends with a {@link LostDataException}
     */
    public Step<Snapshot> takeUp(Optional<FilterState> stored, Generation seen) {
        return takeUp(stored, seen, seen);
    }

    /**
     * Takes up the generation that was read.
     *
     * @param held the newest generation that this object had adopted before it was read
     */
    Step<Snapshot> takeUp(Optional<FilterState> stored, Generation seen, Generation held) {
        return takeUpAt(null, stored, seen, held);
    }

    /** Takes up the generation that was read at a time of the server; it is null if that was not asked for. */
    private Step<Snapshot> takeUpAt(
            @Nullable ServerTime time, Optional<FilterState> stored, Generation seen, Generation held) {
        if (time == null) {
            return opening.requireExisting(stored).then(current -> takeUpLiving(current, seen, null, held));
        }
        note(time);
        return takeUpLiving(opening.requireLiving(stored, time.serverMillis()), seen, time, held);
    }

    private Step<Snapshot> takeUpLiving(
            FilterState current, Generation seen, @Nullable ServerTime time, Generation held) {
        SpecComparison.requireSame(current.filter(), seen.description());
        return opening.adopt(current).map(adopted -> {
            Snapshot newest = adoptAt(time, adopted.generation(), held);
            if (newest.generation().lacksPartOf(seen)) {
                throw notices.told(Recovery.undone(name()));
            }
            if (!newest.generation().isOfLifeOf(seen)) {
                throw notices.told(Recovery.createdAnew(name()));
            }
            return newest;
        });
    }
}
