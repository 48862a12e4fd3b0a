package io.polybloom.internal.growth;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.register.Making;
import io.polybloom.internal.register.Making.Slot;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Opens the layer after the newest one. The layer before the full one is sealed first, and the full one last: so a
 * client that sees a seal finds the next layer in the register.
 */
public final class LayerOpening {

    /**
     * The outcome.
     *
     * @param stored the current version: without the layer, or none, if the filter was cleared or is gone
     * @param dead partitions that were to be sealed and are not alive; the attempt has created them again
     */
    public record Opened(Optional<FilterState> stored, List<Partition> dead) {}

    private final Generation full;
    private final Slot slot;
    private final Register register;
    private final Environment environment;

    /**
     * Prepares the opening.
     *
     * @param full the generation, with the layer that is full as its newest
     */
    public LayerOpening(Generation full, Environment environment) {
        this(full, Slot.CURRENT, environment);
    }

    private LayerOpening(Generation full, Slot slot, Environment environment) {
        this.full = full;
        this.slot = slot;
        this.register = new Register(full.description().name(), environment);
        this.environment = environment;
    }

    /** Prepares the same for the generation that a rebuild makes. */
    public static LayerOpening ofNext(Generation full, Environment environment) {
        return new LayerOpening(full, Slot.NEXT, environment);
    }

    /** Returns the steps. */
    public Step<Opened> start() {
        // With a still newer layer, no client would find the way past one that its opener has not sealed.
        return Sealing.before(full.newest()).then(dead -> dead.isEmpty() ? open() : opened(register.read(), dead));
    }

    private Step<Opened> open() {
        Making making = new Making(register, environment, slot);
        return register.read()
                .then(found -> making.run(found, this::isWanted, this::claim))
                .then(current -> isOpen(current)
                        ? Sealing.of(full.newest()).then(dead -> opened(Step.done(current), dead))
                        : opened(Step.done(current), List.of()));
    }

    private static Step<Opened> opened(Step<Optional<FilterState>> stored, List<Partition> dead) {
        return stored.map(current -> new Opened(current, dead));
    }

    private FilterState claim(FilterState state, String id) {
        NamedLayer layer = new NamedLayer(id, full.shapeOfNext(), OptionalLong.empty());
        return slot == Slot.NEXT ? state.nextMaking(layer) : state.making(layer);
    }

    private boolean isWanted(FilterState state) {
        return grown(state)
                .filter(generation ->
                        generation.layerIds().equals(full.description().layerIds()))
                .isPresent();
    }

    private boolean isOpen(Optional<FilterState> current) {
        return current.flatMap(this::grown)
                .filter(generation ->
                        generation.layerIds().containsAll(full.description().layerIds()))
                .filter(generation -> generation.layerIds().size()
                        > full.description().layerIds().size())
                .isPresent();
    }

    /** Returns the generation that grows, as a version names it. */
    private Optional<FilterDescription> grown(FilterState state) {
        return slot.generation(state).filter(found -> found.generation().equals(full.id()));
    }
}
