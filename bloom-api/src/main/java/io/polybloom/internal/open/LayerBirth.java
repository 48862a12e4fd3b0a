package io.polybloom.internal.open;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes all partitions of a layer that somebody has claimed, and marks it as ready. Several clients may do so at once;
 * they make one layer. Whenever the config shows that the generation is no more, what was made goes.
 */
final class LayerBirth {

    /**
     * A partition that was made and is not alive was evicted or has expired at once; then making it again does not
     * help for long.
     */
    private static final int MOST_ATTEMPTS = 3;

    private final ConfigKey config;
    private final Generation generation;
    private final Layer layer;
    private final TraceBirth trace;

    /**
     * Prepares the birth of the newest layer of a generation.
     *
     * @param claimed the generation, with the claimed layer as its newest
     */
    LayerBirth(ConfigKey config, FilterDescription claimed) {
        this.config = config;
        this.generation = new Generation(claimed);
        this.layer = generation.newest();
        this.trace = new TraceBirth(config, claimed);
    }

    /** The steps; the value is the config as it was read last, which shows whether the layer counts. */
    Step<Optional<ConfigRecord>> start() {
        return attempt(1);
    }

    private Step<Optional<ConfigRecord>> attempt(int number) {
        PartitionBirth birth = new PartitionBirth(layer);
        return birth.conceive()
                .translateFailure(this::sayWhatIsLeft)
                .then(conceived -> read())
                .then(now -> isWanted(now) ? complete(birth, now.get(), number) : giveUp(birth, now));
    }

    private Step<Optional<ConfigRecord>> complete(PartitionBirth birth, ConfigRecord now, int number) {
        Optional<Instant> expireAt = now.filter().expireAt();
        return leaveTrace(expireAt)
                .then(isTraced -> isTraced ? bear(birth, expireAt, number) : leaveAnew(birth, number));
    }

    private Step<Optional<ConfigRecord>> bear(PartitionBirth birth, Optional<Instant> expireAt, int number) {
        return birth.bear(expireAt)
                .then(dead -> dead.isEmpty()
                        ? publish(expireAt)
                        : repeat(birth, number, dead.get(0).place().key(), List.of()));
    }

    /** The filter was deleted, or it was claimed so long ago that what was to become its trace has expired. */
    private Step<Optional<ConfigRecord>> leaveAnew(PartitionBirth birth, int number) {
        return repeat(birth, number, new String(config.trace(), StandardCharsets.UTF_8), trace.conceive());
    }

    /**
     * First of all, so that bits never live without it; and never beside that of another life, whose config must have
     * been lost. A generation that follows another one has its trace.
     */
    private Step<Boolean> leaveTrace(Optional<Instant> expireAt) {
        if (!isFirst()) {
            return new Step.Done<>(true);
        }
        return trace.bear(expireAt).then(origins -> {
            if (!Set.of(origin()).containsAll(origins)) {
                throw new LostConfig(name()).complaint();
            }
            return new Step.Done<>(!origins.isEmpty());
        });
    }

    /**
     * Begins anew with a key that was lost.
     *
     * @param first what is to be done before that
     */
    private Step<Optional<ConfigRecord>> repeat(PartitionBirth birth, int number, String lost, List<Command> first) {
        return read().then(now -> {
            if (!isWanted(now)) {
                return giveUp(birth, now);
            }
            if (number == MOST_ATTEMPTS) {
                throw new LostDataException(
                        name(),
                        "the filter '" + name() + "' could not be made: the key "
                                + lost
                                + " was lost as soon as it was made (evicted, deleted, or expired), or another"
                                + " value is in its place: repeat the call");
            }
            return write(first).then(written -> attempt(number + 1));
        });
    }

    private Step<Optional<ConfigRecord>> publish(Optional<Instant> applied) {
        Command ready = ConfigCommands.markReady(config.bytes(), generation.id(), layer.index());
        // A stray field of an earlier life may have brought an expiry of its own.
        Batch batch = isFirst()
                ? config.batch(ready, config.expire(applied), config.read())
                : config.batch(ready, config.read());
        return send(batch, now -> isCurrent(now) ? takeOver(now, applied) : withdraw(now));
    }

