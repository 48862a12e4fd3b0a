package io.polybloom.internal.rebuild;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Room;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.growth.Growth;
import io.polybloom.internal.growth.LayerOpening;
import io.polybloom.internal.growth.Sealing;
import io.polybloom.internal.membership.Pass;
import io.polybloom.internal.membership.PassResult;
import io.polybloom.internal.membership.Relay;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Brings elements that were added to a generation which is being rebuilt into the generation that is to replace it,
 * before the add is answered. Whether they are there already does not matter: the add is answered by the generation
 * that was current.
 */
final class CarryOver {

    private final OpenFilter filter;
    private final Relay.Cause cause;
    private final RoundLimit rounds;
    private final CallElements elements;

    /** The elements that are carried over. */
    private final BitSet which;

    /** Prepares to carry over some elements of an add. */
    CarryOver(OpenFilter filter, Relay.Cause cause, CallElements elements, BitSet which) {
        this.filter = filter;
        this.cause = cause;
        this.rounds = new RoundLimit(filter.name());
        this.elements = elements;
        this.which = which;
    }

    /** Returns the steps that bring them. */
    Step<Void> start() {
        return start(cause.seen(), cause.isNews());
    }

    /**
     * Returns the steps that bring them.
     *
     * @param seen the generation to which the elements were added, as the add knew it
     * @param isNews whether a partition had a mark that the description of this generation does not mention
     */
    private Step<Void> start(Generation seen, boolean isNews) {
        rounds.next();
        return isNews || openRebuild(seen).isEmpty()
                ? filter.refresh(seen)
                        .then(snapshot -> explain(seen, snapshot))
                        .then(snapshot -> bring(seen, snapshot.generation()))
                : bring(seen, seen);
    }

    /** A mark that the register does not explain is that of a rebuild which a failover has undone. */
    private Step<Snapshot> explain(Generation seen, Snapshot snapshot) {
        Generation current = snapshot.generation();
        boolean isExplained = !current.isSameAs(seen)
                || cause.mark() <= current.description().state().begun();
        return isExplained
                ? Step.done(snapshot)
                : new Abandonment(current.description(), filter.environment())
                        .explain(cause.mark())
                        .then(explained -> filter.refresh(seen));
    }

    private Step<Void> bring(Generation seen, Generation current) {
        return bring(seen, current, which);
    }

    private Step<Void> bring(Generation seen, Generation current, BitSet rest) {
        if (current.isSameAs(seen)) {
            return openRebuild(current)
                    .map(rebuild -> toNext(current, rebuild, rest))
                    .orElseGet(() -> Step.done());
        }
        // A clear has removed the elements, and no client brings them back.
        return current.holdsAllOf(seen) ? toCurrent(current, which) : Step.done();
    }

    private static Optional<Rebuild> openRebuild(Generation generation) {
        return generation.description().rebuild().filter(Rebuild::isOpen);
    }

    /** A rebuild that has lost a partition, or has no room for an element, cannot be completed. */
    private Step<Void> toNext(Generation current, Rebuild rebuild, BitSet rest) {
        Generation next = new Generation(rebuild.next());
        return part(next.newest(), rest).then(part -> {
            if (part.isEmpty()) {
                return next.newest().mayBeFollowed() ? openNext(current, rebuild, rest) : abandon(current, rebuild);
            }
            return add(next.newest(), part).then(pass -> {
                if (!pass.dead().isEmpty() || !pass.refused().isEmpty()) {
                    return new Recovery(filter, next, Access.ADD, pass.dead())
                            .removeRecreated()
                            .then(removed -> abandon(current, rebuild));
                }
                // A next generation with marks has become the current one, and is being rebuilt itself.
                return pass.meetsNews()
                        ? start(current, true)
                        : continueWithout(rest, part, left -> toNext(current, rebuild, left));
            });
        });
    }

