package io.polybloom.internal.open;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes all partitions of a layer that a client has claimed, and marks it as ready. Several clients may do so at once;
 * they make one layer. Whenever the config shows that the generation has ended, the new keys are removed.
 */
final class LayerBirth {

    /**
     * The largest number of attempts at one birth. A partition that was made and is not alive was evicted or has
     * expired at once; more attempts would hardly help, and would delay the exception.
     */
    private static final int MOST_ATTEMPTS = 3;

    private final ConfigKey config;
    private final LifeConfig life;
    private final Generation generation;
    private final List<Layer> layers;
    private final long number;
    private final TraceBirth trace;
    private final Supplier<PartitionBirth> births;

    /**
     * Prepares the birth of the newest layer of a generation, or of a generation without layers: a filter that forgets
     * begins with no slice.
     *
     * @param claimed the generation, with the claimed layer as its newest
     */
    LayerBirth(ConfigKey config, FilterDescription claimed) {
        this(config, claimed, new Generation(claimed));
    }

    private LayerBirth(ConfigKey config, FilterDescription claimed, Generation generation) {
        this(
                config,
                claimed,
                () -> new PartitionBirth(generation.layers().isEmpty() ? List.of() : List.of(generation.newest())));
    }

    /**
     * Prepares another way to make the partitions of a layer.
     *
     * @param births makes the partitions, anew for each attempt
     */
    LayerBirth(ConfigKey config, FilterDescription claimed, Supplier<PartitionBirth> births) {
        this.births = births;
        this.config = config;
        this.life = new LifeConfig(config, claimed.origin());
        this.generation = new Generation(claimed);
        this.layers = generation.layers().isEmpty() ? List.of() : List.of(generation.newest());
        this.number = layers.isEmpty() ? 0 : generation.newest().number();
        this.trace = new TraceBirth(config, claimed);
    }

    /** Returns the steps; the value is the config as most recently read, which shows whether the layer counts. */
    Step<Optional<ConfigRecord>> start() {
        return attempt(1);
    }

    private Step<Optional<ConfigRecord>> attempt(int attempt) {
        PartitionBirth birth = births.get();
        return birth.conceive()
                .translateFailure(this::sayWhatIsLeft)
                .then(conceived -> life.read())
                .then(now -> isWanted(now) ? complete(birth, now.get(), attempt) : giveUp(birth, now));
    }

    private Step<Optional<ConfigRecord>> complete(PartitionBirth birth, ConfigRecord now, int attempt) {
        Optional<Instant> expireAt = now.filter().expireAt();
        return leaveTrace(expireAt)
                .then(isTraced -> isTraced ? bear(birth, expireAt, attempt) : leaveAnew(birth, attempt));
    }

    private Step<Optional<ConfigRecord>> bear(PartitionBirth birth, Optional<Instant> expireAt, int attempt) {
        return birth.bear(expireAt)
                .then(dead -> dead.isEmpty()
                        ? publish(expireAt)
                        : repeat(birth, attempt, dead.get(0).place().key(), List.of()));
    }

    /**
     * The filter was deleted, or the name was claimed so long ago that the key of the trace's first round has expired.
     */
    private Step<Optional<ConfigRecord>> leaveAnew(PartitionBirth birth, int attempt) {
        return repeat(birth, attempt, new String(config.trace(), StandardCharsets.UTF_8), trace.conceive());
    }

    /**
     * Gives the trace its name before any partition gets one, so that bits never exist without it. If the trace names
     * another life, the config of that life was lost. A generation after a clear has the trace of the one before it.
     * The value is false if there is no trace.
     */
    private Step<Boolean> leaveTrace(Optional<Instant> expireAt) {
        if (!isFirst()) {
            return new Step.Done<>(true);
        }
        return trace.bear(expireAt).then(origins -> {
            if (!ConfigKey.namesNoOther(life.origin(), origins)) {
                throw new LostConfig(name()).complaint();
            }
            return new Step.Done<>(!origins.isEmpty());
        });
    }