    /** Another client may have set another expiry after the partitions were made. */
    private Step<Optional<ConfigRecord>> takeOver(Optional<ConfigRecord> now, Optional<Instant> applied) {
        Optional<Instant> expireAt = now.flatMap(record -> record.filter().expireAt());
        if (!isCurrent(now) || expireAt.equals(applied)) {
            return new Step.Done<>(now);
        }
        return PartitionSweep.settle(List.of(layer), expireAt)
                .then(settled -> isFirst()
                        ? write(List.of(config.expire(expireAt)))
                                .then(expired -> write(List.of(config.expireTrace(expireAt))))
                        : new Step.Done<>(null))
                .then(missing -> read())
                .then(later -> takeOver(later, expireAt));
    }

    /** Others have completed the layer, or nobody wants it any more. */
    private Step<Optional<ConfigRecord>> giveUp(PartitionBirth birth, Optional<ConfigRecord> now) {
        return isCurrent(now) ? birth.abandon().then(abandoned -> new Step.Done<>(now)) : withdraw(now);
    }

    /**
     * The generation is no more: nothing of the layer may stay. If only the config is lost, others may use what was made,
     * and a removal finds the newer layers by it.
     */
    private Step<Optional<ConfigRecord>> withdraw(Optional<ConfigRecord> now) {
        Step<Boolean> lost = isOfThisLife(now) ? new Step.Done<>(false) : new LostConfig(name()).isLost(origin());
        return lost.then(isLost -> isLost ? new Step.Done<>(null) : PartitionSweep.unlink(List.of(layer)))
                .then(removed ->
                        write(List.of(ConfigCommands.forgetLayer(config.bytes(), generation.id(), layer.index()))))
                .then(withdrawn -> new Step.Done<>(now));
    }

    private boolean isOfThisLife(Optional<ConfigRecord> now) {
        return now.filter(record -> record.filter().origin().equals(origin())).isPresent();
    }

    private boolean isFirst() {
        return layer.index() == 0 && generation.description().clears() == 0;
    }

    private boolean isCurrent(Optional<ConfigRecord> now) {
        FilterDescription description = generation.description();
        return now.map(ConfigRecord::filter)
                .filter(stored -> stored.origin().equals(description.origin()))
                .filter(stored -> stored.generation().equals(description.generation()))
                .isPresent();
    }

    private boolean isWanted(Optional<ConfigRecord> now) {
        return isCurrent(now) && !counts(now.get().filter());
    }

    private boolean counts(FilterDescription stored) {
        return stored.ready() && stored.layers().size() > layer.index();
    }

    private Step<Optional<ConfigRecord>> read() {
        return send(config.batch(config.read()), Step.Done::new);
    }

    private Step<Void> write(List<Command> commands) {
        if (commands.isEmpty()) {
            return new Step.Done<>(null);
        }
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return new Step.Done<>(null);
        });
    }

    private Step<Optional<ConfigRecord>> send(
            Batch batch, Function<Optional<ConfigRecord>, Step<Optional<ConfigRecord>>> next) {
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            Optional<ConfigRecord> found = config.record(replies.get(replies.size() - 1));
            return found.isPresent() ? next.apply(found) : search().then(next);
        });
    }

    /**
     * Where there is no config, a deletion of an earlier life may have moved it away and be about to give it back: then
     * what was withdrawn would be missed.
     */
    private Step<Optional<ConfigRecord>> search() {
        return new LostConfig(name())
                .bringBack(Set.of(origin()))
                .then(moved -> Step.send(
                        config.batch(config.read()), replies -> new Step.Done<>(config.record(replies.get(0)))));
    }

    private BloomFilterException sayWhatIsLeft(BloomFilterException failure) {
        if (!(failure instanceof BackendException refused)) {
            return failure;
        }
        return new BackendException(
                refused.reason(),
                refused.mayHaveBeenApplied(),
                refused.getMessage() + ". Not all partitions of the filter '" + name()
                        + "' could be made; those that were go by themselves within ten minutes, and opening the"
                        + " filter again goes on with them",
                refused.getCause());
    }

    private String origin() {
        return generation.description().origin();
    }

    private String name() {
        return generation.description().name();
    }
}
