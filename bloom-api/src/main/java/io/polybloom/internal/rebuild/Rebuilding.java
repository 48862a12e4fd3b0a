package io.polybloom.internal.rebuild;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.element.ElementFormat;
import io.polybloom.internal.filter.FilterOpener;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Precision;
import io.polybloom.internal.load.Filling;
import io.polybloom.internal.load.LoadSource;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.RebuildMarks;
import io.polybloom.internal.open.RebuildDecision;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Rebuilds a filter: begins the next generation, marks the current one, so that every add goes into both, fills the
 * next one, and decides that it takes the place of the current one.
 */
public final class Rebuilding {

    private final FilterRebuild task;
    private final Environment environment;
    private final RoundLimit rounds;
    private long taken;

    /** Prepares a rebuild. */
    public Rebuilding(FilterRebuild task, Environment environment) {
        this.task = task;
        this.environment = environment;
        this.rounds = new RoundLimit(task.plan().name());
    }

    /** Returns the steps of the rebuild. */
    public Step<FilterRebuild.Report> start() {
        String name = task.plan().name();
        FilterSpec existing = FilterSpec.existing(name).build();
        return FilterOpener.of(existing, ElementFormat.of(task.source().funnel()), environment)
                .open(existing)
                .then(filter -> filter.refresh().then(now -> begin(filter, now.generation())));
    }

    /** The keys that an earlier rebuild has left behind are removed first. */
    private Step<FilterRebuild.Report> begin(OpenFilter filter, Generation old) {
        rounds.next();
        Optional<Rebuild> before = old.description().rebuild();
        if (before.isPresent()) {
            return new RebuildDecision(old.description(), before.get())
                    .abandon()
                    .then(decided -> filter.takeUp(decided.map(ConfigRecord::filter), old))
                    .then(now -> before.get().state() == Rebuild.State.ABANDONED
                                    && now.generation().isSameAs(old)
                            ? beginNext(filter, now.generation())
                            : begin(filter, now.generation()));
        }
        return beginNext(filter, old);
    }

    private Step<FilterRebuild.Report> beginNext(OpenFilter filter, Generation old) {
        FilterDescription next =
                NextGeneration.of(task.plan(), old, environment.ids().get());
        int number = old.description().rebuild().map(Rebuild::number).orElse(0) + 1;
        Rebuild rebuild = new Rebuild(number, Rebuild.State.BEGUN, next);
        Beginning beginning = new Beginning(old.description(), rebuild, environment);
        return beginning.claim().then(claimed -> {
            FilterDescription now = filter.requireExisting(claimed.map(ConfigRecord::filter));
            return isOurs(now, rebuild)
                    ? run(filter, old, rebuild, beginning)
                    : filter.takeUp(Optional.of(now), old).then(newer -> begin(filter, newer.generation()));
        });
    }

    private Step<FilterRebuild.Report> run(OpenFilter filter, Generation old, Rebuild rebuild, Beginning beginning) {
        Layer layer = new Generation(rebuild.next()).newest();
        return beginning
                .make()
                .then(made -> mark(
                        new Generation(requireUnderWay(filter, made.map(ConfigRecord::filter), rebuild)), rebuild, 0))
                .then(marked -> fill(filter, rebuild, layer))
                .then(read -> decide(filter, rebuild, layer).then(decided -> new Step.Done<>(read)))
                .recover(failure -> giveUp(old, rebuild, failure))
                .then(read -> filter.refresh(old).then(last -> requireReplaced(last.generation(), rebuild, read)));
    }

    /**
     * Marks all layers that were there when the rebuild began. One that has become ready since is found only in a
     * config that also shows the rebuild. A partition that is not alive takes no elements anyway.
     */
    private Step<Void> mark(Generation old, Rebuild rebuild, int index) {
        if (index == old.layers().size()) {
            return Step.done();
        }
        return PartitionSweep.mark(old.layers().get(index), rebuild.number())
                .then(PartitionSweep::unlinkRecreated)
                .then(removed -> mark(old, rebuild, index + 1));
    }

    private Step<Long> fill(OpenFilter filter, Rebuild rebuild, Layer layer) {
        LoadSource<?> source;
        try {
            source = source(task.source());
        } catch (RuntimeException thrown) {
            return giveUpFor(thrown, filter, rebuild);
        }
        Filling filling = new Filling(
                layer,
                source,
                task.loadMemory(),
                environment,
                () -> confirm(filter, rebuild).then(now -> postpone(layer)),
                () -> confirm(filter, rebuild).then(now -> new Step.Done<>(Optional.of(Beginning.end(environment)))));
        return filling.start().then(dead -> {
            if (dead != null) {
                throw lost(dead.place().key());
            }
            if (filling.failure() != null) {
                return giveUpFor(filling.failure(), filter, rebuild);
            }
            taken = source.taken();
            return requireRoom(layer).then(checked -> new Step.Done<>(taken));
        });
    }

    private <T> LoadSource<T> source(FilterRebuild.Source<T> source) {
        return new LoadSource<>(source.elements().iterator(), source.funnel(), task.progress());
    }

