package io.polybloom.simulation.judge;

import io.polybloom.FilterGoneException;
import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.spi.Verb;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The operations on one filter that a failover has undone in part, or an old primary has executed in part. If the last
 * writes of one server are lost, a clear, a rebuild or a deletion leaves partitions that no version names, and a change
 * of the expiry leaves a partition that lives on when the filter has expired. A client that has the filter open goes on
 * with these keys, beside a filter of the same name that others use.
 */
final class UndoneOperations {

    private final History history;
    private final Authors authors;
    private final String filter;
    private final Expiries expiries;

    UndoneOperations(History history, Authors authors, String filter) {
        this.history = history;
        this.authors = authors;
        this.filter = filter;
        this.expiries = new Expiries(history);
    }

    /**
     * Returns whether a call may be about keys that still exist although its filter has other keys now, or is gone: one
     * that does not read the register first.
     */
    boolean leavesBehind(Call call) {
        return call.filter().equals(filter)
                && call.operation().kind() != OperationKind.OPEN
                && call.operation().kind() != OperationKind.REBUILD
                && (isLeftByAFailover(call) || isLeftByAnOldPrimary(call));
    }

    /**
     * Whether a failover has brought the keys back: the object was opened before, and has not been told of it since,
     * and nobody has repeated the operation.
     */
    private boolean isLeftByAFailover(Call call) {
        return history.calls().stream()
                .filter(other -> other.filter().equals(filter))
                .anyMatch(undone -> failovers(undone)
                        .anyMatch(failover -> isUndone(undone, failover, call)
                                && call.end() >= failover.time()
                                && !isRepeated(undone, failover, call)
                                && !isTold(failover.time(), call)));
    }

    /** Others finish what has failed, at any time. */
    private Stream<Incident> failovers(Call undone) {
        return undone.succeeded()
                ? history.failovers(undone)
                : history.incidents().stream()
                        .filter(incident ->
                                incident.kind() == EventKind.FAIL_OVER && incident.time() >= undone.begin());
    }

    /**
     * Whether an old primary has executed a removal, and the new primary the commands that follow: there, the old keys
     * are alive beside the new ones. The object was opened before, and has not been told of it since.
     */
    private boolean isLeftByAnOldPrimary(Call call) {
        return authors.lostRemovals().stream()
                .filter(removal -> StoredFilter.isPartition(removal.key(), filter))
                .mapToInt(removal -> removal.author().time())
                .anyMatch(time -> call.end() >= time && !isTold(time, call));
    }

    /**
     * An object goes on with the layers of a version that is lost. A partition whose expiry is lost is brought back
     * when the filter expires.
     */
    private boolean isUndone(Call undone, Incident failover, Call call) {
        boolean isAPartition = failover.lost().keys().stream().anyMatch(key -> StoredFilter.isPartition(key, filter));
        boolean isAVersion = isAVersion(failover.lost().keys());
        return switch (undone.operation().kind()) {
            case DELETE, REBUILD -> isAVersion || isAPartition;
            case CLEAR -> isAPartition || isAVersion && !isCompleted(undone, failover);
            case EXPIRE, LOAD -> isAVersion || isAPartition && expiries.mayHaveCome(filter, call.end());
            default -> isAVersion;
        };
    }

    /** A version that one hash has lost in a failover may be evicted with the other, or be lost in another failover. */
    private boolean isAVersion(Set<String> lost) {
        String register = StoredFilter.register(filter);
        return lost.contains(register)
                || lost.contains(StoredFilter.copy(filter))
                        && history.incidents().stream()
                                .anyMatch(incident -> incident.kind() == EventKind.EVICT
                                                && incident.key().equals(register)
                                        || incident.lost().keys().contains(register));
    }

    /**
     * Returns whether a clear that writes a version after a failover completes what that has undone: not if it fails,
     * or if there is a second failover.
     */
    private boolean isCompleted(Call clear, Incident failover) {
        return clear.succeeded()
                && history.failovers(clear)
                                .filter(other -> other.time() <= clear.end())
                                .count()
                        < 2
                && authors.effects().stream()
                        .filter(effect -> effect.author().call() == clear)
                        .filter(effect -> effect.author().verb() == Verb.HSETNX)
                        .anyMatch(effect -> effect.author().time() > failover.time());
    }

    /** A deletion repeats nothing: it may have found no filter, or that of another life. */
    private boolean isRepeated(Call undone, Incident failover, Call call) {
        return undone.operation().kind() != OperationKind.DELETE
                && history.calls().stream()
                        .filter(other ->
                                other.operation().kind() == undone.operation().kind())
                        .filter(other -> other.filter().equals(filter) && other.succeeded())
                        .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                        .anyMatch(other -> !history.mayHaveLostWritesOf(other));
    }

    /** An object that is told that its filter is gone may go on with the keys nevertheless. */
    private boolean isTold(int since, Call call) {
        return history.calls().stream()
                .filter(other ->
                        other.operation().object().equals(call.operation().object()))
                .filter(other -> other.begin() > since && other.end() < call.begin())
                .anyMatch(other ->
                        ExceptionRules.isLoss(other) && !(ExceptionRules.reason(other) instanceof FilterGoneException)
                                || other.succeeded() && other.operation().kind() == OperationKind.OPEN);
    }
}
