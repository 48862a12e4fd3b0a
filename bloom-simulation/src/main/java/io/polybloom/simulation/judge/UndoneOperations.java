package io.polybloom.simulation.judge;

import io.polybloom.FilterGoneException;
import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Effect;
import io.polybloom.simulation.actor.Authors.LostRemoval;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Verb;
import java.util.function.Predicate;

/**
 * The operations on one filter that a failover has undone in part, or an old primary has executed in part. If the last
 * writes are lost, a clear or a deletion leaves partitions without a config, a rebuild leaves a next generation that
 * the config no longer names, and a change of the expiry leaves a partition that lives on when the filter has expired.
 * A client that has the filter open goes on with these keys, beside a filter of the same name that others use.
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

    /** Returns whether a call may be about keys that still exist although its filter has other keys now, or is gone. */
    boolean leavesBehind(Call call) {
        return call.filter().equals(filter)
                && call.operation().kind() != OperationKind.OPEN
                && (isLeftByAFailover(call) || isLeftByAnOldPrimary(call));
    }

    /**
     * Whether a failover has brought the keys back: the object was opened before, and has not been told of it since,
     * and nobody has repeated the operation.
     */
    private boolean isLeftByAFailover(Call call) {
        return history.calls().stream()
                .filter(other -> other.filter().equals(filter))
                .anyMatch(undone -> history.failovers(undone)
                        .anyMatch(failover -> isUndone(undone, failover, call)
                                && call.end() >= failover.time()
                                && !isRepeated(undone, failover, call)
                                && !isTold(failover.time(), call)));
    }

    /**
     * Whether an old primary has executed the removal of a clear, and the new primary the commands that follow: on the
     * new primary, the old generation is alive beside the new one until somebody removes it. The object was opened
     * before, and has not been told of it since.
     */
    private boolean isLeftByAnOldPrimary(Call call) {
        return authors.lostRemovals().stream()
                .filter(removal -> removal.author().call().operation().kind() == OperationKind.CLEAR)
                .filter(removal -> StoredFilter.isPartition(removal.key(), filter))
                .anyMatch(removal -> {
                    int published = published(removal);
                    int removed = removed(removal);
                    return published < removed
                            && call.end() >= published
                            && call.begin() <= removed
                            && !isTold(published, call)
                            && !hasReadTheConfig(removal.author().call(), published, call);
                });
    }

    /**
     * Returns when the clear of a removal has published the next generation; {@link Integer#MAX_VALUE} if it has not.
     */
    private int published(LostRemoval removal) {
        return firstBehind(
                removal,
                effect -> StoredFilter.isChange(effect.author().verb())
                        && effect.author().call() == removal.author().call()
                        && effect.key().equals(StoredFilter.config(filter)));
    }

    /**
     * Returns when the keys of a removal were removed from the new primary; {@link Integer#MAX_VALUE} if they were not.
     */
    private int removed(LostRemoval removal) {
        return firstBehind(
                removal,
                effect -> effect.author().verb() == Verb.UNLINK
                        && effect.server() == removal.server()
                        && effect.key().equals(removal.key()));
    }

    private int firstBehind(LostRemoval removal, Predicate<Effect> kind) {
        return authors.effects().stream()
                .filter(effect -> effect.author().time() > removal.author().time() && effect.isWell())
                .filter(kind)
                .mapToInt(effect -> effect.author().time())
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    /**
     * Whether the object must have read the config before a call, at least a period after a clear, and so has adopted
     * the new generation.
     */
    private boolean hasReadTheConfig(Call clear, int published, Call call) {
        return !history.nearCached().contains(call.operation().object())
                && history.calls().stream()
                        .filter(other -> other.operation()
                                .object()
                                .equals(call.operation().object()))
                        .filter(other -> other.begin() > published && other.end() < call.begin())
                        .filter(other -> other.operation().kind().isAboutElements())
                        .filter(other -> other.succeeded() && !other.hasFault())
                        .anyMatch(other ->
                                other.serverMillis() - OvertakenExpiries.PERIOD_MILLIS >= clear.serverMillisAtEnd());
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
