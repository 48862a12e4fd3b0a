package io.polybloom.internal.load;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.internal.capacity.FullnessCheck;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Precision;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.BulkOperation;
import io.polybloom.internal.membership.SingleOperation;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Adds any number of elements in rounds: collect their bits in memory, merge them partition by partition. A round ends when the
 * memory is used up or, in a filter that must not pass its capacity, when it has taken half as many elements as there is room for;
 * what is left when there is hardly any room is added as by {@link BulkOperation}.
 */
public final class Load {

    /** The part of a layer's capacity that must be free for another round. */
    private static final int LEAST_PART = 16;

    /** How many elements are added at a time where there is hardly any room. */
    private static final int CHUNK = 8192;

    private final OpenFilter filter;
    private final LoadSource<?> source;
    private final long memory;
    private final Environment environment;
    private final Set<Optional<Instant>> applied = new HashSet<>();

    /** The generation into which the elements go, with the layers that were stored when the round began. */
    private Generation generation;

    /**
     * Prepares the load of some elements.
     *
     * @param memory the bytes of memory for their bits
     */
    public Load(OpenFilter filter, Snapshot now, LoadSource<?> source, long memory) {
        this.filter = filter;
        this.source = source;
        this.memory = memory;
        this.generation = now.generation();
        this.environment = filter.opening().environment();
    }

    /** Returns the steps; the value is the number of elements. Without elements nothing is sent. */
    public Step<Long> start() {
        return source.hasNext()
                ? filter.refresh(generation).then(now -> {
                    generation = now.generation();
                    return nextRound(now);
                })
                : new Step.Done<>(0L);
    }

    private Step<Long> nextRound(Snapshot now) {
        if (!now.generation().isSameAs(generation)) {
            throw replaced();
        }
        generation = now.generation();
        if (!source.hasNext()) {
            return new Step.Done<>(source.taken());
        }
        if (generation.description().overCapacity() == OverCapacity.DEGRADE) {
            return round(now, Long.MAX_VALUE);
        }
        Sampling sampling = new Sampling(generation, List.of(generation.newest()), Precision.CLOSE);
        return sampling.run()
                .then(sampled -> sampling.dead().isEmpty()
                        ? roundWithin(now, sampling.stats().layers().get(0))
                        : explain(Access.LOOK_UP, sampling.dead().get(0)));
    }

    private Step<Long> roundWithin(Snapshot now, LayerStats newest) {
        long room = newest.capacity() - newest.estimatedCount();
        return newest.sealed() || room < Math.max(1, newest.capacity() / LEAST_PART)
                ? add(now)
                : round(now, (room + 1) / 2);
    }

    private Step<Long> add(Snapshot now) {
        return BulkOperation.of(filter, Access.ADD, source.next(CHUNK))
                .start(now)
                .translateFailure(this::reason)
                .then(answers -> {
                    source.reportProgress();
                    return filter.refresh(generation).then(this::nextRound);
                });
    }

    private RuntimeException reason(BloomFilterException failure) {
        RuntimeException reason = SingleOperation.withoutOutcomes(failure);
        return reason instanceof OverCapacityException
                ? new OverCapacityException(
                        generation.description().name(),
                        generation.description().capacity(),
                        "the filter '" + generation.description().name() + "' is full: its capacity of "
                                + generation.description().capacity() + " was reached when " + source.taken()
                                + " elements had been read, and the rest was not loaded. Create a larger filter, or one that grows")
                : reason;
    }

    private Step<Long> round(Snapshot now, long mostElements) {
        long before = source.taken();
        CollectedBits bits = new CollectedBits(generation.newest());
        applied.clear();
        return sealLayerBefore()
                .then(older -> new Collecting(source, bits, mostElements, memory).run())
                .then(dead -> dead == null ? merge(bits.release()) : explain(Access.LOOK_UP, dead))
                .then(merged -> confirm())
                .then(this::takeOverExpiry)
                .then(confirmed -> watch(now, source.taken() - before))
                .then(this::nextRound);
    }

    /** Whoever does not know the newest layer finds it by the seals of the one before. */
    private Step<Void> sealLayerBefore() {
        int newest = generation.newest().index();
        if (newest == 0) {
            return new Step.Done<>(null);
        }
        return PartitionSweep.seal(generation.layers().get(newest - 1))
                .then(dead -> dead.isEmpty() ? new Step.Done<>(null) : explain(Access.ADD, dead.get(0)));
    }

    private Step<Void> merge(Deque<PartitionBits> rest) {
        PartitionBits bits = rest.poll();
        if (bits == null) {
            return new Step.Done<>(null);
        }
        Merge merge = new Merge(bits, environment, this::confirm);
        return merge.run().then(isAlive -> {
            if (!merge.setsDirectly()) {
                applied.add(merge.expireAt());
            }
            return isAlive ? merge(rest) : explain(Access.ADD, bits.partition());
        });
    }

    /** Reads when the keys of the filter expire; fails if the filter is gone, or another one by now. */
    private Step<Optional<Instant>> confirm() {
        return filter.opening().describe().then(stored -> {
            FilterDescription now;
            try {
                now = filter.requireExisting(stored);
            } catch (FilterGoneException gone) {
                return end(stored).then(ended -> {
                    throw gone;
                });
            }
            return now.generation().equals(generation.id())
                    ? new Step.Done<>(now.expireAt())
                    : filter.takeUp(stored, generation).then(successor -> {
                        throw replaced();
                    });
        });
    }

    /** A partition that was merged has lost its expiry, and must not outlive the filter. */
    private Step<Void> end(Optional<FilterDescription> stored) {
        List<Layer> merged = List.of(generation.newest());
        Optional<Instant> expireAt =
                stored.filter(last -> last.generation().equals(generation.id())).flatMap(FilterDescription::expireAt);
        return expireAt.isPresent()
                ? PartitionSweep.expire(merged, expireAt.get().toEpochMilli()).then(missing -> new Step.Done<>(null))
                : PartitionSweep.unlink(merged);
    }

    /** Another client may have set the expiry while the partitions were merged. */
    private Step<Void> takeOverExpiry(Optional<Instant> now) {
        if (now.isEmpty() || applied.stream().allMatch(now::equals)) {
            return new Step.Done<>(null);
        }
        return PartitionSweep.expire(List.of(generation.newest()), now.get().toEpochMilli())
                .then(missing -> new Step.Done<>(null));
    }

    private Step<Snapshot> watch(Snapshot now, long elements) {
        if (filter.watch().isIdle()) {
            return new Step.Done<>(now);
        }
        filter.watch().loaded(generation, elements);
        return new FullnessCheck(filter, now).start();
    }

    /** Throws the exception that says why a partition is not alive. */
    private <R> Step<R> explain(Access access, Partition dead) {
        return new Recovery(filter, generation, access, List.of(dead))
                .findSuccessor()
                .then(successor -> {
                    throw replaced();
                });
    }

    private LostDataException replaced() {
        return new LostDataException(
                generation.description().name(),
                "the filter '" + generation.description().name()
                        + "' was cleared or created anew while it was being loaded; repeat the load");
    }
}
