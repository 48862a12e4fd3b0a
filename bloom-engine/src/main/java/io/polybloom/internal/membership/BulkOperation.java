package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.internal.exchange.Taking;
import io.polybloom.internal.exchange.TakingChoice;
import io.polybloom.internal.expiry.TakenLifetimes;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Repetitions;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Steps;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Adds, removes or looks up many elements, portion by portion. Each portion is decided by one snapshot; a newer one is
 * adopted only where a seal or a dead partition shows that there must be one, and then the parts that the older
 * snapshot did not have are asked before anything is answered: in a filter that grows, the layers after a sealed one.
 *
 * <p>The steps of an operation, each a method here:
 *
 * <ol>
 *   <li>{@link #nextPortion} takes the next elements. A subclass decides how many, and in which layers a {@link #pass}
 *       goes over them.
 *   <li>A pass that meets a dead partition leads to {@link #repeatAfter}: the {@link Recovery} ends with an exception,
 *       or with a snapshot in which the elements without an answer get another pass.
 *   <li>A pass that meets a seal leads to {@link NewerLayers#follow}: these are asked, if there are any.
 *   <li>Otherwise the portion has its answers. After the last one comes {@link #answer}, and the elements are
 *       {@linkplain Relay relayed}, if they must be.
 * </ol>
 *
 * <p>Whatever fails on the way ends the operation by {@link #report}.
 */
public abstract class BulkOperation {

    protected final OpenFilter filter;
    final Access access;
    protected final CallElements elements;

    /** The portion: the elements from here, up to {@link #to} (excluded). */
    int from;

    int to;

    final TakingChoice taking;

    private final Repetitions repetitions = new Repetitions();

    /** The last pass, which may be under way; null before the first one. */
    private @Nullable PassResult last;

    private @Nullable Function<Snapshot, Step<Snapshot>> beforeStartingOver;

    /** The snapshot by which the operation has begun, or has started over in another generation. */
    private @Nullable Snapshot basis;

    private boolean mayHaveWritten;

    /** Null while the operation has met no relay and no clear. */
    private @Nullable RelayNotes toRelay;

    final NewerLayers newerLayers;

    BulkOperation(OpenFilter filter, Access access, CallElements elements) {
        this.filter = filter;
        this.access = access;
        this.elements = elements;
        this.taking = new TakingChoice(filter, access);
        this.newerLayers = new NewerLayers(this);
    }

    /**
     * Returns the same operation, which takes these steps before it starts over in another generation; their value is
     * the snapshot with which it continues.
     */
    public BulkOperation beforeStartingOver(Function<Snapshot, Step<Snapshot>> steps) {
        beforeStartingOver = steps;
        return this;
    }

    /** Returns the same operation; a clear has removed the elements that have answers before it begins. */
    public BulkOperation afterAClear() {
        toRelay().forgetAnswered();
        return this;
    }

    /** Returns the steps of the operation, which begins with a snapshot. */
    public Step<boolean[]> start(Snapshot snapshot) {
        basis = snapshot;
        return relaying(nextPortion(snapshot));
    }

    /**
     * Returns the steps after one command that met a partition which is not alive.
     *
     * @param outcome what the partition has answered before it was removed, if anything
     */
    final Step<boolean[]> startFromDead(Snapshot snapshot, Access sent, Partition dead, ElementOutcome outcome) {
        beginAfter(snapshot, sent);
        boolean isAnswered = outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT;
        if (isAnswered) {
            // The partition may have had a mark by then.
            noteRelay(snapshot.generation(), true, 0);
        }
        return relaying(repeatAfter(snapshot, new Recovery(filter, snapshot.generation(), sent, List.of(dead)), () -> {
            if (isAnswered) {
                elements.set(0, outcome);
            }
        }));
    }

    /** Returns the steps after one command that did not find the one element, which may be in a newer layer. */
    final Step<boolean[]> startInNewerLayers(Snapshot snapshot) {
        beginAfter(snapshot, access);
        to = elements.size();
        elements.setAll(unknown(), ElementOutcome.NEW);
        BitSet absent = elements.having(ElementOutcome.NEW, from, to);
        Layer newest = snapshot.generation().newest();
        return relaying(newerLayers.follow(snapshot, newest, absent, this::nextPortion));
    }

    /** Records the snapshot by which the operation begins, and that one command was sent before. */
    final void beginAfter(Snapshot snapshot, Access sent) {
        basis = snapshot;
        mayHaveWritten = sent.isWrite();
    }

    /** Records that a generation in which elements have their answers relays them. */
    final void noteRelay(Generation generation, boolean isNews, int mark) {
        toRelay().note(generation, isNews, mark);
    }

    private RelayNotes toRelay() {
        RelayNotes noted = toRelay;
        if (noted == null) {
            noted = new RelayNotes(filter, elements);
            toRelay = noted;
        }
        return noted;
    }

    /** Returns an operation that relays the elements that it has added before they are answered. */
    final Step<boolean[]> relaying(Step<boolean[]> operation) {
        if (access != Access.ADD || operation instanceof Step.Done<boolean[]>) {
            return operation;
        }
        return operation
                .recover(failure -> relay().translateFailure(worse -> withOutcomes(Steps.toTell(
                                ElementFailures.withoutOutcomes(failure), ElementFailures.withoutOutcomes(worse))))
                        .then(brought -> {
                            throw failure;
                        }))
                .then(answers -> relay().translateFailure(this::report).map(brought -> answers));
    }

    private Step<Void> relay() {
        return toRelay == null
                ? Step.done()
                : toRelay.run().translateFailure(failure -> {
                    mayHaveWritten = true;
                    return failure;
                });
    }

    /** Processes the next portion by a snapshot: sets {@link #to} and ends with {@link #nextPortion}. */
    protected abstract Step<boolean[]> portion(Snapshot snapshot);

    /** Records that the portion ends here, with answers, a failure or from the beginning in another generation. */
    protected void leavePortion() {}

    final Step<boolean[]> nextPortion(Snapshot snapshot) {
        if (to == elements.size()) {
            return answer(snapshot);
        }
        from = to;
        return portion(snapshot);
    }

    /** Ends the operation, whose elements have their answers. */
    protected Step<boolean[]> answer(Snapshot snapshot) {
        return Step.done(elements.are(access.yes()));
    }

    /** Counts the turns of an operation of which this one is a part. */
    protected final void countTurnsOf(BulkOperation whole) {
        repetitions.continueThoseOf(whole.repetitions);
    }

    /** Counts that the operation goes on by another snapshot. */
    protected final void countTurn(Snapshot before, Snapshot after) {
        try {
            repetitions.next(before, after);
        } catch (LostDataException tooOften) {
            throw report(tooOften);
        }
    }

    /** Returns the elements of the portion that have no answer yet. */
    final BitSet unknown() {
        return elements.having(ElementOutcome.UNKNOWN, from, to);
    }

    /** Processes elements once in some layers of a snapshot, and continues unless there was a failure. */
    final Step<boolean[]> pass(
            Snapshot snapshot,
            BitSet which,
            Access sent,
            List<Layer> layers,
            Function<PassResult, Step<boolean[]>> next) {
        return pass(snapshot, which, sent, layers, snapshot.generation().layers(), next);
    }

    /**
     * Goes once over elements in some layers of a snapshot. If that is one of another generation than the one in which
     * the operation has worked so far, however it has come to it, the portion starts over there.
     *
     * @param near the layers in which the near cache may find an element
     */
    final Step<boolean[]> pass(
            Snapshot snapshot,
            BitSet which,
            Access sent,
            List<Layer> layers,
            List<Layer> near,
            Function<PassResult, Step<boolean[]>> next) {
        Snapshot before = Objects.requireNonNull(basis);
        if (!snapshot.generation().isSameAs(before.generation())) {
            return repeatIn(before, snapshot);
        }
        Taking here = taking.of(sent, snapshot.generation());
        if (snapshot.generation().relaysAdds()) {
            noteRelay(snapshot.generation(), false, 0);
        }
        Pass begun = new Pass(elements, which, access, sent, snapshot, layers, near, here, filter);
        last = begun.result();
        return begun.run()
                .then(pass -> takeUpLifetimes(snapshot, pass))
                .then(pass -> continueAfter(snapshot, sent, pass, next));
    }

    private Step<PassResult> takeUpLifetimes(Snapshot snapshot, PassResult pass) {
        mayHaveWritten |= pass.mayHaveWritten();
        if (pass.meetsNews()) {
            noteRelay(snapshot.generation(), true, pass.latestMark());
        }
        if (!pass.meetsLifetime()) {
            return Step.done(pass);
        }
        return new TakenLifetimes(filter, snapshot.generation(), pass.takenLifetimes())
                .restore()
                .map(given -> pass)
                .recover(failure -> {
                    pass.failAfter(failure);
                    return Step.done(pass);
                });
    }

    private Step<boolean[]> continueAfter(
            Snapshot snapshot, Access sent, PassResult pass, Function<PassResult, Step<boolean[]>> next) {
        RuntimeException failure = pass.failure();
        if (pass.dead().isEmpty()) {
            if (failure != null) {
                throw report(failure);
            }
            return next.apply(pass);
        }
        Recovery recovery = new Recovery(filter, snapshot.generation(), sent, pass.dead());
        if (failure == null) {
            return repeatAfter(snapshot, recovery, pass::takeEnded);
        }
        return recovery.removeRecreated().then(removed -> {
            throw report(failure);
        });
    }

    /**
     * Repeats the operation where the partitions that are not alive have a successor.
     *
     * @param takeAnswers takes what they answered before they were removed, which counts only if there is a successor
     */
    private Step<boolean[]> repeatAfter(Snapshot snapshot, Recovery recovery, Runnable takeAnswers) {
        return recovery.findSuccessor().translateFailure(this::report).then(successor -> {
            takeAnswers.run();
            return repeatIn(snapshot, successor);
        });
    }

    /**
     * Goes once more over the elements of the portion without an answer, in a new generation, or where the keys are
     * now.
     */
    protected Step<boolean[]> repeatIn(Snapshot snapshot, Snapshot successor) {
        countTurn(snapshot, successor);
        if (successor.generation().isSameAs(snapshot.generation())) {
            return moveOn(successor);
        }
        newerLayers.leaveGeneration(last);
        rebase(snapshot, successor);
        leavePortion();
        // Elements that were refused for lack of room were not written, and another generation may have room.
        elements.setAll(elements.having(ElementOutcome.REFUSED, from, to), ElementOutcome.UNKNOWN);
        to = from;
        return beforeStartingOver == null
                ? nextPortion(successor)
                : beforeStartingOver
                        .apply(successor)
                        .translateFailure(this::report)
                        .then(newer -> {
                            rebase(successor, newer);
                            return nextPortion(newer);
                        });
    }

    /** Adopts a snapshot as the basis. What was answered before a clear need not be in any generation after it. */
    private void rebase(Snapshot snapshot, Snapshot successor) {
        if (!successor.generation().isSameAs(snapshot.generation())
                && !successor.generation().holdsAllOf(snapshot.generation())) {
            toRelay().forgetAnswered();
        }
        basis = successor;
    }

    /**
     * Returns the answered elements that no clear has removed.
     *
     * @param snapshot a snapshot that was read when all elements had their answers
     */
    protected final BitSet lasting(Snapshot snapshot) {
        rebase(Objects.requireNonNull(basis), snapshot);
        return toRelay().lasting();
    }

    /** Goes on where the keys are now. What was answered in the keys is in them wherever they have moved. */
    private Step<boolean[]> moveOn(Snapshot snapshot) {
        leavePortion();
        to = from;
        return nextPortion(snapshot);
    }

    /**
     * Ends the portion with a failure. Whether anything may have been applied refers to the whole operation, not to its
     * last command.
     */
    protected final RuntimeException report(RuntimeException reason) {
        leavePortion();
        return withOutcomes(mayHaveWritten ? ElementFailures.afterAnAppliedWrite(reason) : reason);
    }

    private RuntimeException withOutcomes(RuntimeException reason) {
        return ElementFailures.withOutcomes(access, elements, reason);
    }
}
