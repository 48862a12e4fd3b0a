package io.polybloom.internal.lifecycle;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.register.Finishing;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Step;
import java.util.Optional;

/**
 * Empties a native filter: a version ends the old layers, which are removed, and the next one puts a new layer into
 * use. Of several clears at once, one serves all.
 */
final class Clearing {

    private final OpenFilter filter;
    private final Generation seen;
    private final Register register;
    private final RoundLimit rounds;

    Clearing(OpenFilter filter) {
        this.filter = filter;
        this.seen = filter.snapshot().generation();
        this.register = new Register(filter.name(), filter.environment());
        this.rounds = new RoundLimit(filter.name());
    }

    /** Returns the steps. */
    Step<Void> start() {
        return register.read().then(this::clear);
    }

    private Step<Void> clear(Optional<FilterState> found) {
        rounds.next();
        return filter.opening()
                .requireExisting(found.filter(state -> !state.isOver()))
                .then(state ->
                        state.life().equals(seen.description().origin()) ? clear(state) : takeUp(Optional.of(state)));
    }

    private Step<Void> clear(FilterState state) {
        SpecComparison.requireSame(state.filter(), seen.description());
        SpecComparison.requireServers(state.filter(), filter.environment().servers());
        if (state.phase() == Phase.CLEARING) {
            return takeUp(Optional.of(state));
        }
        if (state.phase() != Phase.READY) {
            return finishing().finish(Optional.of(state)).then(this::clear);
        }
        String generation = filter.environment().ids().get();
        String layer = filter.environment().ids().get();
        FilterState cleared = state.cleared(generation, layer);
        return register.compareAndSetOnAFullServer(state, cleared)
                .then(written -> written.isOurs()
                        ? finishing().continueWith(written.current(), layer).then(this::takeUp)
                        : clear(written.current()));
    }

    private Finishing finishing() {
        return new Finishing(register, filter.environment());
    }

    private Step<Void> takeUp(Optional<FilterState> current) {
        return filter.takeUp(current.filter(state -> !state.isOver()), seen).asVoid();
    }
}
