package io.polybloom.operations;

import com.google.common.hash.Funnel;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterStats;
import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.filter.Statistics;
import io.polybloom.internal.lifecycle.Lifecycle;
import io.polybloom.internal.load.Load;
import io.polybloom.internal.load.LoadSource;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.membership.AfterAdds;
import io.polybloom.internal.membership.BulkAdd;
import io.polybloom.internal.membership.BulkLookUp;
import io.polybloom.internal.membership.BulkRemoval;
import io.polybloom.internal.membership.Deliveries;
import io.polybloom.internal.membership.ElementFailures;
import io.polybloom.internal.membership.SingleOperation;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.SweepProgress;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.listener.OperationKind;
import io.polybloom.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations of an open filter, as steps; every flavour of the public API runs this class on a driver. The
 * contracts are those of {@link io.polybloom.BloomFilter}. Exceptions about arguments are thrown at once, all others by
 * the steps. Thread-safe; each step belongs to one driver.
 *
 * <p>Adds, removals and look-ups are wrapped in the same order. From the inside: {@code withUsableSnapshot} begins it
 * on a snapshot; {@code touch().carriedBy} adds the reading of the register that is due; the copies in this JVM are
 * told of what an add brings; an object that says that its filter is gone is over ({@code watchingForTheEnd}); and the
 * listener gets a report.
 *
 * @param <T> the type of the elements
 */
public final class FilterOperations<T> {

    /** The reasons why a primary, or its host, may refuse a command that could write. */
    private static final Set<Reason> REFUSALS =
            EnumSet.of(Reason.OUT_OF_MEMORY, Reason.READ_ONLY, Reason.AUTHENTICATION, Reason.SERVER_ERROR);

    private final OpenFilter filter;
    private final Funnel<? super T> funnel;
    private final LocalCopies copies;
    private final Reports reports;
    private final @Nullable AfterAdds afterAdds;

    /**
     * Creates the operations of a filter.
     *
     * @param copies are told of the elements that it adds
     */
    FilterOperations(OpenFilter filter, Funnel<? super T> funnel, LocalCopies copies) {
        this.filter = filter;
        this.funnel = funnel;
        // A copy is one of a filter with versions; one of another system may have the same name.
        this.copies = filter.snapshot().generation().isVersioned() ? copies : new LocalCopies();
        this.reports = new Reports(filter);
        this.afterAdds = AfterAdds.of(filter);
    }

    /** Returns the parameters of the filter as this client last saw them. */
    public FilterDescription description() {
        return filter.snapshot().generation().description();
    }

    /** Returns the name and parameters of the filter as this client last saw them, for logs; never its secret key. */
    @Override
    public String toString() {
        FilterDescription seen = description();
        return "BloomFilter[name=" + seen.name() + ", layout=" + seen.layout() + ", capacity=" + seen.capacity()
                + ", fpp=" + seen.falsePositiveRate() + ", overCapacity=" + seen.overCapacity()
                + seen.window().map(window -> ", window=" + window).orElse("") + "]";
    }

    /** Adds an element; true if it is new. */
    public Step<Boolean> add(T element) {
        return start(adding(element));
    }

    /** Looks up an element; false if it is definitely absent. */
    public Step<Boolean> mightContain(T element) {
        return start(lookingUp(element));
    }

    /** Prepares to add an element, alone or together with others. */
    public SingleCall adding(T element) {
        return new SingleCall(true, bytes(element));
    }

    /** Prepares to look up an element, alone or together with others. */
    public SingleCall lookingUp(T element) {
        return new SingleCall(false, bytes(element));
    }

    /** Runs a call alone. */
    public Step<Boolean> start(SingleCall call) {
        // Without a listener, a single call should not even make the two functions.
        return reports.isEmpty()
                ? filter.watchingForTheEnd(stepsOf(call))
                : run(kindOf(call), 1, () -> stepsOf(call), answer -> Tally.of(call.isAdd(), answer));
    }

