package io.polybloom.internal.expiry;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.register.Deletion;
import io.polybloom.internal.register.Finishing;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Sets, changes or removes the expiry of a native filter. A version says when the filter expires, and that its keys are
 * still to get that expiry; when they have it, another version says so. A client that dies in between is finished by
 * the next one that reads the register. No partition may outlive the register: so the register gets a later expiry
 * before the version that names it.
 */
public final class ChangeOfExpiry {

    private final OpenFilter filter;
    private final Generation seen;
    private final Lifetime wanted;
    private final Register register;
    private final RoundLimit rounds;

    /**
     * Prepares the change.
     *
     * @param wanted how long the filter is to live
     */
    public ChangeOfExpiry(OpenFilter filter, Lifetime wanted) {
        this.filter = filter;
        this.seen = filter.snapshot().generation();
        this.wanted = wanted;
        this.register = new Register(filter.name(), filter.environment());
        this.rounds = new RoundLimit(filter.name());
    }

    /** Returns the steps. */
    public Step<Void> start() {
        return register.read().then(this::change);
    }

    private Step<Void> change(Optional<FilterState> found) {
        rounds.next();
        return filter.opening()
                .requireExisting(found.filter(state -> !state.isOver()))
                .then(state -> {
                    if (!state.life().equals(seen.description().origin())) {
                        // Another filter has the name by now, and keeps its own expiry.
                        return filter.takeUp(Optional.of(state), seen).asVoid();
                    }
                    return state.isSettled()
                            ? write(state)
                            : new Finishing(register, filter.environment())
                                    .finish(Optional.of(state))
                                    .then(this::change);
                });
    }

    private Step<Void> write(FilterState state) {
        Lifetime before = state.lifetime();
        boolean isPutOff = before.isLimited() && !before.outlives(wanted);
        return (isPutOff ? register.lifetime().set(wanted) : Step.<Void>done())
                .then(prolonged -> register.compareAndSet(state, state.expiring(wanted)))
                .then(written -> written.isOurs()
                        ? settle(written.current(), before)
                        : giveBack(isPutOff, written.current()).then(given -> change(written.current())));
    }

    /** Another client was faster: the register has another expiry by now, or is that of another filter. */
    private Step<Void> giveBack(boolean isPutOff, Optional<FilterState> current) {
        return isPutOff ? register.lifetime().giveBack(current) : Step.done();
    }

    /** A partition that is lost is found when the expiry is applied. */
    private Step<Void> settle(Optional<FilterState> written, Lifetime before) {
        if (written.filter(this::isToSettle).isEmpty()) {
            return conclude(written);
        }
        FilterState state = written.get();
        Finishing finishing = new Finishing(register, filter.environment());
        return finishing
                .applyLifetime(state)
                .then(dead -> finishing
                        .conclude(state)
                        .then(current -> dead.isEmpty() ? conclude(current) : explain(state, dead, before)));
    }

    private boolean isToSettle(FilterState state) {
        return state.phase() == Phase.READY
                && state.settles()
                && state.lifetime().equals(wanted);
    }

    private Step<Void> conclude(Optional<FilterState> current) {
        Optional<FilterState> living = current.filter(state -> !state.isOver());
        if (living.isEmpty()) {
            return Step.done();
        }
        living.filter(FilterState::isSettled).ifPresent(this::adopt);
        return filter.takeUp(living, seen).asVoid().recover(this::expectEnd);
    }

    /** Takes a new expiry up, even if the filter has expired by now: callers see when it did. */
    private Step<Void> adopt(FilterState state) {
        if (state.generation().isOfLifeOf(seen)) {
            filter.adopt(state.generation());
        }
        return Step.done();
    }

    /** An expiry of a moment from now may have passed. */
    private Step<Void> expectEnd(BloomFilterException failure) {
        if (wanted.isLimited() && failure instanceof FilterGoneException gone && gone.hasExpired()) {
            return Step.done();
        }
        throw failure;
    }

    /**
     * Finds out why partitions are not alive: their expiry of before, or the one of a moment from now, may have passed.
     * A filter that has lost its partitions by the expiry of before has ended.
     */
    private Step<Void> explain(FilterState state, List<Partition> dead, Lifetime before) {
        return register.lifetime()
                .isOver(wanted)
                .then(passed -> passed
                        ? adopt(state)
                        : register.lifetime()
                                .isOver(before)
                                .then(isTooLate -> isTooLate
                                        ? Deletion.of(register, filter.environment(), state.generation())
                                                .start()
                                                .then(ended -> {
                                                    throw filter.opening().expired();
                                                })
                                        : new Recovery(filter, state.generation(), Access.LOOK_UP, dead)
                                                .findSuccessor()
                                                .asVoid()));
    }
}
