package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.growth.FullnessCheck;
import io.polybloom.internal.growth.Growth;
import io.polybloom.internal.load.GuardedMerge;
import io.polybloom.internal.load.PartitionPieces;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.NativeOpening;
import io.polybloom.internal.opening.NativeOpening.Wanted;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Merges filters, or a snapshot, into one. This is a load whose bits come from other filters: {@link GuardedMerge}
 * brings them into the target. All members are compared, and counted if the target rejects, before anything is written.
 */
final class Union {

    private final String name;
    private final Environment environment;
    private final NativeOpening target;
    private final UnionReader reader;
    private final List<UnionMember> sources = new ArrayList<>();

    /** Prepares the union of filters in Redis. */
    private Union(String name, Environment environment, UnionReader reader) {
        this.name = name;
        this.environment = environment;
        this.target = new NativeOpening(name, ElementFormat.UNKNOWN, environment);
        this.reader = reader;
    }

    /** Returns the steps of a merge. */
    static Step<FilterMerge.Report> of(FilterMerge merge, Environment environment) {
        Union union = new Union(merge.target(), environment, new UnionReader(merge.progress()));
        return Steps.each(merge.sources().iterator(), union::open).then(opened -> union.start());
    }

    /** Returns the steps that merge one member into a filter; the reader counts its bytes. */
    static Step<FilterMerge.Report> of(UnionMember source, String target, Environment environment, UnionReader reader) {
        Union union = new Union(target, environment, reader);
        union.add(source);
        return union.start();
    }

    private Step<FilterMerge.Report> start() {
        return target.describeLiving()
                .then(stored -> requireRoom(stored.map(FilterState::filter)))
                .then(checked -> target.createOrAdopt(new Wanted(this::likeTheFirst, this::requireMergeable)))
                .then(created -> OpenFilter.open(name, environment))
                .then(filter -> filter.refresh()
                        .then(snapshot -> mergeFrom(0, filter, snapshot))
                        .then(snapshot -> conclude(filter, snapshot)));
    }

    private Step<Void> open(String source) {
        return CopySource.open(FilterSpec.existing(source).build(), environment)
                .also(opened -> add(new UnionMember.Stored(
                        opened.generation(), reader, () -> opened.confirm().asVoid())))
                .asVoid();
    }

    private void add(UnionMember source) {
        source.generation()
                .require(
                        LayoutCapability.LASTING_BITS,
                        "counts elements: the counters of several filters cannot be added up by one command");
        for (UnionMember earlier : sources) {
            FilterDescription described = source.generation().description();
            FilterDescription other = earlier.generation().description();
            SpecComparison.requireMergeable(described, other, 1);
            SpecComparison.requireAsManyLayers(described, other);
            SpecComparison.requireMergeable(described, other, other.layers().size());
        }
        sources.add(source);
        reader.announce(source.generation());
    }

    private FilterDescription first() {
        return sources.get(0).generation().description();
    }

    private FilterDescription likeTheFirst() {
        return Descriptions.createdLike(first(), name, environment.ids());
    }

    private void requireMergeable(FilterDescription found) {
        CopySource.requireThatKeysStay(found);
        for (UnionMember source : sources) {
            FilterDescription other = source.generation().description();
            int common = Math.min(found.layers().size(), other.layers().size());
            SpecComparison.requireMergeable(found, other, common);
        }
    }

    private Step<Void> requireRoom(Optional<FilterDescription> existing) {
        existing.ifPresent(this::requireMergeable);
        FilterDescription described = existing.orElse(first());
        if (!new Generation(described).shape().refusesWhenFull()) {
            return Step.done();
        }
        List<UnionMember> members = new ArrayList<>(sources);
        existing.filter(FilterDescription::ready)
                .ifPresent(ready -> members.add(new UnionMember.Stored(new Generation(ready), reader, Step::done)));
        members.forEach(member -> reader.announce(member.generation()));
        return requireRoom(members, described.capacity());
    }

