package io.polybloom.simulation.judge;

import io.polybloom.BackendException;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.OperationKind;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions that a call may throw, given the other events. A clear, a growth or a rebuild by another client
 * explains none, except to who brings bits that fit only one generation.
 */
final class ExceptionRules {

    private static final Set<OperationKind> NEEDS_NO_OBJECT = Set.of(
            OperationKind.OPEN,
            OperationKind.COPY,
            OperationKind.MERGE,
            OperationKind.EXPORT,
            OperationKind.IMPORT,
            OperationKind.REBUILD,
            OperationKind.ABANDON);

    /** The operations that bring bits that fit only one generation. */
    private static final Set<OperationKind> BRINGS_BITS = Set.of(
            OperationKind.LOAD, OperationKind.COPY, OperationKind.MERGE, OperationKind.IMPORT, OperationKind.REBUILD);

    private static final Set<OperationKind> REBUILDS = Set.of(OperationKind.REBUILD, OperationKind.ABANDON);

    /** What ends a generation, or the one that is to follow it. */
    private static final Set<OperationKind> ENDS_GENERATIONS =
            Set.of(OperationKind.REBUILD, OperationKind.ABANDON, OperationKind.CLEAR);

    /** What may be done on an object whose filter is gone. A mirror opens its filter again by itself. */
    private static final Set<OperationKind> SURVIVES_THE_END =
            Set.of(OperationKind.OPEN, OperationKind.DELETE, OperationKind.MIRROR_LOOK_UP);

    private static final Set<OperationKind> CHANGES_EXPIRY = Set.of(OperationKind.EXPIRE, OperationKind.PERSIST);

    private static final Set<OperationKind> USES_CLAIMS = Set.of(OperationKind.CLAIM_ALL, OperationKind.SETTLE);

    private static final Set<OperationKind> EMPTIES = Set.of(OperationKind.CLEAR, OperationKind.DELETE);

    private final History history;
    private final Losses losses;
    private final Expiries expiries;

    ExceptionRules(History history) {
        this.history = history;
        this.losses = new Losses(history);
        this.expiries = new Expiries(history);
    }

    boolean explain(Call call) {
        Throwable thrown = reason(call);
        if (thrown == null) {
            return true;
        }
        boolean losesKeys = losesKeys(call);
        if (thrown instanceof BackendException) {
            return call.hasFault() || losesKeys || history.isAiling(call);
        }
        if (thrown instanceof LostDataException) {
            return !isEndless(thrown)
                    && (losesKeys
                            || isMixedUpWithADeletion(call)
                            || isRemovedFromAFullServer(call)
                            || isCopyOfWhatIsWritten(call)
                            || isImportBesideAnother(call)
                            || isOfAnotherGeneration(call)
                            || isMergeOfWhatGrows(call)
                            || isGrowthBesideAnEnd(call)
                            || isRebuildOfWhatIsFull(call)
                            || isRemovalBesideAClear(call)
                            || mayHaveExpired(call) && (isFirstLoss(call) || hasExpiredMeanwhile(call))
                            || isLeftByAMeasurement(call)
                            || isBackFromAnOldPrimary(call)
                            || isOnAServerAhead(call));
        }
        if (thrown instanceof FilterGoneException) {
            return losesKeys || isEnded(call) || isOver(call);
        }
        if (thrown instanceof OverCapacityException) {
            boolean isRebuild = call.operation().kind() == OperationKind.REBUILD;
            return history.calls().stream()
                    .anyMatch(
                            other -> opens(other, OverCapacity.REJECT) || isRebuild && opens(other, OverCapacity.GROW));
        }
        return thrown instanceof SpecMismatchException && hasOtherOpener(call);
    }

    /**
     * Returns whether a call has gone on with a filter although its object had said that the filter is gone. The object
     * stays over until it is opened again, even if a part of the filter is still alive, or another filter has the name.
     * It may remove what is left.
     */
    boolean usesWhatIsGone(Call call) {
        return !SURVIVES_THE_END.contains(call.operation().kind())
                && !call.died()
                && !saysThatTheFilterIsGone(call)
                && isOver(call);
    }

    /** Whether the object of a call has said that its filter is gone, and was not opened again. */
    private boolean isOver(Call call) {
        return !call.operation().object().isEmpty()
                && history.calls().stream()
                        .filter(other -> saysThatTheFilterIsGone(other) && other.end() < call.begin())
                        .filter(other ->
                                !SURVIVES_THE_END.contains(other.operation().kind()))
                        .filter(other -> isOfTheSameObject(other, call))
                        .anyMatch(gone -> !mayBeOpenedAgain(gone, call));
    }

