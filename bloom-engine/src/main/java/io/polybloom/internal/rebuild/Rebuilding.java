package io.polybloom.internal.rebuild;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.LayerStats;
import io.polybloom.LostDataException;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Room;
import io.polybloom.internal.capacity.Sampling;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.growth.LayerOpening;
import io.polybloom.internal.growth.Sealing;
import io.polybloom.internal.load.Filling;
import io.polybloom.internal.load.LoadSource;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.register.Finishing;
import io.polybloom.internal.register.Making;
import io.polybloom.internal.register.Making.Slot;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
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
final class Rebuilding {

    private final FilterRebuild task;
    private final Environment environment;
    private final Register register;
    private final RoundLimit rounds;
    private long taken;

    /** The next generation, with the layers of which this client knows; null before the first one is made. */
    private @Nullable Generation next;

    /** Prepares a rebuild. */
    Rebuilding(FilterRebuild task, Environment environment) {
        this.task = task;
        this.environment = environment;
        this.register = new Register(task.plan().name(), environment);
        this.rounds = new RoundLimit(task.plan().name());
    }

    /** Returns the steps of the rebuild. */
    Step<FilterRebuild.Report> start() {
        FilterSpec existing = FilterSpec.existing(task.plan().name()).build();
        String elementFormat = ElementFormat.of(task.source().funnel());
        return OpenFilter.open(existing, elementFormat, FilterOptions.defaults(), environment)
                .then(filter -> filter.refresh().then(snapshot -> begin(filter, snapshot.generation())));
    }

    /** Abandons the rebuild of a filter, if one has begun, and removes its keys; the value says whether one had. */
    static Step<Boolean> abandon(String name, Environment environment) {
        return OpenFilter.open(name, environment).then(Rebuilding::abandon);
    }

    private static Step<Boolean> abandon(OpenFilter filter) {
        return filter.refresh().then(snapshot -> {
            Generation old = snapshot.generation();
            Optional<Rebuild> rebuild = old.description().rebuild();
            if (rebuild.isEmpty()) {
                return Step.done(false);
            }
            return new Abandonment(old.description(), filter.environment())
                    .of(rebuild.get())
                    .then(current -> filter.takeUp(current, old))
                    .map(later -> later.generation().isSameAs(old));
        });
    }

    /** A rebuild that is in progress ends. */
    private Step<FilterRebuild.Report> begin(OpenFilter filter, Generation old) {
        rounds.next();
        FilterDescription next =
                NextGeneration.of(task.plan(), old, environment.ids().get());
        return register.read()
                .then(found -> new Finishing(register, environment).finish(found))
                .then(found -> filter.opening().requireExisting(found.filter(state -> !state.isOver())))
                .then(state -> state.filter().generation().equals(old.id())
                        ? begin(filter, state, next)
                        : filter.takeUp(Optional.of(state), old).then(newer -> begin(filter, newer.generation())));
    }

    private Step<FilterRebuild.Report> begin(OpenFilter filter, FilterState state, FilterDescription next) {
        String layer = environment.ids().get();
        Generation old = state.generation();
        return register.compareAndSet(state, state.rebuilding(next, layer)).then(written -> {
            if (!written.isOurs()) {
                return filter.takeUp(written.current().filter(current -> !current.isOver()), old)
                        .then(newer -> begin(filter, newer.generation()));
            }
            int number = state.filter().state().begun() + 1;
            return run(filter, old, new Rebuild(number, Rebuild.State.BEGUN, next), written.current(), layer);
        });
    }

    private Step<FilterRebuild.Report> run(
            OpenFilter filter, Generation old, Rebuild rebuild, Optional<FilterState> begun, String layer) {
        return new Making(register, environment, Slot.NEXT)
                .publish(begun, layer)
                .then(made -> requireUnderWay(filter, made, rebuild))
                .then(current -> mark(current.generation(), rebuild, 0))
                .then(marked -> fill(filter, rebuild))
                .then(read -> decide(filter, rebuild).map(decided -> read))
                .recover(failure -> giveUp(old, rebuild, failure))
                .then(read -> filter.refresh(old).then(last -> requireReplaced(last.generation(), rebuild, read)));
    }

    /**
     * Marks all layers that were there when the rebuild began. One that has come into use since is found only in a
     * version that also shows the rebuild. A partition that is not alive takes no elements anyway.
     */
    private Step<Void> mark(Generation old, Rebuild rebuild, int index) {
        return index == old.layers().size()
                ? Step.done()
                : PartitionSweep.sweep(
                                old.layers().get(index).partitions(),
                                partition -> List.of(Bitfield.mark(partition, rebuild.number())))
                        .then(dead -> dead.isEmpty() ? Step.done() : removeUnused(dead))
                        .then(removed -> mark(old, rebuild, index + 1));
    }

