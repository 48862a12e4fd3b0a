package io.polybloom.internal.load;

import io.polybloom.BloomFilterException;
import io.polybloom.LayerStats;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Room;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.growth.FullnessCheck;
import io.polybloom.internal.membership.BulkAdd;
import io.polybloom.internal.membership.ElementFailures;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.step.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Adds any number of elements in rounds: collect their bits in memory, merge them partition by partition. A round ends
 * when the memory is used up or, in a filter that must not exceed its capacity, when it has taken half as many elements
 * as there is room for; when there is hardly any room, the rest is added as by {@link BulkOperation}, and so are all
 * elements while adds are relayed.
 */
public final class Load {

    /**
     * The number of elements that are added at a time where nothing can be merged, but partitions can be exchanged as a
     * whole. A compromise: larger chunks make fewer exchanges, smaller ones take less memory.
     */
    private static final int CHUNK_TO_EXCHANGE = 65_536;

    /**
     * The number of elements that are added at a time by name, when there is hardly any room. A compromise: larger
     * chunks make fewer round trips, smaller ones take less memory.
     */
    private static final int CHUNK = 8192;

    private final OpenFilter filter;
    private final LoadSource<?> source;
    private final long memory;
    private final Set<String> existing = new HashSet<>();

    /** The generation into which the elements go, with the layers that were stored when the round began. */
    private Generation generation;

    /** Merges bits into that generation. */
    private GuardedMerge target;

    /**
     * Prepares the load of some elements.
     *
     * @param memory the bytes of memory for their bits
     */
    public Load(OpenFilter filter, Snapshot snapshot, LoadSource<?> source, long memory) {
        this.filter = filter;
        this.source = source;
        this.memory = memory;
        this.generation = snapshot.generation();
        this.target = new GuardedMerge(filter, generation, existing);
    }

    /** Returns the steps; the value is the number of elements. Without elements nothing is sent. */
    public Step<Long> start() {
        generation.require(
                LayoutCapability.LASTING_BITS,
                "counts elements, and has no bits that a load could merge: use addAll or `bloom add`");
        return source.hasNext()
                ? filter.refresh(generation).then(snapshot -> {
                    begin(snapshot.generation());
                    return nextRound(snapshot);
                })
                : Step.done(0L);
    }

    private void begin(Generation current) {
        generation = current;
        target = new GuardedMerge(filter, current, existing);
    }

    private Step<Long> nextRound(Snapshot snapshot) {
        boolean isKept = snapshot.generation().isSameAs(generation)
                || snapshot.generation().holdsAllOf(generation);
        if (!isKept) {
            throw target.replaced();
        }
        begin(snapshot.generation());
        if (!source.hasNext()) {
            return Step.done(source.taken());
        }
        if (!generation.takesBits()) {
            return add(snapshot, generation.hasReadableBits() ? CHUNK_TO_EXCHANGE : CHUNK);
        }
        if (generation.relaysAdds()) {
            // The elements must be relayed, and not only the bits of a round, which are of no use in another shape.
            return add(snapshot, CHUNK);
        }
        if (generation.newest().isUnwatched()) {
            return round(snapshot, Long.MAX_VALUE);
        }
        Sampling sampling = new Sampling(generation, List.of(generation.newest()), Precision.CLOSE);
        return sampling.run()
                .then(sampled -> sampling.dead().isEmpty()
                        ? roundWithin(snapshot, sampling.stats().layers().get(0))
                        : target.explain(Access.LOOK_UP, sampling.dead().get(0)));
    }

    private Step<Long> roundWithin(Snapshot snapshot, LayerStats newest) {
        Room room = Room.within(generation.newest(), newest);
        return room.elements() == 0 ? add(snapshot, CHUNK) : round(snapshot, room.elements());
    }

    private Step<Long> add(Snapshot snapshot, int most) {
        return BulkAdd.of(filter, source.next(most))
                .start(snapshot)
                .translateFailure(this::reason)
                .then(answers -> {
                    source.reportProgress();
                    return filter.refresh(generation).then(this::nextRound);
                });
    }

    private RuntimeException reason(BloomFilterException failure) {
        RuntimeException reason = ElementFailures.withoutOutcomes(failure);
        return FullFilter.ofLoad(reason, generation.description(), source.taken());
    }

    private Step<Long> round(Snapshot snapshot, long mostElements) {
        long before = source.taken();
        Collecting collecting = new Collecting(source, generation.newest(), mostElements, memory);
        return target.prepare(generation.newest())
                .then(older -> collecting.run())
                .then(dead -> dead == null ? target.merge(collecting.release()) : target.explain(Access.LOOK_UP, dead))
                .then(confirmed -> watch(snapshot, source.taken() - before))
                .then(this::nextRound);
    }

    private Step<Snapshot> watch(Snapshot snapshot, long elements) {
        if (filter.watch().isIdle()) {
            return Step.done(snapshot);
        }
        filter.watch().loaded(generation, elements);
        return new FullnessCheck(filter, snapshot).start();
    }
}