    /** Extends the life of the next generation. */
    private Step<Void> postpone(Layer layer) {
        Instant end = Beginning.end(environment);
        return PartitionSweep.expire(List.of(layer), end.toEpochMilli()).then(missing -> {
            if (!missing.isEmpty()) {
                throw lost(missing.get(0).place().key());
            }
            return Step.done();
        });
    }

    private Step<Void> requireRoom(Layer layer) {
        FilterDescription next = layer.filter();
        if (next.overCapacity() != OverCapacity.REJECT) {
            return Step.done();
        }
        Sampling sampling = new Sampling(new Generation(next), List.of(layer), Precision.CLOSE);
        return sampling.run().then(sampled -> {
            if (!sampling.dead().isEmpty()) {
                throw lost(sampling.dead().get(0).place().key());
            }
            long count = sampling.stats().layers().get(0).estimatedCount();
            if (count > next.capacity()) {
                throw new OverCapacityException(
                        next.name(),
                        next.capacity(),
                        "the filter '" + next.name() + "' was not rebuilt: about " + count
                                + " elements are more than its new capacity of " + next.capacity()
                                + ". Nothing was changed; rebuild it with a larger capacity");
            }
            return Step.done();
        });
    }

    /** A partition that is alive now has been alive since it was made, and has everything that was brought into it. */
    private Step<Void> decide(OpenFilter filter, Rebuild rebuild, Layer layer) {
        return confirm(filter, rebuild)
                .then(now -> PartitionSweep.settle(List.of(layer), now.expireAt())
                        .then(dead -> {
                            if (!dead.isEmpty()) {
                                throw lost(dead.get(0).place().key());
                            }
                            return new RebuildDecision(now, rebuild).switchOver();
                        }))
                .then(decided -> Step.done());
    }

    /** The decision may have been made nevertheless, by a command whose answer was lost. */
    private Step<Long> giveUp(Generation old, Rebuild rebuild, BloomFilterException failure) {
        return new RebuildDecision(old.description(), rebuild)
                .abandon()
                .recover(worse -> {
                    failure.addSuppressed(worse);
                    throw failure;
                })
                .then(decided -> {
                    if (isDecidedFor(decided, rebuild)) {
                        return new Step.Done<>(taken);
                    }
                    throw failure;
                });
    }

    /** An exception of the caller's code is not a failure that the steps know about. */
    private Step<Long> giveUpFor(RuntimeException thrown, OpenFilter filter, Rebuild rebuild) {
        return confirm(filter, rebuild)
                .then(now -> new RebuildDecision(now, rebuild).abandon())
                .recover(worse -> {
                    thrown.addSuppressed(worse);
                    return new Step.Done<>(Optional.empty());
                })
                .then(decided -> {
                    throw thrown;
                });
    }

    private static boolean isDecidedFor(Optional<ConfigRecord> decided, Rebuild rebuild) {
        String next = rebuild.next().generation();
        return decided.map(ConfigRecord::filter)
                .filter(now -> now.generation().equals(next)
                        || RebuildMarks.isReplaced(now)
                                && now.rebuild()
                                        .orElseThrow()
                                        .next()
                                        .generation()
                                        .equals(next))
                .isPresent();
    }

    /** Reads the config; fails if the rebuild is no longer in progress. */
    private Step<FilterDescription> confirm(OpenFilter filter, Rebuild rebuild) {
        return filter.opening().describe().then(stored -> new Step.Done<>(requireUnderWay(filter, stored, rebuild)));
    }

    private FilterDescription requireUnderWay(OpenFilter filter, Optional<FilterDescription> stored, Rebuild rebuild) {
        FilterDescription now = filter.requireExisting(stored);
        boolean isUnderWay = now.rebuild()
                .filter(current -> current.state() == Rebuild.State.UNDER_WAY)
                .isPresent();
        if (!isUnderWay || !isOurs(now, rebuild)) {
            throw ended();
        }
        return now;
    }

    private static boolean isOurs(FilterDescription now, Rebuild rebuild) {
        return now.rebuild()
                .filter(current ->
                        current.next().generation().equals(rebuild.next().generation()))
                .isPresent();
    }

    private Step<FilterRebuild.Report> requireReplaced(Generation last, Rebuild rebuild, long read) {
        if (!last.id().equals(rebuild.next().generation())) {
            throw ended();
        }
        return new Step.Done<>(new FilterRebuild.Report(last.description(), read));
    }

    private LostDataException ended() {
        String name = task.plan().name();
        return new LostDataException(
                name,
                "the rebuild of the filter '" + name
                        + "' was ended by another client, which has cleared or rebuilt the filter,"
                        + " abandoned the rebuild, or loaded or merged bits into the filter: repeat the call");
    }

    private LostDataException lost(String key) {
        String name = task.plan().name();
        return new LostDataException(
                name,
                "the filter '" + name + "' was not rebuilt: the key " + key
                        + " of the next generation was lost (evicted, deleted, or flushed): repeat the call");
    }
}
