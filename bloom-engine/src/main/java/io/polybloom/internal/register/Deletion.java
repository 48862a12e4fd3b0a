package io.polybloom.internal.register;

import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.register.Register.Written;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/**
 * Ends a filter: a version says that it has ended and names its keys, which are removed; the next version says that
 * they are, and stays for a day. A deletion that dies on the way is finished by the next client that needs the name.
 */
public final class Deletion {

    private final Register register;
    private final Environment environment;
    private final Optional<Generation> open;
    private final RoundLimit rounds;
    private boolean isAny;

    private Deletion(Register register, Environment environment, Optional<Generation> open) {
        this.register = register;
        this.environment = environment;
        this.open = open;
        this.rounds = new RoundLimit(register.name());
    }

    /** Prepares the deletion of one filter, but not of another one that has its name by now. */
    public static Deletion of(Register register, Environment environment, Generation open) {
        return new Deletion(register, environment, Optional.of(open));
    }

    /** Prepares the deletion of the filter that has a name. */
    public static Deletion of(Register register, Environment environment) {
        return new Deletion(register, environment, Optional.empty());
    }

    /** Returns the steps; the value says whether there was a filter. */
    public Step<Boolean> start() {
        return register.read().then(this::end).map(ended -> isAny);
    }

    private Step<Void> end(Optional<FilterState> found) {
        rounds.next();
        if (found.filter(this::isMeant).isEmpty()) {
            return removeKnown(found);
        }
        FilterState state = found.get();
        SpecComparison.requireServers(state.filter(), environment.servers());
        isAny = true;
        return state.phase() == Phase.DELETING ? finish(found) : write(state);
    }

    private boolean isMeant(FilterState state) {
        boolean isOther = open.filter(generation ->
                        !state.life().equals(generation.description().origin()))
                .isPresent();
        return !isOther && state.phase() != Phase.DELETED;
    }

    private Step<Void> write(FilterState state) {
        return register.compareAndSetOnAFullServer(state, state.deleted())
                .recover(failure -> Register.ifOutOfMemory(failure, () -> removeVersions(state)))
                .then(written -> end(written.current(), written.isOurs()));
    }

    private Step<Void> end(Optional<FilterState> current, boolean isOurs) {
        return isOurs ? finish(current) : end(current);
    }

    private Step<Void> finish(Optional<FilterState> current) {
        return new Finishing(register, environment)
                .finish(current.filter(FilterState::isOver))
                .asVoid();
    }

    /** The server has no memory for another version, and so for nothing that says that the filter has ended. */
    private Step<Written> removeVersions(FilterState state) {
        return KeysBeside.each(room -> room.removeAll(register, state.filter()))
                .then(swept -> register.remove())
                .map(removed -> new Written(Optional.empty(), true));
    }

    /** Removes the keys that the caller knows, of a filter whose versions are lost or that has ended. */
    private Step<Void> removeKnown(Optional<FilterState> found) {
        return open.map(generation -> PartitionRemoval.unlink(generation.layers().stream()
                        .filter(layer -> found.filter(state -> state.uses(layer.keyName()))
                                .isEmpty())
                        .toList()))
                .orElseGet(Step::done);
    }
}