    private Step<Boolean> stepsOf(SingleCall call) {
        ElementBytes bytes = call.element();
        if (call.isAdd()) {
            Step<Boolean> add = filter.touch()
                    .carriedBy(withUsableSnapshot(
                            snapshot -> new SingleOperation(filter, snapshot, Access.ADD, bytes).start()));
            Step<Boolean> followed = afterAdds == null ? add : afterAdds.following(add, bytes);
            return copies.isEmpty() ? followed : copies.telling(filter.name(), followed, CallElements.of(bytes));
        }
        return lookUp(
                access -> withUsableSnapshot(snapshot -> new SingleOperation(filter, snapshot, access, bytes).start()));
    }

    /** Runs calls of one kind together; one answer per call in order. */
    public Step<boolean[]> together(List<SingleCall> calls) {
        if (calls.size() == 1) {
            return start(calls.get(0)).map(answer -> new boolean[] {answer});
        }
        CallElements elements =
                CallElements.of(calls.stream().map(SingleCall::element).toList());
        return calls.get(0).isAdd()
                ? writeAll(Access.ADD, elements, BulkAdd.of(filter, elements)::start, (answers, reason) -> reason)
                : lookUpAll(elements);
    }

    /** Returns whether a listener of the filter is making the call, which then waits for no other call. */
    public boolean isCallOfListener() {
        return reports.isTelling() || filter.isTelling();
    }

    /** Reports a call that the near cache has answered: the element is present. */
    void answeredByNearCache(SingleCall call) {
        if (call.isAdd() && !copies.isEmpty()) {
            copies.tell(filter.name(), call.element());
        }
        reports.answered(kindOf(call), Tally.ONE_PRESENT);
    }

    /** Reports a call that was refused because too many wait. */
    void refused(SingleCall call, RuntimeException failure) {
        reports.refused(kindOf(call), failure);
    }

    private static OperationKind kindOf(SingleCall call) {
        return call.isAdd() ? OperationKind.ADD : OperationKind.LOOK_UP;
    }

    /** Runs an operation that answers for each element. */
    private Step<boolean[]> answering(OperationKind kind, int elements, Supplier<Step<boolean[]>> operation) {
        return run(kind, elements, operation, answers -> Tally.of(kind == OperationKind.ADD, answers));
    }

    /** Runs an operation on the whole filter. One that is gone can still be deleted, which removes what is left. */
    <R> Step<R> ofWhole(OperationKind kind, Supplier<Step<R>> operation) {
        Supplier<Step<R>> possible = () -> {
            FilterGoneException gone =
                    kind == OperationKind.DELETE ? null : filter.notices().gone();
            if (gone != null) {
                throw gone;
            }
            return operation.get();
        };
        return run(kind, 0, possible, value -> Tally.NOTHING);
    }

    /** Runs any operation, and reports it. What is lost by its end is forgotten before anybody is told. */
    private <R> Step<R> run(
            OperationKind kind, long elements, Supplier<Step<R>> operation, Function<R, Tally> reading) {
        return reports.of(kind, elements, () -> filter.watchingForTheEnd(operation.get()), reading);
    }

    /** Returns new queues in which calls wait. */
    public CallQueues newQueues(int mostUnderWay) {
        return new CallQueues(this, filter, mostUnderWay);
    }

    /** Adds elements; one answer per element in order. */
    public Step<boolean[]> addAll(Collection<? extends T> elements) {
        CallElements bytes = CallElements.of(elements, funnel);
        return addAll(bytes, BulkAdd.of(filter, bytes)::start);
    }

    /** Runs a bulk add, whose failure has an outcome for each element. */
    Step<boolean[]> addAll(CallElements elements, Function<Snapshot, Step<boolean[]>> add) {
        return writeAll(Access.ADD, elements, add, outcomes(Access.ADD));
    }

    /**
     * Runs a write of many elements: reported, with the reading of the register if that is due, and with the copies
     * told of what it adds.
     *
     * @param complaint makes the exception that takes the place of the answers if the register tells of another filter
     */
    private Step<boolean[]> writeAll(
            Access access,
            CallElements elements,
            Function<Snapshot, Step<boolean[]>> operation,
            BiFunction<boolean[], BloomFilterException, BloomFilterException> complaint) {
        return answering(access == Access.ADD ? OperationKind.ADD : OperationKind.REMOVE, elements.size(), () -> {
            Step<boolean[]> write = filter.touch().carriedBy(beginBulk(access, elements, operation), complaint);
            if (access != Access.ADD) {
                return write;
            }
            Step<boolean[]> followed = afterAdds == null ? write : afterAdds.following(write, elements);
            return copies.telling(filter.name(), followed, elements);
        });
    }

