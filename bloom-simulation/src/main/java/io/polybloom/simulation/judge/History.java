package io.polybloom.simulation.judge;

import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Operation.Delivery;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run.
 *
 * @param calls in the order in which they began
 * @param callsBefore the number of those that were made before the actors began, one after the other and without faults
 * @param rest when all actors had finished and no command was on its way; the calls after that were made one after the
 *     other, without faults
 * @param incidents in the order in which they happened
 * @param nearCached the objects with a near cache
 */
public record History(List<Call> calls, int callsBefore, int rest, List<Incident> incidents, Set<String> nearCached) {

    /** The operations that may take elements away. */
    private static final Set<OperationKind> REMOVES =
            Set.of(OperationKind.CLEAR, OperationKind.DELETE, OperationKind.REMOVE, OperationKind.REBUILD);

    /** The operations after which an object knows nothing of what was in its filter before. */
    private static final Set<OperationKind> EMPTIES =
            Set.of(OperationKind.OPEN, OperationKind.CLEAR, OperationKind.DELETE);

    /** The operations that end a generation with all of its elements. */
    private static final Set<OperationKind> ENDS = Set.of(OperationKind.CLEAR, OperationKind.DELETE);

    boolean has(EventKind... kinds) {
        return incidents.stream().anyMatch(incident -> List.of(kinds).contains(incident.kind()));
    }

    /** Whether a key of a pair was evicted, and the other one, too: of the register of a filter, or of its writers. */
    boolean hasLostAPair(String filter) {
        return incidents.stream()
                .filter(incident -> StoredFilter.nameIn(incident.key()).equals(filter))
                .anyMatch(incident -> StoredFilter.twin(incident.key()) != null && !isHealed(incident));
    }

    /**
     * Whether what was evicted was still in the key that has the same contents: that one was there, or an object that
     * was opened since it was lost had brought the contents of a register back. A server that is full may refuse them
     * there.
     */
    boolean isHealed(Incident eviction) {
        String twin = StoredFilter.twin(eviction.key());
        return twin != null
                && !has(EventKind.AIL)
                && incidents.stream()
                        .filter(incident -> incident.key().equals(twin) && incident.time() < eviction.time())
                        .allMatch(incident -> isOpenedBetween(incident, eviction));
    }

    private boolean isOpenedBetween(Incident earlier, Incident later) {
        return calls.stream()
                .filter(call -> call.operation().kind() == OperationKind.OPEN)
                .filter(call -> StoredFilter.isRegister(later.key()))
                .filter(call -> call.filter().equals(StoredFilter.nameIn(later.key())))
                .anyMatch(call -> call.succeeded() && call.begin() > earlier.time() && call.end() < later.time());
    }

    /** Whether a server has begun to refuse writes by the end of a call. */
    boolean isAiling(Call call) {
        return incidents.stream()
                .anyMatch(incident -> incident.kind() == EventKind.AIL && incident.time() <= call.end());
    }

    /** Whether the server has evicted a key by a time. */
    boolean isEvicted(String key, int until) {
        return incidents.stream().anyMatch(incident -> incident.key().equals(key) && incident.time() <= until);
    }

    /** Whether something went wrong for any call, or on any server. */
    boolean isDisturbed() {
        return has(EventKind.EVICT, EventKind.FORGET, EventKind.FAIL_OVER, EventKind.AIL)
                || calls.stream().anyMatch(Call::hasFault);
    }

    /** Returns the latest time that the clock of the first server has shown before everything was at rest. */
    long latestServerMillis() {
        return LongStream.concat(
                        calls.stream().filter(call -> call.begin() < rest).mapToLong(Call::serverMillis),
                        incidents.stream().mapToLong(Incident::serverMillis))
                .max()
                .orElseThrow();
    }

