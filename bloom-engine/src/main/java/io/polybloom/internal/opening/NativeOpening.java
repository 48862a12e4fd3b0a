package io.polybloom.internal.opening;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Storage;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.register.Deletion;
import io.polybloom.internal.register.Finishing;
import io.polybloom.internal.register.OtherServers;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Opens a filter of a native layout: claims its name or adopts the stored filter, and finishes what another client has
 * begun. A filter that is opened as an existing one is finished when it is first used.
 */
public final class NativeOpening extends Opening {

    /**
     * The number of times that an opening removes a filter that has ended. More would only help against a client that
     * deletes the filter again and again.
     */
    private static final int MOST_REMOVALS = 3;

    private final String elementFormat;
    private final Register register;

    /**
     * Creates the opening of a filter.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     */
    public NativeOpening(String name, String elementFormat, Environment environment) {
        super(name, environment);
        this.elementFormat = elementFormat;
        this.register = new Register(name, environment);
    }

    /** Returns the register of the filter. */
    public Register register() {
        return register;
    }

    @Override
    public Step<Optional<FilterState>> describe() {
        return register.read().map(NativeOpening::existing);
    }

    @Override
    public Step<Optional<FilterState>> touch() {
        return register.touch(environment.clock().instant()).map(NativeOpening::existing);
    }

    private static Optional<FilterState> existing(Optional<FilterState> found) {
        return found.filter(state -> !state.isOver());
    }

    @Override
    public Step<Long> serverMillis() {
        return register.serverMillis();
    }

    @Override
    public Step<Generation> adoptStored() {
        return touch().then(current -> {
            if (current.isEmpty()) {
                return new OtherServers(register, environment.servers())
                        .requireNone()
                        .then(none -> {
                            throw absent("does not exist");
                        });
            }
            FilterState found = current.get();
            requireFit(found);
            return living(found).map(living -> living.orElseThrow(this::expired).generation());
        });
    }

    private void requireFit(FilterState found) {
        SpecComparison.requireServers(found.filter(), environment.servers());
        SpecComparison.requireElementFormat(found.filter(), elementFormat);
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        Wanted wanted = new Wanted(
                () -> Descriptions.created(spec, elementFormat, environment),
                stored -> SpecComparison.requireSame(stored, spec));
        return requireStorage(wanted.fresh().get()).then(there -> createOrAdopt(wanted));
    }

    /**
     * Makes sure that each server can store the filter before it takes its name: so no name is taken by a filter that
     * cannot be made. The first partitions are asked about, each of which is on a different server.
     */
    private static Step<Void> requireStorage(FilterDescription filter) {
        Stream<Partition> partitions = new Generation(filter).shape().partitions();
        return Steps.each(partitions.limit(filter.servers()).iterator(), NativeOpening::requireStorage);
    }

    private static Step<Void> requireStorage(Partition partition) {
        Storage storage = partition.layer().storage();
        return storage.signOfLife(partition)
                .map(sign -> Step.send(partition.batch(sign), replies -> {
                    if (!storage.saysLost(sign, replies.get(0))) {
                        Answers.requireSuccess(sign, replies.get(0));
                    }
                    return Step.<Void>done();
                }))
                .orElseGet(Step::done);
    }

    /** Opens the stored filter if it matches; creates the filter if no filter is stored. */
    public Step<Generation> createOrAdopt(Wanted wanted) {
        return register.read().then(found -> createOrAdopt(found, wanted, MOST_REMOVALS));
    }

    /**
     * The filter that a caller wants to open.
     *
     * @param fresh makes the description of a filter that is to be created
     * @param requireFit refuses a stored filter that does not match
     */
    public record Wanted(Supplier<FilterDescription> fresh, Consumer<FilterDescription> requireFit) {}

    private Step<Generation> createOrAdopt(Optional<FilterState> found, Wanted wanted, int removalsLeft) {
        if (found.filter(state -> state.phase() != Phase.DELETED).isEmpty()) {
            return create(found, wanted, removalsLeft);
        }
        FilterState stored = found.get();
        return living(stored).then(living -> {
            if (living.isPresent()) {
                wanted.requireFit().accept(living.get().filter());
                return adopt(living.get()).map(FilterState::generation);
            }
            if (removalsLeft == 0) {
                throw absentAtOnce();
            }
            return end(stored).then(ended -> createOrAdopt(ended, wanted, removalsLeft - 1));
        });
    }

