package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.register.Making;
import io.polybloom.internal.register.Making.Slot;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Prepares the keys of a filter with a window for a slice. If all elements in them are forgotten, empty keys take their
 * place. Otherwise they move on: exactly one slice follows each, which the first client that writes it into the
 * register chooses; all clients move all keys to that one, and only then may another slice follow. So each key has only
 * one way to go, and a command that arrives late finds that the key has gone.
 */
final class SliceOpening {

    /** More attempts would hardly help: a key that is lost on its way stays lost. */
    private static final int MOST_MOVES = 3;

    private final Generation generation;
    private final boolean areForgotten;
    private final long present;
    private final Register register;
    private final Environment environment;
    private final RoundLimit rounds;

    /**
     * Prepares the move.
     *
     * @param generation the filter, with the slice up to which its keys are prepared
     * @param areForgotten whether all elements in them are forgotten
     * @param present the present slice
     */
    SliceOpening(Generation generation, boolean areForgotten, long present, Environment environment) {
        this.generation = generation;
        this.areForgotten = areForgotten;
        this.present = present;
        this.environment = environment;
        this.register = new Register(generation.description().name(), environment);
        this.rounds = new RoundLimit(register.name());
    }

    /** Returns the steps; afterwards the register tells whether the keys have arrived. */
    Step<Void> start() {
        return register.read()
                .then(found -> areForgotten || generation.layers().isEmpty() ? make(found) : move(found, MOST_MOVES));
    }

    private Step<Void> make(Optional<FilterState> found) {
        return new Making(register, environment, Slot.CURRENT)
                .run(
                        found,
                        this::isUnchanged,
                        (state, id) ->
                                state.making(new NamedLayer(id, state.filter().geometry(), OptionalLong.of(present))))
                // The next version may come after a whole slice, and until then the old keys would take memory.
                .then(current -> current.map(register::removeEnded).orElseGet(Step::done));
    }

    /** Returns whether a version has the keys that this client knows, where it knows them. */
    private boolean isUnchanged(FilterState state) {
        return state.phase() == Phase.READY
                && state.filter().generation().equals(generation.id())
                && state.filter().layerIds().equals(generation.description().layerIds())
                && state.filter().window().equals(generation.description().window());
    }

    private Step<Void> move(Optional<FilterState> found, int movesLeft) {
        rounds.next();
        if (found.filter(this::isHere).isEmpty()) {
            return Step.done();
        }
        FilterState state = found.get();
        boolean isMoving = state.filter().window().orElseThrow().open().size() > 1;
        return isMoving
                ? carry(state, movesLeft)
                : register.compareAndSet(state, state.movingTo(present))
                        .then(written -> move(written.current(), movesLeft));
    }

    /** Returns whether the keys are still those, and have not arrived in another slice. */
    private boolean isHere(FilterState state) {
        List<Long> open = state.filter().window().map(FilterWindow::open).orElse(List.of());
        return state.phase() == Phase.READY
                && state.filter().generation().equals(generation.id())
                && state.filter().layerIds().equals(generation.description().layerIds())
                && !open.isEmpty()
                && open.get(0) == MovingLayer.prepared(generation);
    }

    private Step<Void> carry(FilterState state, int movesLeft) {
        Layer from = state.generation().layers().get(0);
        return new PartitionMove(from).run(state.lifetime()).then(dead -> {
            if (!dead.isEmpty()) {
                return movesLeft == 1
                        ? Step.done()
                        // After a failover, the keys may not be moving any more.
                        : register.read().then(found -> move(found, movesLeft - 1));
            }
            return arrive(state, Optional.of(state), movesLeft);
        });
    }

    /** If another client has written a version with another expiry, the keys that have arrived get it first. */
    private Step<Void> arrive(FilterState carried, Optional<FilterState> found, int movesLeft) {
        rounds.next();
        if (found.filter(this::isHere).isEmpty()) {
            return Step.done();
        }
        FilterState state = found.get();
        return state.lifetime().equals(carried.lifetime())
                ? register.compareAndSet(state, state.arrived())
                        .then(written -> written.isOurs() ? Step.done() : arrive(carried, written.current(), movesLeft))
                : carry(state, movesLeft);
    }
}