    private static BiFunction<boolean[], BloomFilterException, BloomFilterException> outcomes(Access access) {
        return (answers, reason) -> ElementFailures.afterAnswers(access, answers, reason);
    }

    /** Opens the claims of a writer; sends nothing. */
    public ClaimOperations<T> claims(String writer) {
        return new ClaimOperations<>(
                this, Seams.only(Deliveries.Room.class).open(filter, filter.snapshot(), writer), funnel);
    }

    /** Returns these operations if elements of the filter can be removed. */
    Step<FilterOperations<T>> requireRemovable() {
        filter.snapshot()
                .generation()
                .require(LayoutCapability.REMOVAL, "cannot remove elements: open the filter without removal");
        return Step.done(this);
    }

    /** Removes an element that is in the filter; true if it was there. */
    public Step<Boolean> remove(T element) {
        return ElementFailures.single(removal(CallElements.of(bytes(element)), (answers, reason) -> reason));
    }

    /** Removes elements that are in the filter; one answer per element in order. */
    public Step<boolean[]> removeAll(Collection<? extends T> elements) {
        return removal(CallElements.of(elements, funnel), outcomes(Access.REMOVE));
    }

    private Step<boolean[]> removal(
            CallElements elements, BiFunction<boolean[], BloomFilterException, BloomFilterException> complaint) {
        return writeAll(Access.REMOVE, elements, new BulkRemoval(filter, elements)::start, complaint);
    }

    /** Loads elements; the value is their number. */
    public Step<Long> load(Iterable<? extends T> elements, LongConsumer progress) {
        LoadSource<T> source = new LoadSource<>(elements.iterator(), funnel, progress);
        return run(
                OperationKind.LOAD,
                0,
                () -> filter.touch()
                        .carriedBy(WriteTracking.of(withUsableSnapshot(snapshot -> new Load(
                                        filter,
                                        snapshot,
                                        source,
                                        filter.options().loadMemory())
                                .start()))),
                Tally::ofLoad);
    }

    /** Looks up elements; one answer per element in order. */
    public Step<boolean[]> mightContainAll(Collection<? extends T> elements) {
        return lookUpAll(CallElements.of(elements, funnel));
    }

    private Step<boolean[]> lookUpAll(CallElements elements) {
        return answering(
                OperationKind.LOOK_UP, elements.size(), () -> lookUp(access -> bulk(access, elements.again())));
    }

    /** Measures the filter. */
    public Step<FilterStats> stats() {
        return ofWhole(
                OperationKind.STATS,
                () -> Statistics.of(filter).translateFailure(failure -> {
                    filter.notices().tellAgain(failure);
                    return failure;
                }));
    }

    /** Records that the caller of a failed operation has not seen the failure, because it had stopped waiting. */
    public void unheard(Throwable failure) {
        filter.notices().tellAgain(failure);
    }

    /** Empties the filter. */
    public Step<Void> clear() {
        return swept(OperationKind.CLEAR, () -> filter.forgettingAll(Lifecycle.of(filter)::clear));
    }

    /** Sets the time after which the filter expires. */
    public Step<Void> expire(Duration timeToLive) {
        LifeTimes.require(timeToLive);
        return swept(
                OperationKind.EXPIRE,
                () -> Lifecycle.of(filter).live(Lifetime.until(filter.now().plus(timeToLive))));
    }

    /** Sets the instant at which the filter expires. */
    public Step<Void> expireAt(Instant instant) {
        Instant now = filter.now();
        LifeTimes.require(
                Duration.between(now, instant),
                () -> "the filter must expire from 1 ms to " + LifeTimes.LONGEST.toDays() + " days from now (" + now
                        + "), not at " + instant);
        return swept(OperationKind.EXPIRE, () -> Lifecycle.of(filter).live(Lifetime.until(instant)));
    }

