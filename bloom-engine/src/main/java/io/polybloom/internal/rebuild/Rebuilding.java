package io.polybloom.internal.rebuild;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.internal.birth.NextLayerOpening;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Room;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.load.Filling;
import io.polybloom.internal.load.LoadSource;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.RebuildDecision;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a filter: begins the next generation, marks the current one, so that every add goes into both, fills the
 * next one, and decides that it takes the place of the current one.
 */
public final class Rebuilding {

    private final FilterRebuild task;
    private final Environment environment;
    private final RoundLimit rounds;
    private long taken;

    /** The next generation, with the layers of which this client knows; null before the first one is made. */
    private @Nullable Generation next;

    /** Prepares a rebuild. */
    public Rebuilding(FilterRebuild task, Environment environment) {
        this.task = task;
        this.environment = environment;
        this.rounds = new RoundLimit(task.plan().name());
    }

    /** Returns the steps of the rebuild. */
    public Step<FilterRebuild.Report> start() {
        FilterSpec existing = FilterSpec.existing(task.plan().name()).build();
        String elementFormat = ElementFormat.of(task.source().funnel());
        return OpenFilter.open(existing, elementFormat, FilterOptions.defaults(), environment)
                .then(filter -> filter.refresh().then(snapshot -> begin(filter, snapshot.generation())));
    }

    /** Abandons the rebuild of a filter, if one has begun, and removes its keys; the value says whether one had. */
    public static Step<Boolean> abandon(String name, Environment environment) {
        return OpenFilter.open(name, environment).then(Rebuilding::abandon);
    }

    /** Also abandons a rebuild that was abandoned before, since it may have left keys. */
    private static Step<Boolean> abandon(OpenFilter filter) {
        return filter.refresh().then(snapshot -> {
            FilterDescription old = snapshot.generation().description();
            Optional<Rebuild> rebuild = old.rebuild();
            if (rebuild.isEmpty()) {
                return Step.done(false);
            }
            return new RebuildDecision(old, rebuild.get())
                    .abandon()
                    .then(decided -> filter.takeUp(decided.map(ConfigRecord::filter), snapshot.generation()))
                    .map(later -> rebuild.get().state() != Rebuild.State.ABANDONED
                            && later.generation().isSameAs(snapshot.generation()));
        });
    }

    /** The keys that an earlier rebuild has left behind are removed first. */
    private Step<FilterRebuild.Report> begin(OpenFilter filter, Generation old) {
        rounds.next();
        Optional<Rebuild> before = old.description().rebuild();
        if (before.isPresent()) {
            return new RebuildDecision(old.description(), before.get())
                    .abandon()
                    .then(decided -> filter.takeUp(decided.map(ConfigRecord::filter), old))
                    .then(snapshot -> before.get().state() == Rebuild.State.ABANDONED
                                    && snapshot.generation().isSameAs(old)
                            ? beginNext(filter, snapshot.generation())
                            : begin(filter, snapshot.generation()));
        }
        return beginNext(filter, old);
    }

    private Step<FilterRebuild.Report> beginNext(OpenFilter filter, Generation old) {
        FilterDescription next =
                NextGeneration.of(task.plan(), old, environment.ids().get());
        int number = old.description().rebuild().map(Rebuild::number).orElse(0) + 1;
        Rebuild rebuild = new Rebuild(number, Rebuild.State.BEGUN, next);
        NextGeneration birth = new NextGeneration(old.description(), rebuild, environment);
        return birth.claim().then(claimed -> {
            Optional<FilterDescription> stored = claimed.map(ConfigRecord::filter);
            return filter.opening()
                    .requireExisting(stored)
                    .then(current -> isOurs(current, rebuild)
                            ? run(filter, old, rebuild, birth)
                            : filter.takeUp(stored, old).then(newer -> begin(filter, newer.generation())));
        });
    }

    private Step<FilterRebuild.Report> run(OpenFilter filter, Generation old, Rebuild rebuild, NextGeneration birth) {
        next = new Generation(rebuild.next());
        return birth.make()
                .then(made -> markMade(filter, birth))
                .then(made -> requireUnderWay(filter, made.map(ConfigRecord::filter), rebuild))
                .then(current -> mark(new Generation(current), rebuild, 0))
                .then(marked -> fill(filter, rebuild))
                .then(read -> decide(filter, rebuild).map(decided -> read))
                .recover(failure -> giveUp(old, rebuild, failure))
                .then(read -> filter.refresh(old).then(last -> requireReplaced(last.generation(), rebuild, read)));
    }