    /**
     * Refuses a union that is fuller than the capacity and than each of its members, filters of one layer. Their bits
     * are counted before anything is merged, so a filter that rejects stays as it is when the union does not fit.
     */
    private Step<Void> requireRoom(List<UnionMember> members, long capacity) {
        Layer shape = members.get(0).generation().newest();
        long[] bits = new long[members.size() + 1];
        return Steps.each(shape.partitions().iterator(), partition -> count(members, partition, bits))
                .also(counted -> {
                    long union = bits[members.size()];
                    boolean isFullerThanAny =
                            union > Arrays.stream(bits, 0, members.size()).max().orElse(0);
                    long elements = elements(shape, union);
                    if (elements > capacity && isFullerThanAny) {
                        throw FullFilter.ofUnion(name, capacity, elements);
                    }
                });
    }

    /**
     * Counts the bits of a partition, the last piece first, as a snapshot is read.
     *
     * @param bits receives those of each member, and after them those of the union
     */
    private static Step<Void> count(List<UnionMember> members, Partition partition, long[] bits) {
        int last = UnionReader.pieces(partition) - 1;
        return Steps.each(IntStream.rangeClosed(0, last).iterator(), before -> {
            int piece = last - before;
            byte[] union = new byte[UnionReader.length(partition, piece)];
            return Steps.each(
                            IntStream.range(0, members.size()).iterator(),
                            index -> members.get(index)
                                    .read(partition, piece)
                                    .also(bytes -> {
                                        bits[index] += UnionReader.ones(bytes);
                                        UnionReader.merge(bytes, union);
                                    })
                                    .asVoid())
                    .also(read -> bits[members.size()] += UnionReader.ones(union));
        });
    }

    private static long elements(Layer shape, long bits) {
        double all = (double) shape.partition(0).bits() * shape.geometry().partitions();
        // There is no estimate for a filter whose bits are all set.
        double fill = Math.min(bits / all, 1 - 0.5 / all);
        return Math.round(
                shape.layout().estimateElements(fill, all, shape.geometry().hashes()));
    }

    /**
     * Merges one layer after the other. A layer that the target lacks is opened once the one before it has its
     * elements, so none is sealed prematurely.
     */
    private Step<Snapshot> mergeFrom(int layer, OpenFilter filter, Snapshot snapshot) {
        if (layer == first().layers().size()) {
            return Step.done(snapshot);
        }
        return withLayer(layer, filter, snapshot).then(grown -> {
            requireMergeable(grown.generation().description());
            return merge(layer, filter, grown).then(merged -> mergeFrom(layer + 1, filter, grown));
        });
    }

    private Step<Snapshot> withLayer(int layer, OpenFilter filter, Snapshot snapshot) {
        Generation generation = snapshot.generation();
        return layer < generation.layers().size()
                ? Step.done(snapshot)
                : new Growth(filter, generation).grow().then(grown -> requireSame(filter, generation, grown));
    }

    private Step<Void> merge(int layer, OpenFilter filter, Snapshot snapshot) {
        Generation generation = snapshot.generation();
        GuardedMerge guarded = new GuardedMerge(filter, generation);
        Layer current = generation.layers().get(layer);
        Iterator<PartitionPieces> pieces =
                current.partitions().map(this::pieces).iterator();
        return guarded.prepare(current).then(closed -> guarded.merge(pieces));
    }

    private Step<FilterMerge.Report> conclude(OpenFilter filter, Snapshot snapshot) {
        return Steps.each(sources.iterator(), UnionMember::confirm)
                .then(confirmed -> check(filter, snapshot))
                .then(checked -> requireSame(filter, snapshot.generation(), checked))
                .map(checked ->
                        new FilterMerge.Report(checked.generation().description(), partitions(), reader.read()));
    }

    private int partitions() {
        return first().layers().stream().mapToInt(Geometry::partitions).sum();
    }

    private static Step<Snapshot> requireSame(OpenFilter filter, Generation generation, Snapshot later) {
        if (!later.generation().isSameAs(generation)) {
            throw new GuardedMerge(filter, generation).replaced();
        }
        return Step.done(later);
    }

    private Step<Snapshot> check(OpenFilter filter, Snapshot snapshot) {
        return filter.watch().isIdle() ? Step.done(snapshot) : new FullnessCheck(filter, snapshot).start();
    }

    /** Returns the bits of one partition of all members, read when they are merged into the target. */
    private PartitionPieces pieces(Partition partition) {
        return new PartitionPieces(
                partition,
                UnionReader.pieces(partition),
                piece -> UnionReader.union(sources, partition, piece),
                Optional.empty());
    }
}