    /** The mark has made the keys again. Those that are in use stay, though they are not alive. */
    private Step<Void> removeUnused(List<Partition> dead) {
        return register.read()
                .then(found -> PartitionRemoval.unlinkRecreated(dead.stream()
                        .filter(partition -> found.filter(
                                        state -> state.uses(partition.layer().keyName()))
                                .isEmpty())
                        .toList()));
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
                () -> confirm(filter, rebuild).then(current -> postpone()).then(done -> room(filter, rebuild)),
                () -> confirm(filter, rebuild).map(current -> Lifetime.until(end())));
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

    /** Returns when the next generation expires unless its expiry is postponed. */
    private Instant end() {
        return environment.clock().instant().plus(Making.LIFE_OF_NEXT);
    }

    /** Extends the life of the next generation. */
    private Step<Void> postpone() {
        return PartitionLifetime.apply(next().layers(), Lifetime.until(end()))
                .also(this::requireNone)
                .asVoid();
    }

    /** A filter that grows gets the next layer when its newest one has hardly any room left. */
    private Step<Room> room(OpenFilter filter, Rebuild rebuild) {
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
                            : open(filter, rebuild).then(opened -> room(filter, rebuild));
                });
    }

    private Step<Void> sealBefore(Layer newest) {
        return Sealing.before(newest).also(this::requireNone).asVoid();
    }

    private boolean growsByLayers() {
        return next().newest().mayBeFollowed() && !next().newest().isUnwatched();
    }

    private Step<Void> open(OpenFilter filter, Rebuild rebuild) {
        rounds.next();
        return LayerOpening.ofNext(next(), environment).start().then(opened -> {
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
        boolean mayRefuse = next().newest().refusesWhenFull() || growsByLayers();
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

    private BloomFilterException tooFull(LayerStats full) {
        FilterDescription made = next().description();
        String reason = growsByLayers()
                ? ": other clients have added elements faster than it grew, about " + full.estimatedCount()
                        + " of them to a layer for " + full.capacity()
                : ": about " + full.estimatedCount() + " elements are more than its new capacity of " + made.capacity();
        return FullFilter.ofRebuild(made, reason);
    }

    /** A partition that is alive now has been alive since it was made, and has everything that was brought into it. */
    private Step<Void> decide(OpenFilter filter, Rebuild rebuild) {
        rounds.next();
        return confirm(filter, rebuild)
                .then(current -> PartitionLifetime.apply(next().layers(), current.lifetime())
                        .also(this::requireNone)
                        .then(expiring -> requireRoom())
                        .then(checked -> register.compareAndSet(current, current.switching())))
                .then(written -> written.isOurs()
                        ? new Finishing(register, environment)
                                .finish(written.current())
                                .asVoid()
                        : decide(filter, rebuild));
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
        return new Abandonment(old.description(), environment)
                .of(rebuild)
                .recover(worse -> {
                    failure.addSuppressed(worse);
                    throw failure;
                })
                .map(current -> {
                    if (isDecidedFor(current, rebuild)) {
                        return taken;
                    }
                    throw failure;
                });
    }

    /** An exception of the caller's code is not a failure that the steps know about. */
    private Step<Long> giveUpFor(RuntimeException thrown, OpenFilter filter, Rebuild rebuild) {
        return confirm(filter, rebuild)
                .then(current -> new Abandonment(current.filter(), environment).of(rebuild))
                .recover(worse -> {
                    thrown.addSuppressed(worse);
                    return Step.done(Optional.empty());
                })
                .then(decided -> {
                    throw thrown;
                });
    }

    private static boolean isDecidedFor(Optional<FilterState> current, Rebuild rebuild) {
        return current.filter(state ->
                        state.filter().generation().equals(rebuild.next().generation()))
                .isPresent();
    }

    /** Reads the register; fails if the rebuild is no longer in progress. */
    private Step<FilterState> confirm(OpenFilter filter, Rebuild rebuild) {
        return filter.opening().describe().then(stored -> requireUnderWay(filter, stored, rebuild));
    }

    /** Also takes up the layers of the next generation that other clients have opened. */
    private Step<FilterState> requireUnderWay(OpenFilter filter, Optional<FilterState> stored, Rebuild rebuild) {
        return filter.opening()
                .requireExisting(stored.filter(state -> !state.isOver()))
                .also(latest -> {
                    Optional<Rebuild> current = latest.filter().rebuild().filter(Rebuild::isOpen);
                    if (current.isEmpty() || !isOurs(current.get(), rebuild)) {
                        throw ended();
                    }
                    next = new Generation(current.get().next());
                });
    }

    private static boolean isOurs(Rebuild current, Rebuild rebuild) {
        return current.next().generation().equals(rebuild.next().generation());
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