    /** A config that was missing when it was to be marked, but is not lost, is marked when it is back. */
    private Step<Optional<ConfigRecord>> markMade(OpenFilter filter, NextGeneration birth) {
        rounds.next();
        return birth.mark()
                .then(marked -> marked.isPresent()
                        ? Step.done(marked)
                        : filter.opening().requireExisting(Optional.empty()).then(existing -> markMade(filter, birth)));
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
                .then(dead -> PartitionRemoval.removeRecreated(dead, environment.ids()))
                .then(removed -> mark(old, rebuild, index + 1));
    }

    private Step<Long> fill(OpenFilter filter, Rebuild rebuild) {
        LoadSource<?> source;
        try {
            source = source(task.source());
        } catch (RuntimeException thrown) {
            return giveUpFor(thrown, filter, rebuild);
        }
        Filling filling = new Filling(
                source,
                task.loadMemory(),
                environment,
                () -> confirm(filter, rebuild).then(this::postpone).then(current -> room(filter, rebuild, current)),
                () -> confirm(filter, rebuild).map(current -> Optional.of(NextGeneration.end(environment))));
        return filling.start().then(dead -> {
            if (dead != null) {
                throw lost(dead.place().key());
            }
            if (filling.failure() != null) {
                return giveUpFor(filling.failure(), filter, rebuild);
            }
            taken = source.taken();
            return Step.done(taken);
        });
    }

    private <T> LoadSource<T> source(FilterRebuild.Source<T> source) {
        return new LoadSource<>(source.elements().iterator(), source.funnel(), task.progress());
    }

    /** Extends the life of the next generation. */
    private Step<FilterDescription> postpone(FilterDescription current) {
        Instant end = NextGeneration.end(environment);
        return PartitionExpiry.applyExpiry(next().layers(), Optional.of(end), environment.ids())
                .map(dead -> {
                    requireNone(dead);
                    return current;
                });
    }

    /** A filter that grows gets the next layer when its newest one has hardly any room left. */
    private Step<Room> room(OpenFilter filter, Rebuild rebuild, FilterDescription current) {
        Layer newest = next().newest();
        if (!growsByLayers()) {
            return Step.done(Room.unlimited(newest));
        }
        return sealBefore(newest)
                .then(done -> measure(List.of(newest), Precision.CLOSE))
                .then(measured -> {
                    Room room = Room.upToCapacity(newest, measured.get(0));
                    return room.elements() > 0
                            ? Step.done(room)
                            : open(filter, rebuild, current).then(opened -> room(filter, rebuild, current));
                });
    }

    private Step<Void> sealBefore(Layer newest) {
        return PartitionSweep.sealBefore(newest)
                .then(dead -> PartitionRemoval.removeRecreated(dead, environment.ids())
                        .map(removed -> {
                            requireNone(dead);
                            return removed;
                        }));
    }

    /** A module makes room in its own filters. */
    private boolean growsByLayers() {
        return next().description().overCapacity() == OverCapacity.GROW
                && !next().newest().isOfServer();
    }

    private Step<Void> open(OpenFilter filter, Rebuild rebuild, FilterDescription old) {
        rounds.next();
        Rebuild known = new Rebuild(rebuild.number(), rebuild.state(), next().description());
        return new NextLayerOpening(old, known, environment.ids()).start().then(opened -> {
            requireNone(opened.dead());
            return requireUnderWay(filter, opened.stored(), rebuild).asVoid();
        });
    }

    private Step<List<LayerStats>> measure(List<Layer> layers, Precision precision) {
        Sampling sampling = new Sampling(next(), layers, precision);
        return sampling.run().map(sampled -> {
            requireNone(sampling.dead());
            return sampling.stats().layers();
        });
    }

    /** The adds of other clients count, too: nobody has measured for them whether there is room. */
    private Step<Void> requireRoom() {
        FilterDescription made = next().description();
        boolean mayRefuse = made.overCapacity() == OverCapacity.REJECT || growsByLayers();
        return mayRefuse
                ? measure(next().layers(), growsByLayers() ? Precision.CLOSE : Precision.EXACT)
                        .also(layers -> {
                            layers.stream().filter(this::isTooFull).findFirst().ifPresent(full -> {
                                throw tooFull(full);
                            });
                        })
                        .asVoid()
                : Step.done();
    }

    private boolean isTooFull(LayerStats layer) {
        return growsByLayers() ? Room.isExceeded(layer) : Room.isOver(layer);
    }

