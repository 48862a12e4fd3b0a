package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Gives up a rebuild, and removes the keys of the next generation. */
final class Abandonment {

    private final FilterDescription old;
    private final Register register;
    private final RoundLimit rounds;

    /**
     * Prepares to give up rebuilds of a generation.
     *
     * @param old the generation that is rebuilt
     */
    Abandonment(FilterDescription old, Environment environment) {
        this.old = old;
        this.register = new Register(old.name(), environment);
        this.rounds = new RoundLimit(old.name());
    }

    /** Returns the steps that give up a rebuild, if it is still in progress; the value is the version after that. */
    Step<Optional<FilterState>> of(Rebuild rebuild) {
        return register.read().then(found -> end(found, rebuild));
    }

    private Step<Optional<FilterState>> end(Optional<FilterState> found, Rebuild rebuild) {
        rounds.next();
        if (found.filter(state -> isInProgress(state, rebuild)).isEmpty()) {
            return Step.done(found);
        }
        FilterState state = found.get();
        return register.compareAndSet(state, state.abandoned())
                .then(written -> written.isOurs() ? removeEnded(written.current()) : end(written.current(), rebuild));
    }

    /**
     * Returns the steps after which the register explains the mark of a rebuild; the value is the version after that.
     *
     * @param mark the number of the rebuild, which a failover has undone
     */
    Step<Optional<FilterState>> explain(int mark) {
        return register.read().then(found -> explain(found, mark));
    }

    private Step<Optional<FilterState>> explain(Optional<FilterState> found, int mark) {
        rounds.next();
        boolean isMissing = found.filter(state -> state.phase() == Phase.READY
                        && state.filter().generation().equals(old.generation())
                        && state.filter().state().begun() < mark)
                .isPresent();
        return isMissing
                ? register.compareAndSet(found, found.get().explaining(mark))
                        .then(written ->
                                written.isOurs() ? removeEnded(written.current()) : explain(written.current(), mark))
                : Step.done(found);
    }

    private Step<Optional<FilterState>> removeEnded(Optional<FilterState> current) {
        return current.map(register::removeEnded).orElseGet(Step::done).map(removed -> current);
    }

    private boolean isInProgress(FilterState state, Rebuild rebuild) {
        return state.isOfLife(old.origin())
                && state.filter()
                        .rebuild()
                        .filter(current -> current.next()
                                .generation()
                                .equals(rebuild.next().generation()))
                        .isPresent();
    }
}