    /** Removes the expiry of the filter. */
    public Step<Void> persist() {
        return swept(OperationKind.EXPIRE, () -> Lifecycle.of(filter).live(Lifetime.FOR_EVER));
    }

    /** Removes the filter. */
    public Step<Void> delete() {
        return swept(OperationKind.DELETE, () -> filter.forgettingAll(Lifecycle.of(filter)::delete));
    }

    private Step<Void> swept(OperationKind kind, Supplier<Step<Void>> operation) {
        return ofWhole(kind, () -> {
            Step<Void> tracked = WriteTracking.of(operation.get());
            return filter.options()
                    .progress()
                    .map(listener ->
                            SweepProgress.of(tracked, listener, description().layers()))
                    .orElse(tracked);
        });
    }

    /**
     * Completes a filter that was found incomplete before it is first used, and asks for the time again if a slice of a
     * window may have ended.
     */
    <R> Step<R> withUsableSnapshot(Function<Snapshot, Step<R>> operation) {
        return withUsableSnapshot(operation, reason -> reason);
    }

    private <R> Step<R> withUsableSnapshot(
            Function<Snapshot, Step<R>> operation, Function<BloomFilterException, RuntimeException> complaint) {
        FilterGoneException gone = filter.notices().gone();
        if (gone != null) {
            throw complaint.apply(gone);
        }
        Step<R> untold = filter.notices().pending(filter::refresh);
        if (untold != null) {
            return untold.translateFailure(complaint);
        }
        Snapshot snapshot = filter.snapshot();
        boolean isUsable = snapshot.generation().isReady() && !filter.isOver(snapshot);
        return isUsable
                ? operation.apply(snapshot)
                : filter.refresh().translateFailure(complaint).then(operation);
    }

    /** Begins an operation on many elements, which sends nothing without an element. A write fails with outcomes. */
    private Step<boolean[]> beginBulk(
            Access access, CallElements elements, Function<Snapshot, Step<boolean[]>> operation) {
        return elements.size() == 0
                ? Step.done(new boolean[0])
                : withUsableSnapshot(operation, reason -> ElementFailures.withOutcomes(access, elements, reason));
    }

    /**
     * Looks up where the server can answer: on the primary if a replica cannot, since the replica may not have the
     * filter yet, or be out of reach. But a failure stays one if this object has been told by it, or meanwhile, that
     * its filter is another one: it is told so only once, and the primary would answer for the new one.
     *
     * @param operation makes the steps of one attempt
     */
    private <R> Step<R> lookUp(Function<Access, Step<R>> operation) {
        if (!filter.options().readsFromReplicas()) {
            return filter.touch().carriedBy(lookUpOnPrimary(operation));
        }
        LostDataException before = filter.notices().last();
        return filter.touch()
                .carriedBy(operation.apply(Access.LOOK_UP_ON_REPLICA).recover(failure -> {
                    if (filter.notices().last() != before) {
                        throw failure;
                    }
                    return lookUpOnPrimary(operation);
                }));
    }

    /**
     * A primary that refuses the command of a look-up, because it cannot write, or the user or the host may not, is
     * asked with a command that only reads.
     */
    private static <R> Step<R> lookUpOnPrimary(Function<Access, Step<R>> operation) {
        return operation.apply(Access.LOOK_UP).recover(failure -> {
            // An answer that no server gives has the reason of an error, too, and is none.
            if (failure instanceof BackendException refused
                    && REFUSALS.contains(refused.reason())
                    && !refused.mayHaveBeenApplied()) {
                return operation.apply(Access.LOOK_UP_BEHIND_REFUSAL);
            }
            throw failure;
        });
    }

    private Step<boolean[]> bulk(Access access, CallElements elements) {
        return beginBulk(access, elements, new BulkLookUp(filter, access, elements)::start);
    }

    private ElementBytes bytes(T element) {
        ElementBytes bytes = new ElementBytes();
        bytes.set(funnel, Objects.requireNonNull(element, "element"));
        return bytes;
    }
}