    private OverCapacityException tooFull(LayerStats full) {
        FilterDescription made = next().description();
        String reason = growsByLayers()
                ? ": other clients have added elements faster than it grew, about " + full.estimatedCount()
                        + " of them to a layer for " + full.capacity()
                : ": about " + full.estimatedCount() + " elements are more than its new capacity of " + made.capacity();
        return new OverCapacityException(
                made.name(),
                made.capacity(),
                "the filter '" + made.name() + "' was not rebuilt" + reason
                        + ". Nothing was changed; rebuild it with a larger capacity");
    }

    /** A partition that is alive now has been alive since it was made, and has everything that was brought into it. */
    private Step<Void> decide(OpenFilter filter, Rebuild rebuild) {
        return confirm(filter, rebuild)
                .then(current -> PartitionExpiry.applyExpiry(next().layers(), current.expireAt(), environment.ids())
                        .then(dead -> {
                            requireNone(dead);
                            return requireRoom();
                        })
                        .then(checked -> new RebuildDecision(current, rebuild).switchOver()))
                .asVoid();
    }

    private Generation next() {
        return Objects.requireNonNull(next);
    }

    private void requireNone(List<Partition> dead) {
        if (!dead.isEmpty()) {
            throw lost(dead.get(0).place().key());
        }
    }

    /** The decision may have been made nevertheless, by a command whose answer was lost. */
    private Step<Long> giveUp(Generation old, Rebuild rebuild, BloomFilterException failure) {
        return new RebuildDecision(old.description(), rebuild)
                .abandon()
                .recover(worse -> {
                    failure.addSuppressed(worse);
                    throw failure;
                })
                .map(decided -> {
                    if (isDecidedFor(decided, rebuild)) {
                        return taken;
                    }
                    throw failure;
                });
    }

    /** An exception of the caller's code is not a failure that the steps know about. */
    private Step<Long> giveUpFor(RuntimeException thrown, OpenFilter filter, Rebuild rebuild) {
        return confirm(filter, rebuild)
                .then(current -> new RebuildDecision(current, rebuild).abandon())
                .recover(worse -> {
                    thrown.addSuppressed(worse);
                    return Step.done(Optional.empty());
                })
                .then(decided -> {
                    throw thrown;
                });
    }

    private static boolean isDecidedFor(Optional<ConfigRecord> decided, Rebuild rebuild) {
        String next = rebuild.next().generation();
        return decided.map(ConfigRecord::filter)
                .filter(current -> current.generation().equals(next)
                        || (Descriptions.isReplaced(current)
                                && current.rebuild()
                                        .orElseThrow()
                                        .next()
                                        .generation()
                                        .equals(next)))
                .isPresent();
    }

    /** Reads the config; fails if the rebuild is no longer in progress. */
    private Step<FilterDescription> confirm(OpenFilter filter, Rebuild rebuild) {
        return filter.opening().describe().then(stored -> requireUnderWay(filter, stored, rebuild));
    }

    /** Also takes up the layers of the next generation that other clients have opened. */
    private Step<FilterDescription> requireUnderWay(
            OpenFilter filter, Optional<FilterDescription> stored, Rebuild rebuild) {
        return filter.opening().requireExisting(stored).also(latest -> {
            boolean isUnderWay = latest.rebuild()
                    .filter(current -> current.state() == Rebuild.State.UNDER_WAY)
                    .isPresent();
            if (!isUnderWay || !isOurs(latest, rebuild)) {
                throw ended();
            }
            next = new Generation(latest.rebuild().orElseThrow().next());
        });
    }

    private static boolean isOurs(FilterDescription stored, Rebuild rebuild) {
        return stored.rebuild()
                .filter(current ->
                        current.next().generation().equals(rebuild.next().generation()))
                .isPresent();
    }

    private Step<FilterRebuild.Report> requireReplaced(Generation last, Rebuild rebuild, long read) {
        if (!last.id().equals(rebuild.next().generation())) {
            throw ended();
        }
        return Step.done(new FilterRebuild.Report(last.description(), read));
    }

    private LostDataException ended() {
        String name = task.plan().name();
        return new LostDataException(
                name,
                "the rebuild of the filter '" + name
                        + "' was ended by another client, which has cleared or rebuilt the filter,"
                        + " abandoned the rebuild, loaded or merged bits into the filter, or has added more elements"
                        + " than the new capacity of a filter that rejects allows: repeat the call");
    }

    private LostDataException lost(String key) {
        String name = task.plan().name();
        return new LostDataException(
                name,
                "the filter '" + name + "' was not rebuilt: the key " + key
                        + " of the next generation was lost (evicted, deleted, or flushed): repeat the call");
    }
}