    /** Returns how long a slice of a filter lasts; empty if it does not forget. */
    OptionalLong sliceMillis(String filter) {
        return calls.stream()
                .filter(call -> call.operation().kind() == OperationKind.OPEN)
                .filter(call -> call.filter().equals(filter))
                .map(call -> Objects.requireNonNull(call.operation().spec()))
                .map(FilterSpec::window)
                .flatMap(Optional::stream)
                .mapToLong(FilterWindow::sliceMillis)
                .findFirst();
    }

    /** Whether a failover has lost writes to a key. */
    boolean hasLostWritesTo(String key) {
        return incidents.stream().anyMatch(incident -> incident.lost().keys().contains(key));
    }

    /** Whether a failover has lost writes to a list of the writers of a filter. */
    boolean hasLostWritesToAList(String filter) {
        return incidents.stream()
                .flatMap(incident -> incident.lost().keys().stream())
                .anyMatch(key -> StoredFilter.nameIn(key).equals(filter) && StoredFilter.twin(key) != null);
    }

    /** Whether an old primary has executed a part of what a call has written about a filter. */
    boolean isSplit(String filter) {
        return calls.stream()
                .filter(Call::losesWrites)
                .anyMatch(call -> call.filter().equals(filter)
                        || call.operation().target().equals(filter));
    }

    /** Whether a failover may have lost the writes of a call. */
    boolean mayHaveLostWritesOf(Call call) {
        return mayHaveLostWritesOf(call, Integer.MAX_VALUE);
    }

    /** Whether a failover before a time may have lost the writes of a call. */
    boolean mayHaveLostWritesOf(Call call, int until) {
        return failovers(call).anyMatch(failover -> failover.time() < until);
    }

    /** Returns the failovers that may have lost writes of a call. */
    Stream<Incident> failovers(Call call) {
        return incidents.stream()
                .filter(incident -> incident.kind() == EventKind.FAIL_OVER
                        && call.begin() <= incident.time()
                        && call.end() >= incident.lost().since());
    }

    Set<String> filters() {
        Set<String> filters = new LinkedHashSet<>();
        for (Call call : calls) {
            filters.add(call.operation().kind().hasTarget() ? call.operation().target() : call.filter());
        }
        return filters;
    }

    /** The elements that anybody was asked about when the faultless beginning was over. */
    Set<String> elements() {
        Set<String> elements = new LinkedHashSet<>();
        for (Call call : calls.subList(callsBefore, calls.size())) {
            elements.addAll(call.operation().elements());
        }
        return elements;
    }

    /**
     * Returns the earliest time as of which a call may answer. A near cache may answer as of any time since its last
     * check must have been, but not from before its object was opened, cleared or deleted the filter, or reported that
     * it is gone or was lost.
     *
     * <p>What a failover has lost it knows for as long as calls for other elements show that its partition is alive.
     *
     * @param forgetful whether a failover may lose writes that are not replicated
     */
    int mayBeAsOldAs(Call call, boolean forgetful) {
        if (!nearCached.contains(call.operation().object())) {
            return call.begin();
        }
        if (forgetful && isCheckedAfterAFailover(call)) {
            return knowsNothingBefore(call);
        }
        List<Incident> moves = incidents.stream()
                .filter(incident -> incident.kind() == EventKind.TICK && incident.time() <= call.begin())
                .toList();
        int since = 0;
        for (int i = 0; i < moves.size(); i++) {
            long until = i == 0 ? calls.get(0).millis() : moves.get(i - 1).millis();
            boolean isTooOld = moves.get(moves.size() - 1).millis() - until > NearCache.DEFAULT_CHECK.toMillis();
            since = isTooOld ? moves.get(i).time() : since;
        }
        return Math.max(since, knowsNothingBefore(call));
    }

    private boolean isCheckedAfterAFailover(Call call) {
        List<String> elements = call.operation().elements();
        return incidents.stream()
                .filter(incident -> incident.kind() == EventKind.FAIL_OVER)
                .anyMatch(failover -> calls.stream()
                        .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                        .filter(other -> isAboutSameObject(other, call) && other.succeeded())
                        .map(other -> other.operation().elements())
                        .anyMatch(others -> !others.isEmpty() && !others.equals(elements)));
    }

