package io.polybloom.internal.register;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionMaking;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Makes a layer and publishes it. The layer has an id that this client has drawn, and is published when this client has
 * read the reply to every command that it has sent for it: so no command that brings one of its partitions to life is
 * under way any more, and what is lost later stays lost. A version names the layer before it has any key, so that the
 * keys are removed if this client dies. Confined to one operation.
 */
public final class Making {

    /** Which of the two layers of a state is made. */
    public enum Slot {
        /** A layer of the filter itself. */
        CURRENT(FilterState::making, FilterState::layerToMake, FilterState::published),
        /** A layer of the next generation, during a rebuild. */
        NEXT(FilterState::makingNext, FilterState::nextLayerToMake, FilterState::nextPublished);

        private final Function<FilterState, Optional<NamedLayer>> named;
        private final Function<FilterState, Layer> layer;
        private final UnaryOperator<FilterState> published;

        Slot(
                Function<FilterState, Optional<NamedLayer>> named,
                Function<FilterState, Layer> layer,
                UnaryOperator<FilterState> published) {
            this.named = named;
            this.layer = layer;
            this.published = published;
        }

        /** Returns the generation that gets the layer; empty if a version has none that can get one. */
        public Optional<FilterDescription> generation(FilterState state) {
            return this == NEXT ? state.next() : Optional.of(state.filter()).filter(FilterDescription::ready);
        }

        private boolean isTaken(FilterState state, String id) {
            return named.apply(state).filter(layer -> layer.id().equals(id)).isPresent();
        }
    }

    /** The time for which keys stay that are not published: far longer than making them takes. */
    public static final long LIFE_MILLIS = 600_000;

    /**
     * How long the layers of the next generation live. Each round of a rebuild renews it, so it must exceed the longest
     * round; a shorter one would free the memory sooner if the client that rebuilds has died.
     */
    public static final Duration LIFE_OF_NEXT = Duration.ofDays(1);

    /**
     * The largest number of layers that are made for one purpose. A key that is not alive as soon as it was made was
     * evicted or has expired at once; more attempts would hardly help, and would delay the exception.
     */
    private static final int MOST_ATTEMPTS = 3;

    /** The looks at the register for which another client may make the layer: making it takes two round trips. */
    private static final long FEWEST_LOOKS = 3;

    /** The bits for which it is given the time of one more look: zeroing a mebibyte takes no longer than a read. */
    private static final long BITS_PER_LOOK = 1L << 23;

    private final Register register;
    private final Environment environment;
    private final Slot slot;
    private final RoundLimit rounds;
    private Optional<String> rival = Optional.empty();
    private long looksLeft;
    private int rivals;
    private int attempts;
    private boolean isPast;

    public Making(Register register, Environment environment, Slot slot) {
        this.register = register;
        this.environment = environment;
        this.slot = slot;
        this.rounds = new RoundLimit(register.name());
    }

    /**
     * Makes a layer as long as one is wanted: waits for another client that makes it, and takes over if that takes too
     * long.
     *
     * @param found the current version
     * @param isWanted whether a version lacks the layer
     * @param claim makes the version that names the layer to make, from the current one and an id
     * @return the version after that; the layer is there, or not wanted any more
     */
    public Step<Optional<FilterState>> run(
            Optional<FilterState> found,
            Predicate<FilterState> isWanted,
            BiFunction<FilterState, String, FilterState> claim) {
        if (found.filter(isWanted).isEmpty()) {
            return Step.done(found);
        }
        rounds.next();
        FilterState state = found.get();
        if (mayBeMadeByAnother(state)) {
            return register.read().then(later -> run(later, isWanted, claim));
        }
        String id = environment.ids().get();
        return register.compareAndSet(state, claim.apply(state, id))
                .then(written -> written.isOurs() ? publish(written.current(), id) : Step.done(written.current()))
                .then(later -> isPast ? Step.done(later) : run(later, isWanted, claim));
    }

