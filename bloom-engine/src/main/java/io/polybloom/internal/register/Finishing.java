package io.polybloom.internal.register;

import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.register.Making.Slot;
import io.polybloom.internal.register.Register.Written;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Ends what another client has begun: a filter that is being made, cleared, switched to a rebuilt one, deleted or given
 * another expiry. Every client that needs the filter does so and goes on; so a client that dies on the way leaves
 * nothing undone, and the others notice nothing. Confined to one operation.
 */
public final class Finishing {

    private final Register register;
    private final Environment environment;
    private final RoundLimit rounds;
    private final Making making;

    public Finishing(Register register, Environment environment) {
        this.register = register;
        this.environment = environment;
        this.rounds = new RoundLimit(register.name());
        this.making = new Making(register, environment, Slot.CURRENT);
    }

    /**
     * Returns the steps that finish a version.
     *
     * @param found the current version
     * @return the version after that: settled, that of a filter that was deleted, or empty if nothing is stored
     */
    public Step<Optional<FilterState>> finish(Optional<FilterState> found) {
        if (found.isEmpty()) {
            return Step.done(found);
        }
        rounds.next();
        FilterState state = found.get();
        return switch (state.phase()) {
            case READY -> state.settles() ? settle(state).then(this::finish) : Step.done(found);
            case DELETED -> Step.done(found);
            case MAKING ->
                // Its creator may have died before it took the expiry of an earlier filter from the register.
                register.lifetime()
                        .set(Lifetime.FOR_EVER)
                        .then(kept -> make(state))
                        .then(this::finish)
                        .then(ended -> register.lifetime()
                                .giveBack(ended.filter(FilterState::isOver))
                                .map(given -> ended));
            case CLEARING ->
                KeysBeside.each(room -> room.removeEarlier(register, state.filter()))
                        .then(swept -> makeFirst(found))
                        .then(this::finish);
            case SWITCHING ->
                register.compareAndSet(state, state.switched()).then(written -> finish(written.current()));
            case DELETING -> remove(state).then(this::finish);
        };
    }

    private Step<Optional<FilterState>> make(FilterState state) {
        int servers = state.filter().servers();
        return servers == 1
                ? makeFirst(Optional.of(state))
                : new OtherServers(register, servers)
                        .requirePriority(state, environment)
                        .then(alone -> makeFirst(alone));
    }

    private Step<Optional<FilterState>> makeFirst(Optional<FilterState> found) {
        if (found.filter(Finishing::lacksFirst).isPresent()
                && found.get().making().isEmpty()) {
            return register.compareAndSet(found, found.get().published()).map(Written::current);
        }
        return making.run(found, Finishing::lacksFirst, FilterState::takenOver);
    }

    private static boolean lacksFirst(FilterState state) {
        return state.phase() == Phase.MAKING || state.phase() == Phase.CLEARING;
    }

    /**
     * Puts the first layer of a filter, which this client has just named, into use, and finishes the filter.
     *
     * @param written the version with which this client has claimed a name, or cleared a filter
     * @param id the id of the layer
     */
    public Step<Optional<FilterState>> continueWith(Optional<FilterState> written, String id) {
        if (written.filter(Finishing::lacksFirst).isEmpty()
                || written.get().making().isEmpty()) {
            return finish(written);
        }
        FilterState state = written.get();
        int servers = state.filter().servers();
        Step<Optional<FilterState>> begun = state.phase() == Phase.CLEARING
                ? KeysBeside.each(room -> room.removeEarlier(register, state.filter()))
                        .map(swept -> written)
                : servers == 1
                        ? Step.done(written)
                        : new OtherServers(register, servers).requirePriority(state, environment);
        return begun.then(current -> making.publish(current, id)).then(this::finish);
    }

    private Step<Optional<FilterState>> settle(FilterState state) {
        return applyLifetime(state).then(dead -> conclude(state));
    }

    /**
     * Says that all keys have the expiry that a version names. If other clients have set another one meanwhile, and
     * have called that done, these keys may have got the one of before after it: then all is to be done again.
     */
    public Step<Optional<FilterState>> conclude(FilterState applied) {
        return register.compareAndSet(applied, applied.settled()).then(written -> conclude(applied, written));
    }

    private Step<Optional<FilterState>> conclude(FilterState applied, Written written) {
        Optional<FilterState> current = written.current();
        if (written.isOurs() || current.isEmpty()) {
            return Step.done(current);
        }
        FilterState state = current.get();
        if (state.isOver() || !state.isOfLife(applied.life())) {
            return register.lifetime().giveBack(current).map(given -> current);
        }
        Lifetime lifetime = state.lifetime();
        boolean isSame = lifetime.equals(applied.lifetime());
        if (!state.isSettled()) {
            return finish(current)
                    .then(ended ->
                            (isSame ? Step.<Void>done() : register.lifetime().giveBack(ended)).map(given -> ended));
        }
        if (isSame) {
            return Step.done(current);
        }
        rounds.next();
        return register.compareAndSet(state, state.expiring(lifetime))
                .then(again -> again.isOurs() ? finish(again.current()) : conclude(applied, again));
    }

    /** Gives all keys the lifetime that a version names; the value holds the partitions that are not alive. */
    public Step<List<Partition>> applyLifetime(FilterState state) {
        Lifetime lifetime = state.lifetime();
        return PartitionLifetime.apply(state.generation().layers(), lifetime)
                .then(dead -> register.lifetime()
                        .set(lifetime)
                        .then(expired -> KeysBeside.each(room -> room.live(register, state.filter(), lifetime)))
                        .map(expired -> dead));
    }

    /** On a server whose memory is full, nothing stays to say that the filter was deleted. */
    private Step<Optional<FilterState>> remove(FilterState state) {
        return KeysBeside.each(room -> room.removeAll(register, state.filter()))
                .then(swept -> register.removeEnded(state))
                .then(removed -> register.lifetime().setAfterDeletion())
                .then(expiring -> register.compareAndSetRemoved(state, state.removed())
                        .map(Written::current)
                        .recover(failure -> Register.ifOutOfMemory(
                                failure, () -> register.remove().map(removed -> Optional.empty()))))
                .then(current -> register.lifetime()
                        .giveBack(current.filter(later -> !later.isOver()))
                        .map(given -> current));
    }
}
