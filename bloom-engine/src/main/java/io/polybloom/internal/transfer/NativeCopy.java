package io.polybloom.internal.transfer;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.SpecMismatchException;
import io.polybloom.internal.load.TemporaryKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.NativeOpening;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.register.Finishing;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.register.Register.Written;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The copy of a native filter: a life of its own, whose layers have ids that nobody else knows, so that no two copies
 * ever write to one key. One version publishes it when its partitions are written. Until then they have an expiry; the
 * client that reads this version gives them the expiry of the filter.
 */
final class NativeCopy implements CopyTarget {

    private final NativeOpening opening;
    private final Register register;
    private final Supplier<Step<Void>> unclaimed;
    private final RoundLimit rounds;
    private Generation copy;

    /**
     * Prepares the copy.
     *
     * @param opening opens filters of the copy's name
     * @param copy the copy, under its own name, without an expiry
     * @param unclaimed makes the steps that follow if the name was certainly not claimed: they remove the partitions,
     *     or leave them to a later attempt
     */
    NativeCopy(NativeOpening opening, Generation copy, Supplier<Step<Void>> unclaimed) {
        this.opening = opening;
        this.register = opening.register();
        this.copy = copy;
        this.unclaimed = unclaimed;
        this.rounds = new RoundLimit(opening.name());
    }

    /** Prepares a copy under a name. */
    static NativeCopy of(CopySource source, String name) {
        Environment environment = source.opening().environment();
        FilterDescription original = source.generation().description();
        Supplier<String> ids = environment.ids();
        Generation copy = new Generation(Descriptions.copy(original, name, ids.get(), ids.get(), ids));
        return new NativeCopy(
                new NativeOpening(name, ElementFormat.UNKNOWN, environment),
                copy,
                () -> PartitionRemoval.unlink(copy.layers()));
    }

    @Override
    public InstantSource clock() {
        return opening.environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        return opening.describeLiving()
                .also(stored -> {
                    if (stored.isPresent()) {
                        throw CopyTarget.exists(opening.name(), "a filter with the name '" + opening.name() + "'");
                    }
                })
                .asVoid();
    }

    @Override
    public Partition partition(Partition original) {
        return copy.layers().get(original.layer().index()).partition(original.number());
    }

    @Override
    public byte[] key(Partition partition) {
        return partition.key();
    }

    @Override
    public Step<Void> abandon() {
        return PartitionRemoval.unlink(copy.layers());
    }

    @Override
    public Step<Generation> publish(Lifetime lifetime) {
        copy = new Generation(Descriptions.withState(copy.description(), true, lifetime));
        return requireAlive()
                .then(alive -> register.read())
                .recover(failure -> Steps.failAfter(unclaimed.get(), failure))
                .then(this::publishAfter);
    }

    /** The keys live on until the next client finds the version. */
    private Step<Void> requireAlive() {
        return TemporaryKey.extend(copy.layers(), clock())
                .also(dead -> {
                    if (!dead.isEmpty()) {
                        throw CopySource.changed(dead.get(0));
                    }
                })
                .asVoid();
    }

    private Step<Generation> publishAfter(Optional<FilterState> found) {
        rounds.next();
        if (found.filter(state -> state.phase() != Phase.DELETED).isPresent()) {
            return Steps.failAfter(abandon(), createdMeanwhile());
        }
        return register.compareAndSet(found, FilterState.copied(found, copy.description()))
                .recover(this::fail)
                .then(written ->
                        written.isOurs() ? complete(found, written.current()) : publishAfter(written.current()));
    }

    /** What says that an earlier filter was deleted lives for a day. */
    private Step<Generation> complete(Optional<FilterState> before, Optional<FilterState> written) {
        return (before.isPresent() ? register.lifetime().giveBack(written) : Step.<Void>done())
                .then(kept -> new Finishing(register, opening.environment()).finish(written))
                .map(current -> copy);
    }

    /** A command that was refused has published nothing. */
    private Step<Written> fail(BloomFilterException failure) {
        boolean isRefused = failure instanceof BackendException refused && !refused.mayHaveBeenApplied();
        return Steps.failAfter(isRefused ? unclaimed.get() : Step.done(), failure);
    }

    private SpecMismatchException createdMeanwhile() {
        String name = opening.name();
        return CopyTarget.exists(name, "a filter with the name '" + name + "' was created meanwhile");
    }
}