    private boolean mayBeOpenedAgain(Call gone, Call call) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == OperationKind.OPEN && other.succeeded())
                .filter(opening -> isOfTheSameObject(opening, call))
                .anyMatch(opening -> opening.end() >= gone.begin() && opening.end() <= call.end());
    }

    private static boolean isOfTheSameObject(Call one, Call other) {
        return one.operation().object().equals(other.operation().object());
    }

    private static boolean saysThatTheFilterIsGone(Call call) {
        return reason(call) instanceof FilterGoneException;
    }

    /**
     * Whether a server has lost data of the filter that a call is about, or of the other one; or whether the call was
     * led to an old primary that has lost everything and takes itself for a primary still.
     */
    private boolean losesKeys(Call call) {
        String target = call.operation().kind().hasTarget() ? call.operation().target() : call.filter();
        return call.losesWrites()
                || losses.of(call.filter(), call.end()).isPresent()
                || losses.of(target, call.end()).isPresent()
                || isOfALossyCopy(call)
                || isMadeOnAnOldPrimary(call);
    }

    /**
     * Whether a client may have made keys on an old primary, and then have published them on the new one, or removed
     * there what it has made again on an old primary that had come back empty. Claims that are made so are lost.
     */
    private boolean isMadeOnAnOldPrimary(Call call) {
        return history.calls().stream()
                .filter(other -> other.losesWrites() && other.begin() <= call.end())
                .filter(other -> other.operation().kind() != OperationKind.CLAIM_ALL
                        || USES_CLAIMS.contains(call.operation().kind()) && isFirstClaim(other))
                .anyMatch(other -> isAboutAFilterOf(other, call)
                        || other.operation().target().equals(call.filter()));
    }

    /** Whether nobody has claimed anything before, so that a call makes the claims. */
    private boolean isFirstClaim(Call claim) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == OperationKind.CLAIM_ALL)
                .noneMatch(other -> other.succeeded() && other.end() < claim.begin());
    }

    /**
     * Whether a measurement was told of the loss before. It leaves the report to the next call, even if a call beside
     * it has reported the loss.
     */
    private boolean isLeftByAMeasurement(Call call) {
        return isFirstLossOfItsObjectAfter(call, other -> isLoss(other) && !tellsOfLoss(other));
    }

    /** Whether the object was led to an old primary before, where it may have found another life. */
    private boolean isBackFromAnOldPrimary(Call call) {
        return isFirstLossOfItsObjectAfter(call, Call::losesWrites);
    }

    /**
     * Whether the object has told of no loss, except on an old primary, between a call that is a cause and this one.
     */
    private boolean isFirstLossOfItsObjectAfter(Call call, Predicate<Call> cause) {
        List<Call> earlier = history.calls().stream()
                .filter(other -> isOfTheSameObject(other, call) && other.end() < call.begin())
                .toList();
        return earlier.stream()
                .filter(cause)
                .anyMatch(other -> earlier.stream()
                        .filter(between -> between.end() > other.end() && tellsOfLoss(between))
                        .allMatch(Call::losesWrites));
    }

    /** Whether a filter is the copy of one that has lost a key before, perhaps that of a layer. */
    private boolean isOfALossyCopy(Call call) {
        return history.calls().stream()
                .filter(copy -> copy.operation().kind() == OperationKind.COPY && copy.begin() <= call.end())
                .filter(copy -> copy.operation().target().equals(call.filter()))
                .anyMatch(copy -> losses.of(copy.filter(), copy.end()).isPresent());
    }

    /**
     * Partitions expire each by the clock of its server: with the filter, or, if that forgets, one slice late. So one
     * is lost if this clock is that far ahead of that of the server with the register.
     */
    private boolean isOnAServerAhead(Call call) {
        long ahead = history.incidents().stream()
                .filter(incident -> incident.time() <= call.end())
                .mapToLong(incident -> incident.fastestMillis() - incident.serverMillis())
                .max()
                .orElse(0);
        OptionalLong slice = history.sliceMillis(call.filter());
        return slice.isPresent() && ahead > slice.getAsLong()
                || history.calls().stream()
                        .filter(change -> change.operation().kind() == OperationKind.EXPIRE)
                        .filter(change -> change.filter().equals(call.filter()) && change.begin() <= call.end())
                        .anyMatch(change -> change.operation().life().toMillis() <= ahead);
    }

    /** Whether a call has repeated itself until it gave up: no world has a call during which that many slices end. */
    private static boolean isEndless(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).startsWith("more than ");
    }

    /** Returns whether a call has said that data was lost. */
    static boolean isLoss(Call call) {
        return reason(call) instanceof LostDataException;
    }

    /** Returns whether a call has said that its filter is gone or was lost: its object may know of a later life now. */
    static boolean isNotice(Call call) {
        return isLoss(call) || saysThatTheFilterIsGone(call);
    }

    /**
     * Returns whether a call has told those who use the elements of its object that data was lost. A measurement has
     * not: a sampler in the background may have asked for it.
     */
    static boolean tellsOfLoss(Call call) {
        return isLoss(call) && call.operation().kind() != OperationKind.STATS;
    }

    /** Returns why a call has failed, or failed half-way; null if it has not. */
    static @Nullable Throwable reason(Call call) {
        return call.failure() instanceof PartialBulkException partial ? partial.getCause() : call.failure();
    }

    /** One that runs, or that has failed and was not repeated; or one that the object does not know of yet. */
    private boolean isMixedUpWithADeletion(Call call) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == OperationKind.DELETE)
                .filter(other -> isAboutAFilterOf(other, call) && other.begin() <= call.end())
                .anyMatch(other -> other.end() >= call.begin()
                        || !knowsOf(other, call)
                        || (!other.succeeded() || other.losesWrites()) && !isRepeated(other, call));
    }

    /** Where there is no memory to write that a filter is cleared or deleted, its keys are removed before that. */
    private boolean isRemovedFromAFullServer(Call call) {
        return history.isAiling(call)
                && history.calls().stream()
                        .filter(other -> EMPTIES.contains(other.operation().kind()) && other.hasFault())
                        .anyMatch(other -> isAboutAFilterOf(other, call) && other.begin() <= call.end());
    }

    /** An object that was opened after a deletion, or has said since that data was lost, continues as if new. */
    private boolean knowsOf(Call deletion, Call call) {
        return NEEDS_NO_OBJECT.contains(call.operation().kind())
                || history.calls().stream()
                        .filter(other -> isBetween(deletion, other, call) && isOfTheSameObject(other, call))
                        .anyMatch(
                                other -> other.succeeded() && other.operation().kind() == OperationKind.OPEN
                                        || tellsOfLoss(other));
    }

    private boolean isRepeated(Call failed, Call call) {
        return history.calls().stream()
                .filter(other -> other.operation().kind() == OperationKind.DELETE && other.succeeded())
                .anyMatch(other -> other.filter().equals(failed.filter()) && isBetween(failed, other, call));
    }

    private static boolean isBetween(Call earlier, Call call, Call later) {
        return call.begin() > earlier.end() && call.end() < later.begin();
    }

    private boolean isCopyOfWhatIsWritten(Call call) {
        return call.operation().kind() == OperationKind.COPY
                && beside(call).findAny().isPresent();
    }

    /** Returns the other calls that run at the same time. */
    private Stream<Call> beside(Call call) {
        return history.calls().stream()
                .filter(other -> other != call && other.begin() <= call.end() && other.end() >= call.begin());
    }

    /** Of two imports under one name at the same time one may fail, but not both. */
    private boolean isImportBesideAnother(Call call) {
        return call.operation().kind() == OperationKind.IMPORT
                && beside(call)
                        .filter(other -> other.operation().kind() == OperationKind.IMPORT)
                        .filter(other -> other.operation()
                                .target()
                                .equals(call.operation().target()))
                        .anyMatch(other -> other.succeeded() || other.hasFault() || losesKeys(other));
    }

    /** A merge says so when its source gets another layer. */
    private boolean isMergeOfWhatGrows(Call call) {
        return call.operation().kind() == OperationKind.MERGE
                && beside(call)
                        .anyMatch(other -> other.operation().kind().adds()
                                && other.filter().equals(call.filter()));
    }

    /**
     * A load, a copy or a merge that meets a clear or a rebuild, and a rebuild that meets any of them. One that has
     * died may have left a command on its way, or a generation that others complete.
     */
    private boolean isOfAnotherGeneration(Call call) {
        boolean isRebuild = REBUILDS.contains(call.operation().kind());
        if (!isRebuild && !BRINGS_BITS.contains(call.operation().kind())) {
            return false;
        }
        return history.calls().stream()
                .filter(other -> other != call && other.begin() <= call.end())
                .filter(other -> other.end() >= call.begin() || !other.succeeded())
                .filter(other -> ENDS_GENERATIONS.contains(other.operation().kind())
                        || isRebuild && BRINGS_BITS.contains(other.operation().kind()))
                .anyMatch(other -> isAboutAFilterOf(other, call)
                        || other.operation().target().equals(call.filter()));
    }

    /** An add that has met a seal cannot tell what the layers of a generation that has ended would have answered. */
    private boolean isGrowthBesideAnEnd(Call call) {
        return call.operation().kind().adds()
                && history.calls().stream().anyMatch(other -> opens(other, OverCapacity.GROW))
                && String.valueOf(reason(call)).contains("is unknown")
                && history.calls().stream()
                        .filter(other ->
                                ENDS_GENERATIONS.contains(other.operation().kind()))
                        .filter(other -> other.filter().equals(call.filter()) && other.begin() <= call.end())
                        .anyMatch(other -> other.end() >= call.begin() || !other.succeeded());
    }

    /** An add that finds no room in the next generation of a filter that rejects ends the rebuild. */
    private boolean isRebuildOfWhatIsFull(Call call) {
        return call.operation().kind() == OperationKind.REBUILD
                && history.calls().stream().anyMatch(other -> opens(other, OverCapacity.REJECT))
                && beside(call)
                        .anyMatch(other -> other.operation().kind().adds()
                                && other.filter().equals(call.filter()));
    }

    /** An object that does not know of a clear reports this instead of removing elements that were added after it. */
    private boolean isRemovalBesideAClear(Call call) {
        return call.operation().kind() == OperationKind.REMOVE
                && history.calls().stream()
                        .filter(other -> other.operation().kind() == OperationKind.CLEAR)
                        .anyMatch(other -> isAboutAFilterOf(other, call) && other.begin() <= call.end());
    }

    /** Whether one call is about the filter of the other, or about the target of its merge. */
    private static boolean isAboutAFilterOf(Call other, Call call) {
        boolean isTarget = call.operation().kind().mergesIntoTarget()
                && other.filter().equals(call.operation().target());
        return isTarget || other.filter().equals(call.filter());
    }

    private boolean mayHaveExpired(Call call) {
        return expiries.mayHaveCome(call.filter(), call.end())
                || call.operation().kind().mergesIntoTarget()
                        && expiries.mayHaveCome(call.operation().target(), call.end());
    }

    private boolean isEnded(Call call) {
        return isNotMadeBefore(call)
                || mayHaveExpired(call)
                || history.calls().stream()
                        .anyMatch(other -> other.operation().kind() == OperationKind.DELETE
                                && isAboutAFilterOf(other, call)
                                && other.begin() <= call.end());
    }

    /**
     * An object says once that its filter was created again after it had expired; a loss that it reports again and
     * again is one. A report before the end, or beside a deletion, does not count.
     */
    private boolean isFirstLoss(Call call) {
        int over = expiries.isOverFrom(call.filter());
        return history.calls().stream()
                .filter(other -> isOfTheSameObject(other, call) && tellsOfLoss(other))
                .filter(other -> other.begin() >= over && other.end() < call.begin())
                .allMatch(this::isMixedUpWithADeletion);
    }

    /** Whether the instant of an expiry came while a call was to change it: then keys may be lost that are to stay. */
    private boolean hasExpiredMeanwhile(Call call) {
        return expiries.of(call.filter()).stream()
                .anyMatch(ending -> history.calls().stream()
                        .filter(change ->
                                CHANGES_EXPIRY.contains(change.operation().kind()))
                        .filter(change -> change.filter().equals(call.filter()))
                        .anyMatch(change -> change.begin() <= ending.from()
                                && (change.end() >= ending.from() || !change.succeeded())));
    }

    /**
     * Nobody had opened it, or brought another one to its name: a copy that fails makes no filter, nor does a copy on
     * an old primary, which loses its writes.
     */
    private boolean isNotMadeBefore(Call call) {
        return history.calls().stream()
                .filter(other -> other.succeeded() && !other.losesWrites() && other.end() <= call.begin())
                .noneMatch(other -> other.operation().kind() == OperationKind.OPEN
                                && other.filter().equals(call.filter())
                        || other.operation().target().equals(call.filter()));
    }

    private static boolean opens(Call call, OverCapacity policy) {
        return call.operation().kind() == OperationKind.OPEN
                && call.operation().spec() != null
                && call.operation().spec().overCapacity() == policy;
    }

    /** The target of a copy or an import, or a name that others open with other parameters. */
    private boolean hasOtherOpener(Call call) {
        boolean isAboutTarget = call.operation().kind() == OperationKind.COPY
                || call.operation().kind() == OperationKind.IMPORT;
        String name = isAboutTarget ? call.operation().target() : call.filter();
        for (Call other : history.calls()) {
            boolean copiesThere = other != call && other.operation().target().equals(name);
            boolean opensDifferently = other.operation().kind() == OperationKind.OPEN
                    && other.filter().equals(name)
                    && !String.valueOf(other.operation().spec())
                            .equals(String.valueOf(call.operation().spec()));
            if (copiesThere || opensDifferently) {
                return true;
            }
        }
        return false;
    }
}