    /** Returns the first time at which the object of a call may have known anything; 0 if there is no limit. */
    private int knowsNothingBefore(Call call) {
        return calls.stream()
                .filter(other -> other.end() < call.begin() && isAboutSameObject(other, call) && forgets(other))
                .mapToInt(other -> other.end() + 1)
                .max()
                .orElse(0);
    }

    /**
     * Returns whether an object forgets all at a call; not at a clear beside another call, which may find new elements.
     */
    private boolean forgets(Call call) {
        boolean isClear = call.operation().kind() == OperationKind.CLEAR;
        return ExceptionRules.isNotice(call)
                || call.succeeded() && EMPTIES.contains(call.operation().kind()) && !(isClear && hasNeighbour(call));
    }

    private boolean hasNeighbour(Call call) {
        return calls.stream()
                .anyMatch(other -> other != call
                        && isAboutSameObject(other, call)
                        && other.begin() <= call.end()
                        && other.end() >= call.begin());
    }

    private static boolean isAboutSameObject(Call one, Call other) {
        return one.operation().object().equals(other.operation().object());
    }

    /** Returns the delivery of an element by its place in a call of claims; null for other calls. */
    @Nullable
    Delivery delivery(Call call, int index) {
        Delivery first = call.operation().delivery();
        return first == null ? null : new Delivery(first.writer(), first.first() + index);
    }

    /**
     * Whether another call may have claimed a delivery: one that had begun, and had not ended yet, or was not told that
     * its element is old, or of whose answer nothing is left.
     *
     * @param forgetful whether a failover may lose writes that are not replicated
     */
    boolean mayBeClaimed(Call call, @Nullable Delivery delivery, boolean forgetful) {
        return delivery != null
                && calls.stream()
                        .anyMatch(other -> other != call
                                && other.operation().kind() == OperationKind.CLAIM_ALL
                                && other.begin() <= call.end()
                                && claims(other, delivery, call, forgetful && mayHaveLostWritesOf(other)));
    }

    private static boolean claims(Call other, Delivery delivery, Call call, boolean isForgotten) {
        boolean isUnderWay = other.end() >= call.begin();
        return hasDelivery(other, delivery)
                && (isForgotten || isUnderWay || !isToldThatItIsOld(other, indexOf(other, delivery)));
    }

    private static boolean hasDelivery(Call claim, Delivery delivery) {
        long index = indexOf(claim, delivery);
        return Objects.requireNonNull(claim.operation().delivery()).writer().equals(delivery.writer())
                && index >= 0
                && index < claim.operation().elements().size();
    }

    private static long indexOf(Call claim, Delivery delivery) {
        return delivery.first()
                - Objects.requireNonNull(claim.operation().delivery()).first();
    }

    /** Whether a failover may have lost what a call has written down about a delivery. */
    boolean mayHaveLostAClaimOf(Delivery delivery) {
        return calls.stream()
                .filter(call -> call.operation().kind() == OperationKind.CLAIM_ALL)
                .anyMatch(call -> hasDelivery(call, delivery) && mayHaveLostWritesOf(call));
    }

    private static boolean isToldThatItIsOld(Call other, long index) {
        return other.succeeded() && other.value() instanceof boolean[] answers && !answers[(int) index];
    }

    /** Whether a settlement of a delivery had begun when a call ended. */
    boolean mayBeSettled(Call call, Delivery delivery) {
        return calls.stream()
                .filter(other -> other.operation().kind() == OperationKind.SETTLE && other.begin() <= call.end())
                .map(other -> Objects.requireNonNull(other.operation().delivery()))
                .anyMatch(settled -> settled.writer().equals(delivery.writer()) && settled.first() >= delivery.first());
    }