    /** If a failover has undone the rebuild, the register does not show it any more, and nothing is left to do. */
    private Step<Void> abandon(Generation current, Rebuild rebuild) {
        rounds.next();
        return new Abandonment(current.description(), filter.environment())
                .of(rebuild)
                .then(decided -> filter.refresh(current))
                .then(newer -> bring(current, newer.generation()));
    }

    private Step<Void> openNext(Generation current, Rebuild rebuild, BitSet rest) {
        rounds.next();
        return LayerOpening.ofNext(new Generation(rebuild.next()), filter.environment())
                .start()
                .then(opened -> opened.dead().isEmpty()
                        ? filter.takeUp(opened.stored(), current)
                                .then(newer -> bring(current, newer.generation(), rest))
                        : abandon(current, rebuild));
    }

    private Step<Void> toCurrent(Generation current, BitSet rest) {
        return part(current.newest(), rest).then(part -> {
            if (part.isEmpty() && current.newest().mayBeFollowed()) {
                return openCurrent(current, rest);
            }
            // One that rejects has accepted the elements before it was rebuilt.
            BitSet brought = part.isEmpty() ? rest : part;
            return add(current.newest(), brought).then(pass -> {
                if (!pass.dead().isEmpty()) {
                    return new Recovery(filter, current, Access.ADD, pass.dead())
                            .findSuccessor()
                            .then(successor -> bring(current, successor.generation()));
                }
                BloomFilterException refusal = pass.refusal();
                if (refusal != null) {
                    throw refusal;
                }
                return pass.meetsNews() || current.relaysAdds()
                        ? start(current, pass.meetsNews())
                                .then(carried -> continueWithout(rest, brought, left -> toCurrent(current, left)))
                        : continueWithout(rest, brought, left -> toCurrent(current, left));
            });
        });
    }

    private Step<Void> openCurrent(Generation current, BitSet rest) {
        rounds.next();
        return new Growth(filter, current)
                .openNext()
                .then(newer -> newer.generation().isSameAs(current)
                        ? toCurrent(newer.generation(), rest)
                        : bring(current, newer.generation()));
    }

    private static Step<Void> continueWithout(BitSet all, BitSet brought, Function<BitSet, Step<Void>> next) {
        BitSet left = (BitSet) all.clone();
        left.andNot(brought);
        return left.isEmpty() ? Step.done() : next.apply(left);
    }

    /**
     * Chooses the elements for which a layer has room; the value is empty if it has none. No operation that is answered
     * by a layer watches its room while the layer belongs to the next generation.
     */
    private Step<BitSet> part(Layer layer, BitSet rest) {
        if (layer.isUnwatched()) {
            return Step.done(rest);
        }
        long taken = filter.watch().takeOfNext(layer, rest.cardinality());
        if (taken > 0) {
            return Step.done(first(rest, taken));
        }
        return sealBefore(layer).then(done -> measure(layer)).map(sampling -> {
            if (!sampling.dead().isEmpty()) {
                // The add will meet it, too, and find out why.
                return rest;
            }
            Room room = Room.upToCapacity(layer, sampling.stats().layers().get(0));
            filter.watch().measuredNext(layer, room.elements());
            return first(rest, filter.watch().takeOfNext(layer, rest.cardinality()));
        });
    }

    /** That the layer before has lost a partition is found by those who look for its elements. */
    private Step<Void> sealBefore(Layer layer) {
        return Sealing.before(layer).asVoid();
    }

    private static Step<Sampling> measure(Layer layer) {
        Sampling sampling = new Sampling(new Generation(layer.filter()), List.of(layer), Precision.CLOSE);
        return sampling.run().map(sampled -> sampling);
    }

    private static BitSet first(BitSet places, long count) {
        BitSet first = new BitSet();
        places.stream().limit(count).forEach(first::set);
        return first;
    }

    private Step<PassResult> add(Layer layer, BitSet part) {
        // What it finds there is no answer.
        return Pass.adding(elements.again(), part, layer);
    }
}