    /**
     * Starts over, since a key was lost.
     *
     * @param first the commands to send first
     */
    private Step<Optional<ConfigRecord>> repeat(PartitionBirth birth, int attempt, String lost, List<Command> first) {
        return life.read().then(now -> {
            if (!isWanted(now)) {
                return giveUp(birth, now);
            }
            if (attempt == MOST_ATTEMPTS && !layers.isEmpty() && generation.forgets()) {
                // The elements may be forgotten by now; the caller asks the server for the time.
                return new Step.Done<>(now);
            }
            if (attempt == MOST_ATTEMPTS) {
                throw new LostDataException(
                        name(),
                        "the filter '" + name() + "' could not be created: the key "
                                + lost
                                + " was lost as soon as it was made (evicted, deleted, or expired), or it holds"
                                + " another value: repeat the call");
            }
            return life.write(first).then(written -> attempt(attempt + 1));
        });
    }

    private Step<Optional<ConfigRecord>> publish(Optional<Instant> applied) {
        Command ready = ConfigCommands.markReady(config.bytes(), generation.id(), number);
        // A stray field of an earlier life may have brought an expiry of its own.
        Batch batch = isFirst()
                ? config.batch(ready, config.expire(applied), config.read())
                : config.batch(ready, config.read());
        return life.send(batch, now -> isCurrent(now) ? takeOver(now, applied) : withdraw(now));
    }

    /** Another client may have set another expiry after the partitions were made. */
    private Step<Optional<ConfigRecord>> takeOver(Optional<ConfigRecord> now, Optional<Instant> applied) {
        Optional<Instant> expireAt = now.flatMap(record -> record.filter().expireAt());
        if (!isCurrent(now) || expireAt.equals(applied)) {
            return new Step.Done<>(now);
        }
        return PartitionSweep.settle(layers, expireAt)
                .then(settled -> isFirst()
                        ? life.write(List.of(config.expire(expireAt)))
                                .then(expired -> life.write(List.of(config.expireTrace(expireAt))))
                        : Step.done())
                .then(missing -> life.read())
                .then(later -> takeOver(later, expireAt));
    }

    /** Other clients have completed the layer, or it is no longer wanted. */
    private Step<Optional<ConfigRecord>> giveUp(PartitionBirth birth, Optional<ConfigRecord> now) {
        return isCurrent(now) ? birth.abandon().then(abandoned -> new Step.Done<>(now)) : withdraw(now);
    }

    /**
     * Removes the keys of the layer, since its generation has ended. If only the config is lost, the partitions are
     * kept: other clients may use them, and a removal finds the newer layers by them.
     */
    Step<Optional<ConfigRecord>> withdraw(Optional<ConfigRecord> now) {
        return life.isLost(now)
                .then(isLost -> isLost ? Step.done() : PartitionSweep.unlink(layers))
                .then(removed -> life.isEnding())
                .then(isEnding -> isEnding ? Step.done() : forget())
                .then(withdrawn -> new Step.Done<>(now));
    }

    private Step<Void> forget() {
        return life.write(List.of(ConfigCommands.forgetLayer(config.bytes(), generation.id(), number)));
    }

    private boolean isFirst() {
        return number == 0 && Descriptions.number(generation.description()) == 0;
    }

    private boolean isCurrent(Optional<ConfigRecord> now) {
        FilterDescription description = generation.description();
        return now.map(ConfigRecord::filter)
                .filter(stored -> stored.origin().equals(description.origin()))
                .filter(stored -> stored.generation().equals(description.generation()))
                .isPresent();
    }

    private boolean isWanted(Optional<ConfigRecord> now) {
        boolean isClosing = generation.forgets()
                && number > 0
                && now.filter(record -> record.isClosing(generation.id())).isPresent();
        return isCurrent(now) && !counts(now.get().filter()) && !isClosing;
    }

    private boolean counts(FilterDescription stored) {
        if (!stored.ready()) {
            return false;
        }
        return generation.forgets()
                ? number == 0 || new Generation(stored).newestSlice() >= number
                : stored.layers().size() > number;
    }

    private BloomFilterException sayWhatIsLeft(BloomFilterException failure) {
        if (!(failure instanceof BackendException refused)) {
            return failure;
        }
        return new BackendException(
                refused.reason(),
                refused.mayHaveBeenApplied(),
                refused.getMessage() + ". Not all partitions of the filter '" + name()
                        + "' could be created. The others expire within ten minutes; if you open the filter again"
                        + " before that, it continues with them",
                refused.getCause());
    }

    private String name() {
        return generation.description().name();
    }
}