    /** Whether somebody was told before the time that the element is there, and nobody can have removed it since. */
    boolean isCertainlyIn(String filter, String element, int time, int until) {
        return calls.stream()
                .anyMatch(call -> call.filter().equals(filter)
                        && call.operation().kind().adds()
                        && call.operation().elements().contains(element)
                        && call.succeeded()
                        && call.end() < time
                        && !isRemoved(filter, call.begin(), until));
    }

    /** Whether an element that a call has added may have been taken away by a time, by another call or an expiry. */
    boolean isTakenAway(String filter, String element, Call add, int until) {
        return calls.stream()
                        .filter(call -> call.filter().equals(filter) && call.begin() <= until)
                        .filter(call -> ENDS.contains(call.operation().kind())
                                || call.operation().kind() == OperationKind.REMOVE
                                        && call.operation().elements().contains(element))
                        .anyMatch(call -> !call.succeeded() || call.end() >= add.begin())
                || incidents.stream()
                        .anyMatch(incident -> incident.kind() == EventKind.FORGET
                                && incident.time() >= add.begin()
                                && incident.time() <= until)
                || new Expiries(this).mayHaveCome(filter, until);
    }

    /** Whether a failover may have lost the seal of a layer of a filter that grows. */
    boolean mayHaveUnsealed(String filter, Incident failover) {
        return failover.lost().keys().stream().anyMatch(key -> StoredFilter.isPartition(key, filter))
                && calls.stream()
                        .filter(call -> call.operation().kind() == OperationKind.OPEN)
                        .filter(call -> call.filter().equals(filter))
                        .map(call -> Objects.requireNonNull(call.operation().spec()))
                        .anyMatch(spec -> spec.overCapacity() == OverCapacity.GROW);
    }

    private boolean isRemoved(String filter, int since, int until) {
        return calls.stream()
                        .filter(call -> call.filter().equals(filter) && call.begin() <= until)
                        .filter(call -> REMOVES.contains(call.operation().kind()))
                        .anyMatch(call -> !call.succeeded() || call.end() >= since)
                || new Losses(this).of(filter, until).isPresent()
                || new Expiries(this).mayHaveCome(filter, until);
    }

    boolean mayBeIn(String filter, String element) {
        return mayBeIn(filter, element, Integer.MAX_VALUE);
    }

    /** Whether an add of the element had begun by a time. */
    boolean mayBeIn(String filter, String element, int until) {
        return calls.stream()
                .anyMatch(call -> call.filter().equals(filter)
                        && call.operation().kind().adds()
                        && call.operation().elements().contains(element)
                        && call.begin() <= until);
    }

    /** Returns the export whose snapshot an import brings. */
    Call latestExport(Call bringing) {
        return calls.stream()
                .filter(call -> call.operation().kind() == OperationKind.EXPORT && call.succeeded())
                .filter(call -> call.filter().equals(bringing.filter()) && call.end() <= bringing.begin())
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /**
     * Returns when somebody had first opened the target of an import, if only imports of its snapshot can have made
     * that filter, of which this is the first; the end of time otherwise.
     */
    int firstOpenOfWhatIsImported(Call bringing) {
        String target = bringing.operation().target();
        int seen = calls.stream()
                .filter(call -> call.operation().kind() == OperationKind.OPEN && call.succeeded())
                .filter(call -> call.filter().equals(target))
                .mapToInt(Call::end)
                .min()
                .orElse(Integer.MAX_VALUE);
        boolean isTheOnlyMaker = calls.stream()
                .filter(call -> makes(call, target) && call.begin() <= seen)
                .allMatch(call -> call.operation().kind() == OperationKind.IMPORT
                        && call.filter().equals(bringing.filter())
                        && call.begin() >= bringing.begin());
        return isTheOnlyMaker && bringing.begin() <= seen ? seen : Integer.MAX_VALUE;
    }

    private static boolean makes(Call call, String filter) {
        FilterSpec spec = call.operation().spec();
        return call.operation().target().equals(filter)
                || call.operation().kind() == OperationKind.OPEN
                        && call.filter().equals(filter)
                        && !Objects.requireNonNull(spec).isExisting();
    }
}
