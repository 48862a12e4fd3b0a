package io.polybloom.internal.load;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.growth.Sealing;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Merges bits into partitions of one generation of a filter. Fails if the filter is gone or another generation has
 * replaced this one, and restores the lifetime of partitions, which a merge drops.
 */
public final class GuardedMerge {

    private static final List<MergeObstacle> ROOMS = Seams.of(MergeObstacle.class);

    private final OpenFilter filter;
    private final Generation generation;
    private final Set<Layer> layers = new LinkedHashSet<>();
    private final List<Partition> merged = new ArrayList<>();
    private final RoundLimit rounds;

    /**
     * The keys of partitions without a trailer that were there. If one of them is missing later, the filter is gone.
     */
    private final Set<String> existing;

    /**
     * The lifetimes that partitions may have got by a merge; one without a trailer keeps its own, which the register
     * does not name.
     */
    private final Set<Lifetime> applied = new HashSet<>();

    /** Prepares merges into a generation that the filter has adopted. */
    public GuardedMerge(OpenFilter filter, Generation generation) {
        this(filter, generation, new HashSet<>());
    }

    /**
     * Prepares merges that follow others into the same filter.
     *
     * @param existing the keys that the earlier merges have found
     */
    GuardedMerge(OpenFilter filter, Generation generation, Set<String> existing) {
        this.existing = existing;
        this.filter = filter;
        this.generation = generation;
        this.rounds = new RoundLimit(generation.description().name());
    }

    /**
     * Returns the steps to run before the bits for a layer are collected: they seal the layer before it. If the
     * partitions have no trailers, they find out instead which keys exist: nothing else distinguishes a filter that has
     * expired from one without elements.
     */
    public Step<Void> prepare(Layer layer) {
        return layer.hasTrailer() ? sealBefore(layer) : findExisting(layer);
    }

    private Step<Void> findExisting(Layer layer) {
        return PartitionSweep.integers(layer.partitions(), partition -> List.of(Commands.timeToLive(partition.key())))
                .also(lives -> lives.forEach((partition, life) -> {
                    if (life != Commands.NO_SUCH_KEY) {
                        existing.add(partition.place().key());
                    }
                }))
                .asVoid();
    }

    private Step<Void> sealBefore(Layer layer) {
        return Sealing.before(layer).then(dead -> dead.isEmpty() ? Step.done() : explain(Access.ADD, dead));
    }

    /**
     * Returns the steps that merge bits into one partition after the other, and then make sure that the generation is
     * still the current one. However they end, the partitions get the lifetime that another client may have given the
     * filter meanwhile.
     */
    public Step<Void> merge(Iterator<PartitionPieces> pieces) {
        return mergeEach(pieces)
                .recover(failure -> Steps.failAfter(removeRecreated(), failure))
                .then(merged -> confirmLifetime());
    }

    private Step<Void> mergeEach(Iterator<PartitionPieces> rest) {
        if (!rest.hasNext()) {
            return Step.done();
        }
        PartitionPieces pieces = rest.next();
        layers.add(pieces.partition().layer());
        merged.add(pieces.partition());
        Partition partition = pieces.partition();
        return new Merge(pieces, filter.environment(), () -> lifetimeToApply(partition))
                .run()
                .then(isAlive -> isAlive ? mergeEach(rest) : explain(Access.ADD, partition));
    }

    /** If the layers have ended, a merge may have made a key again. A partition that is alive is none of these. */
    private Step<Void> removeRecreated() {
        return PartitionSweep.dead(merged.stream())
                .then(dead -> new Recovery(filter, generation, Access.ADD, dead).removeRecreated())
                .then(removed -> applied.isEmpty() ? Step.done() : confirmLifetime());
    }

    private Step<Void> confirmLifetime() {
        return confirm().then(this::takeOverLifetime);
    }

    /** Reads the lifetime of a partition just before the merge, which drops it from the key. */
    private Step<Lifetime> lifetimeToApply(Partition partition) {
        if (partition.layer().hasTrailer()) {
            return confirm().also(applied::add);
        }
        String key = partition.place().key();
        return PartitionLifetime.ofKey(
                        partition,
                        existing.contains(key),
                        () -> filter.opening()
                                .absent("is gone: the key " + key
                                        + " was deleted or cleared, or has expired, or the server has lost its data,"
                                        + " while bits were merged into the filter"))
                .also(found -> existing.add(key));
    }

    /** Throws the exception that says why a partition is not alive. */
    public <R> Step<R> explain(Access access, Partition dead) {
        return explain(access, List.of(dead));
    }

    private <R> Step<R> explain(Access access, List<Partition> dead) {
        return new Recovery(filter, generation, access, dead).findSuccessor().then(successor -> {
            throw replaced();
        });
    }

    /** Returns the complaint that another generation has taken the place of this one. */
    public LostDataException replaced() {
        return new LostDataException(
                generation.description().name(),
                "the filter '" + generation.description().name()
                        + "' was cleared, rebuilt or created anew while bits were merged into it: repeat the call");
    }

    /** Reads how long the filter lives; fails if the filter is gone, or another filter has its name by now. */
    private Step<Lifetime> confirm() {
        return filter.opening()
                .describe()
                .then(stored -> existing(stored)
                        .then(current -> current.generation().isSameAs(generation)
                                ? endObstacles(current.filter()).map(ended -> current.lifetime())
                                : filter.takeUp(stored, generation).then(successor -> {
                                    throw replaced();
                                })));
    }

    private Step<FilterState> existing(Optional<FilterState> stored) {
        return Step.<Void>done()
                .then(begun -> filter.opening().requireExisting(stored))
                .recover(failure -> {
                    if (!(failure instanceof FilterGoneException)) {
                        throw failure;
                    }
                    return end(stored).then(ended -> {
                        throw failure;
                    });
                });
    }

    /** Ends what has begun since the bits were collected, and cannot take them. */
    private Step<Void> endObstacles(FilterDescription current) {
        return Seams.first(ROOMS, room -> room.end(current, filter.environment()))
                .map(ending -> ending.then(ended -> filter.takeUp(ended.filter(state -> !state.isOver()), generation))
                        .then(newer -> {
                            if (newer.generation().isSameAs(generation)) {
                                return endObstacles(newer.generation().description());
                            }
                            throw replaced();
                        }))
                .orElseGet(Step::done);
    }

    /**
     * A partition that was merged has lost its lifetime, and must not outlive the filter. If the register is gone, it
     * gets the longest of those that were read. It is not removed: a server that has come back empty may have been
     * asked for the register, which others can still read.
     */
    private Step<Void> end(Optional<FilterState> stored) {
        Lifetime lifetime = stored.filter(last -> last.generation().isSameAs(generation))
                .map(last -> last.lifetime())
                .orElseGet(() -> applied.stream()
                        .reduce((one, other) -> one.outlives(other) ? one : other)
                        .orElse(Lifetime.FOR_EVER));
        return lifetime.isLimited() ? PartitionLifetime.apply(layers, lifetime).asVoid() : Step.done();
    }

    /**
     * Another client may have changed the lifetime while the partitions were merged, or before they got it back. It may
     * do so again while this one is applied, so the register must still say the same afterwards.
     */
    private Step<Void> takeOverLifetime(Lifetime now) {
        if (applied.stream().allMatch(now::equals)) {
            return Step.done();
        }
        rounds.next();
        applied.clear();
        applied.add(now);
        return PartitionLifetime.apply(layers, now).then(settled -> confirmLifetime());
    }
}