    /** If several clients make a layer at once, the server needs several times its memory. */
    private boolean mayBeMadeByAnother(FilterState state) {
        Optional<String> other = slot.named.apply(state).map(NamedLayer::id);
        if (!other.equals(rival)) {
            rival = other;
            looksLeft =
                    other.isEmpty() ? 0 : (FEWEST_LOOKS + bits(slot.layer.apply(state)) / BITS_PER_LOOK) << rivals++;
        }
        return other.isPresent() && looksLeft-- > 0;
    }

    private static long bits(Layer layer) {
        return layer.partition(0).bits() * layer.geometry().partitions();
    }

    /**
     * Makes the layer that this client has named, and puts it into use.
     *
     * @param found the current version
     * @param id the id that this client has drawn
     * @return the version after that, which shows whether the layer is in use
     */
    public Step<Optional<FilterState>> publish(Optional<FilterState> found, String id) {
        if (found.filter(state -> slot.isTaken(state, id)).isEmpty()) {
            return Step.done(found);
        }
        FilterState claimed = found.get();
        Layer layer = slot.layer.apply(claimed);
        Lifetime lifetime = lifetime(claimed);
        return PartitionMaking.make(layer, LIFE_MILLIS)
                .then(made -> PartitionLifetime.apply(List.of(layer), lifetime))
                .translateFailure(this::explain)
                .then(dead -> dead.isEmpty()
                        ? publish(found, id, layer, lifetime)
                        : makeAnother(claimed, layer, dead.get(0)));
    }

    private Lifetime lifetime(FilterState state) {
        return slot == Slot.NEXT ? Lifetime.until(environment.clock().instant().plus(LIFE_OF_NEXT)) : state.lifetime();
    }

    private Step<Optional<FilterState>> publish(Optional<FilterState> found, String id, Layer layer, Lifetime applied) {
        if (found.filter(state -> slot.isTaken(state, id)).isEmpty()) {
            // Another client has taken over, or the generation has ended; or this client has slept after it published.
            return found.filter(state -> state.uses(layer.keyName())).isPresent()
                    ? Step.done(found)
                    : PartitionRemoval.unlink(List.of(layer)).map(removed -> found);
        }
        rounds.next();
        FilterState state = found.get();
        Lifetime lifetime = state.lifetime();
        if (slot == Slot.CURRENT && !lifetime.equals(applied)) {
            return PartitionLifetime.apply(List.of(layer), lifetime).then(dead -> publish(found, id, layer, lifetime));
        }
        return register.compareAndSet(state, slot.published.apply(state))
                .then(written -> written.isOurs()
                        ? Step.done(written.current())
                        : publish(written.current(), id, layer, applied));
    }

    private Step<Optional<FilterState>> makeAnother(FilterState claimed, Layer layer, Partition dead) {
        if (++attempts == MOST_ATTEMPTS) {
            if (layer.hasOwnLifetime()) {
                // Its own end is so long ago that it expires at once; the caller asks the server for the time.
                isPast = true;
                return PartitionRemoval.unlink(List.of(layer)).map(removed -> Optional.of(claimed));
            }
            throw new LostDataException(
                    register.name(),
                    "the filter '" + register.name() + "' could not be created: the key "
                            + dead.place().key()
                            + " was lost as soon as it was made (evicted, deleted, or expired), or it holds another"
                            + " value: repeat the call");
        }
        String id = environment.ids().get();
        FilterState next = slot == Slot.NEXT ? claimed.nextTakenOver(id) : claimed.takenOver(id);
        return PartitionRemoval.unlink(List.of(layer))
                .then(removed -> register.compareAndSet(claimed, next))
                .then(written -> publish(written.current(), id));
    }

    private BloomFilterException explain(BloomFilterException failure) {
        if (!(failure instanceof BackendException refused)) {
            return failure;
        }
        return new BackendException(
                refused.reason(),
                refused.mayHaveBeenApplied(),
                refused.getMessage() + ". Not all partitions of the filter '" + register.name()
                        + "' could be created. The others expire within ten minutes, or are removed by the next client"
                        + " that opens the filter",
                refused.getCause());
    }
}
