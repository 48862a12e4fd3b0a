package io.polybloom.internal.transfer;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.NativeOpening;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.removal.Trace;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The copy of a native filter: a life and a generation of its own, so that no two copies ever write to one key. It is
 * published when its partitions are written. The specification comes last and makes a filter of it at once; the trace
 * shows whether the name was free. From then on other clients may use the copy, so its mark is never withdrawn: without
 * it, they would make the partitions again, empty.
 */
final class NativeCopy implements CopyTarget {

    private final NativeOpening opening;
    private final ConfigKey config;
    private final Trace trace;
    private final Supplier<Step<Void>> unclaimed;
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
        this.config = new ConfigKey(opening.name());
        this.copy = copy;
        this.trace = new Trace(config, copy.description());
        this.unclaimed = unclaimed;
    }

    /** Prepares a copy under a name. */
    static NativeCopy of(CopySource source, String name) {
        Environment environment = source.opening().environment();
        FilterDescription original = source.generation().description();
        Supplier<String> ids = environment.ids();
        Generation copy = new Generation(Descriptions.copy(original, name, ids.get(), ids.get(), Optional.empty()));
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
    public Step<Generation> publish(Optional<Instant> expireAt) {
        copy = new Generation(Descriptions.withState(copy.description(), true, expireAt));
        return prepareConfig().recover(this::fail).then(prepared -> claim());
    }

    /**
     * Writes all fields but the specification; they are named by the copy's generation, so they do not affect another
     * filter of that name.
     */
    private Step<Void> prepareConfig() {
        byte[] key = config.bytes();
        List<Command> commands = new ArrayList<>();
        for (Layer layer : copy.layers()) {
            if (layer.index() > 0) {
                commands.add(ConfigCommands.claimLayer(key, copy.id(), layer.index(), layer.geometry()));
            }
            commands.add(ConfigCommands.markReady(key, copy.id(), layer.index()));
        }
        if (expireAt().isPresent()) {
            commands.add(ConfigCommands.publishExpiry(key, copy.description().origin(), 1, expireAt()));
        }
        return applyExpiry(expireAt().isPresent()).then(applied -> config.write(commands.toArray(new Command[0])));
    }

    /**
     * Keys without an expiry become permanent when the copy is published: until then it expires by itself if nobody
     * continues.
     */
    private Step<Void> applyExpiry(boolean isTime) {
        return isTime ? applyExpiry(copy, opening.environment().ids()) : Step.done();
    }

    /** Gives the keys of a copy the expiry that its description names. */
    static Step<Void> applyExpiry(Generation copy, Supplier<String> ids) {
        return PartitionExpiry.applyExpiry(copy.layers(), copy.description().expireAt(), ids)
                .also(dead -> {
                    if (!dead.isEmpty()) {
                        throw CopySource.changed(dead.get(0));
                    }
                })
                .asVoid();
    }

    /** Makes the prepared keys a filter, at once, unless there is one. */
    private Step<Generation> claim() {
        Command claim = ConfigCommands.claim(config.bytes(), copy.description());
        List<Command> commands = new ArrayList<>(List.of(config.expire(expireAt())));
        commands.addAll(trace.conceive());
        commands.addAll(List.of(claim, config.read()));
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Reply claimed = replies.get(commands.indexOf(claim));
            if (claimed instanceof Reply.Failure refused && !refused.mayHaveBeenApplied()) {
                return fail(Answers.failure(claim, refused));
            }
            Answers.requireSuccess(batch, replies);
            Optional<FilterDescription> stored = config.stored(replies.get(replies.size() - 1));
            if (isOurs(stored)) {
                return leaveTrace(stored.get());
            }
            boolean wasFilter = Answers.integer(claim, claimed) == 1;
            return wasFilter && stored.isEmpty() ? bringBack() : giveWay(stored, wasFilter);
        });
    }

    /** Looks for the config where the end of the deletion of an earlier filter may have moved it, and restores it. */
    private Step<Generation> bringBack() {
        return opening.bringBack(copy.description().origin()).then(found -> {
            if (isOurs(found)) {
                return leaveTrace(found.get());
            }
            throw lost();
        });
    }

    /**
     * Gives the trace its name after the claim, so that no client takes it for that of a filter whose config was lost,
     * and before the partitions become permanent. Next to the trace of another life the copy does not count.
     */
    private Step<Generation> leaveTrace(FilterDescription claimed) {
        return trace.bear(expireAt()).then(origins -> {
            return ConfigKey.namesNoOther(copy.description().origin(), origins)
                    ? complete(claimed)
                    : replaceClaim(origins);
        });
    }

    /**
     * A deletion of an earlier filter of the name may have removed the fields that were prepared. Another client may
     * use the target by now, so nothing is withdrawn.
     */
    private Step<Generation> complete(FilterDescription stored) {
        if (stored.generation().equals(copy.id())) {
            requireComplete(stored, copy.description());
        }
        return applyExpiry(expireAt().isEmpty()).map(applied -> copy);
    }

    /** Makes sure that a copy that has its name has all the fields that were prepared. */
    static void requireComplete(FilterDescription stored, FilterDescription wanted) {
        if (!stored.ready() || stored.layers().size() < wanted.layers().size()) {
            throw new LostDataException(
                    stored.name(),
                    "the copy '" + stored.name() + "' is not complete, since another filter of the same name was"
                            + " deleted meanwhile: delete the copy and repeat it");
        }
    }

    /**
     * Gives way to the life that the trace names. If the config of that life is lost, everything of the copy is kept:
     * when that life is deleted, other clients use the copy. The partitions are removed only if the config shows
     * another filter.
     */
    private Step<Generation> replaceClaim(Set<String> origins) {
        return config.look().then(current -> {
            Step<Optional<FilterDescription>> other = isOurs(current.map(ConfigRecord::filter))
                    ? opening.replaceClaim(copy.description(), origins).map(Optional::of)
                    : opening.describe();
            return other.then(found -> {
                boolean isReplaced = found.isPresent() && !isOurs(found);
                return Steps.failAfter(isReplaced ? abandon() : Step.done(), createdMeanwhile());
            });
        });
    }

    private boolean isOurs(Optional<FilterDescription> stored) {
        return stored.filter(
                        current -> current.origin().equals(copy.description().origin()))
                .isPresent();
    }

    private SpecMismatchException createdMeanwhile() {
        String name = opening.name();
        return CopyTarget.exists(name, "a filter with the name '" + name + "' was created meanwhile");
    }

    private Step<Void> forget() {
        return config.write(trace.abandon(), ConfigCommands.forget(config.bytes(), copy.description()));
    }

    private Optional<Instant> expireAt() {
        return copy.description().expireAt();
    }

    private LostDataException lost() {
        String name = opening.name();
        return new LostDataException(
                name, "the config of the copy '" + name + "' was lost as soon as it was written: repeat the copy");
    }

    /**
     * Gives way to another filter that has the name, and gives it its own expiry back; or fails since there is none any
     * more.
     *
     * @param wasFilter whether the copy's {@code spec} was written: then its fields stay, wherever its config is now
     */
    private Step<Generation> giveWay(Optional<FilterDescription> other, boolean wasFilter) {
        return other.isEmpty()
                ? withdraw(lost())
                : config.write(config.expire(other.get().expireAt()))
                        .then(restored -> wasFilter
                                ? Steps.failAfter(abandon(), createdMeanwhile())
                                : withdraw(createdMeanwhile()));
    }

    private <R> Step<R> fail(BloomFilterException reason) {
        return Steps.failAfter(unclaimed.get().then(left -> forget()), reason);
    }

    /** Removes everything of the copy. */
    private <R> Step<R> withdraw(BloomFilterException reason) {
        return Steps.failAfter(abandon().then(removed -> forget()), reason);
    }
}