    private Step<Generation> create(Optional<FilterState> found, Wanted wanted, int removalsLeft) {
        FilterDescription fresh = wanted.fresh().get();
        String layer = environment.ids().get();
        OtherServers others = new OtherServers(register, fresh.servers());
        return others.requireNone()
                .then(none -> others.leaveOrder(fresh.origin()))
                .then(left -> register.compareAndSet(found, FilterState.claimed(found, fresh, layer)))
                .then(written -> written.isOurs()
                        ? keep(found, written.current())
                                .then(kept ->
                                        new Finishing(register, environment).continueWith(written.current(), layer))
                                .then(current -> others.forgetOrder(fresh.origin())
                                        .then(forgotten -> adoptCreated(current, wanted)))
                        : others.forgetOrder(fresh.origin())
                                .then(forgotten -> createOrAdopt(written.current(), wanted, removalsLeft)));
    }

    /** What says that an earlier filter was deleted lives for a day. */
    private Step<Void> keep(Optional<FilterState> before, Optional<FilterState> written) {
        return before.isPresent() ? register.lifetime().giveBack(written) : Step.done();
    }

    private Step<Generation> adoptCreated(Optional<FilterState> current, Wanted wanted) {
        FilterState created = existing(current).orElseThrow(this::absentAtOnce);
        wanted.requireFit().accept(created.filter());
        return adopt(created).map(FilterState::generation);
    }

    /**
     * Returns a stored filter unless it has ended, or expired. The register outlives the partitions; and the client
     * that set the expiry may have died before all keys had it. The expiry may have been put off before its instant,
     * but after the register was read: so the register is read once more after the clock.
     */
    private Step<Optional<FilterState>> living(FilterState stored) {
        if (stored.isOver()) {
            return Step.done(Optional.empty());
        }
        return register.lifetime().isOver(stored.lifetime()).then(isOver -> {
            if (!isOver) {
                return Step.done(Optional.of(stored));
            }
            return describe()
                    .then(current -> current.filter(again -> again.life().equals(stored.life()))
                            .filter(again -> !again.lifetime().equals(stored.lifetime()))
                            .map(this::living)
                            .orElseGet(() -> Step.done(Optional.empty())));
        });
    }

    /** Only the life that was read is removed: by now another client may have created the next one. */
    private Step<Optional<FilterState>> end(FilterState ended) {
        SpecComparison.requireServers(ended.filter(), environment.servers());
        return Deletion.of(register, environment, ended.generation()).start().then(removed -> register.read());
    }

    /**
     * Makes room for a filter that is to be copied to the name: removes one that has expired, or whose deletion has
     * begun and may never end. The value is the filter that has the name.
     */
    public Step<Optional<FilterState>> describeLiving() {
        return register.read().then(found -> {
            if (found.filter(state -> state.phase() != Phase.DELETED).isEmpty()) {
                return Step.done(Optional.empty());
            }
            return living(found.get())
                    .then(living -> living.isPresent()
                            ? Step.done(living)
                            : end(found.get()).map(NativeOpening::existing));
        });
    }

    @Override
    public Step<FilterState> adopt(FilterState stored) {
        requireFit(stored);
        if (stored.isSettled()) {
            return Step.done(stored);
        }
        return new Finishing(register, environment)
                .finish(Optional.of(stored))
                .recover(failure -> useAsItIs(stored, failure))
                .map(latest -> {
                    FilterState current = existing(latest)
                            .orElseThrow(() -> stored.phase() == Phase.MAKING ? absentAtOnce() : gone());
                    requireFit(current);
                    SpecComparison.requireSame(current.filter(), stored.filter());
                    return current;
                });
    }

    /** A client that may not give the keys their expiry uses the filter all the same: another client will. */
    private static Step<Optional<FilterState>> useAsItIs(FilterState stored, BloomFilterException failure) {
        boolean isRefused = failure instanceof BackendException refused && !refused.mayHaveBeenApplied();
        if (stored.filter().ready() && isRefused) {
            return Step.done(Optional.of(stored));
        }
        throw failure;
    }

    private FilterGoneException absentAtOnce() {
        return absent("was deleted while it was being created");
    }
}
