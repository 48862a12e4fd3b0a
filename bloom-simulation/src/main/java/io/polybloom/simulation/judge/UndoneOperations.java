package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;

/**
 * The operations on one filter that a failover has undone in part. A deletion whose last writes are lost leaves
 * partitions without a config, and a rebuild a next generation that the config no longer names: who has the filter open
 * goes on with these keys, beside a filter of the same name that others use.
 */
final class UndoneOperations {

    private final History history;
    private final String filter;

    UndoneOperations(History history, String filter) {
        this.history = history;
        this.filter = filter;
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
                                .anyMatch(failover -> isUndone(undone, failover)
                                        && call.end() >= failover.time()
                                        && !isRepeated(undone, failover, call)
                                        && !isTold(failover, call)));
    }

    private boolean isUndone(Call call, Incident failover) {
        return switch (call.operation().kind()) {
            case DELETE -> failover.lost().keys().stream().anyMatch(key -> StoredFilter.isPartition(key, filter));
            case REBUILD -> failover.lost().keys().contains(StoredFilter.config(filter));
            default -> false;
        };
    }

    private boolean isRepeated(Call undone, Incident failover, Call call) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == undone.operation().kind())
                .filter(other -> other.filter().equals(filter) && other.succeeded())
                .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                .anyMatch(other -> !history.mayHaveLostWritesOf(other));
    }

    private boolean isTold(Incident failover, Call call) {
        return history.calls().stream()
                .filter(other ->
                        other.operation().object().equals(call.operation().object()))
                .filter(other -> other.begin() > failover.time() && other.end() < call.begin())
                .anyMatch(other -> ExceptionRules.isLoss(other)
                        || other.succeeded() && other.operation().kind() == OperationKind.OPEN);
    }
}
