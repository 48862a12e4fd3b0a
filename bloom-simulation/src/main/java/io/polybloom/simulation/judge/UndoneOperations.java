package io.polybloom.simulation.judge;

import io.polybloom.FilterGoneException;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;

/**
 * The operations on one filter that a failover has undone in part. A clear or a deletion whose last writes are lost
 * leaves partitions without a config, a rebuild a next generation that the config no longer names, and a change of the
 * expiry a partition that lives on when the filter has expired: who has the filter open goes on with these keys, beside
 * a filter of the same name that others use.
 */
final class UndoneOperations {

    private final History history;
    private final String filter;
    private final Expiries expiries;

    UndoneOperations(History history, String filter) {
        this.history = history;
        this.filter = filter;
        this.expiries = new Expiries(history);
    }

    /**
     * Returns whether a call may be about keys that a failover has brought back: its object was opened before, and has
     * not been told since, and nobody has repeated the operation.
     */
    boolean leavesBehind(Call call) {
        return call.filter().equals(filter)
                && call.operation().kind() != OperationKind.OPEN
                && history.calls().stream()
                        .filter(other -> other.filter().equals(filter))
                        .anyMatch(undone -> history.failovers(undone)
                                .anyMatch(failover -> isUndone(undone, failover, call)
                                        && call.end() >= failover.time()
                                        && !isRepeated(undone, failover, call)
                                        && !isTold(failover, call)));
    }

    /**
     * Returns whether a deletion may have found the filter gone only because another one, which a failover has undone
     * in part, had moved the config away: the other one brings it back, and begins again.
     */
    boolean isBesideADeletion(Call call) {
        return call.operation().kind() == OperationKind.DELETE
                && history.calls().stream()
                        .filter(other -> other != call && other.filter().equals(filter))
                        .filter(other -> other.operation().kind() == OperationKind.DELETE)
                        .filter(other -> other.begin() <= call.end() && other.end() >= call.begin())
                        .anyMatch(history::mayHaveLostWritesOf);
    }

    /** A partition whose expiry is lost is brought back when the filter expires. */
    private boolean isUndone(Call undone, Incident failover, Call call) {
        boolean isAPartition = failover.lost().keys().stream().anyMatch(key -> StoredFilter.isPartition(key, filter));
        return switch (undone.operation().kind()) {
            case DELETE -> isAPartition;
            case CLEAR -> isAPartition && !isCompleted(undone, failover);
            case EXPIRE, LOAD -> isAPartition && expiries.mayHaveCome(filter, call.end());
            case REBUILD -> failover.lost().keys().contains(StoredFilter.config(filter));
            default -> false;
        };
    }

    /**
     * Returns whether a clear that goes on after a failover completes what the failover has undone: not if it fails, or
     * if there is a second failover.
     */
    private boolean isCompleted(Call clear, Incident failover) {
        return clear.succeeded()
                && clear.end() > failover.time()
                && history.failovers(clear)
                                .filter(other -> other.time() <= clear.end())
                                .count()
                        < 2;
    }

    /** A deletion that has found no filter repeats nothing. */
    private boolean isRepeated(Call undone, Incident failover, Call call) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == undone.operation().kind())
                .filter(other -> other.filter().equals(filter) && other.succeeded())
                .filter(other -> !Boolean.FALSE.equals(other.value()))
                .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                .anyMatch(other -> !history.mayHaveLostWritesOf(other));
    }

    /** An object that is told that its filter is gone may go on with the keys nevertheless. */
    private boolean isTold(Incident failover, Call call) {
        return history.calls().stream()
                .filter(other ->
                        other.operation().object().equals(call.operation().object()))
                .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                .anyMatch(other ->
                        ExceptionRules.isLoss(other) && !(ExceptionRules.reason(other) instanceof FilterGoneException)
                                || other.succeeded() && other.operation().kind() == OperationKind.OPEN);
    }
}
