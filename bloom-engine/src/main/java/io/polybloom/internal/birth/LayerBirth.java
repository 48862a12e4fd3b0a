package io.polybloom.internal.birth;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.internal.removal.LostConfig;
import io.polybloom.internal.removal.Trace;
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
public final class LayerBirth implements Birth.Purpose {

    private final ConfigKey config;
    private final LifeConfig life;
    private final Generation generation;
    private final List<Layer> layers;
    private final long number;
    private final Birth<Partition> birth;
    private final Supplier<String> ids;
    private Optional<Command> claim = Optional.empty();

    /**
     * Prepares the birth of the newest layer of a generation, or of a generation without layers: a filter that forgets
     * begins with no slice.
     *
     * @param claimed the generation, with the claimed layer as its newest
     * @param ids draws the names of makers
     */
    public LayerBirth(ConfigKey config, FilterDescription claimed, Supplier<String> ids) {
        this(config, claimed, new Generation(claimed), ids);
    }

    private LayerBirth(ConfigKey config, FilterDescription claimed, Generation generation, Supplier<String> ids) {
        this(
                config,
                claimed,
                () -> new PartitionBirth(generation.layers().isEmpty() ? List.of() : List.of(generation.newest())),
                ids);
    }

    /**
     * Prepares another way to make the partitions of a layer.
     *
     * @param births makes the partitions, anew for each attempt
     * @param ids draws the names of makers
     */
    LayerBirth(ConfigKey config, FilterDescription claimed, Supplier<PartitionBirth> births, Supplier<String> ids) {
        this.config = config;
        this.life = new LifeConfig(config, claimed.origin());
        this.generation = new Generation(claimed);
        this.layers = generation.layers().isEmpty() ? List.of() : List.of(generation.newest());
        this.number = layers.isEmpty() ? 0 : generation.newest().number();
        this.ids = ids;
        this.birth = new Birth<>(config, life, BirthLog.empty(generation.id(), number), births, ids, this);
    }

    /** Sets the command by which the layer was claimed; the first layer of a generation has none. */
    LayerBirth claimedBy(Command command) {
        claim = Optional.of(command);
        return this;
    }

    /** Returns the steps; the value is the config as most recently read, which shows whether the layer counts. */
    public Step<Optional<ConfigRecord>> start() {
        return birth.start().then(born -> {
            if (!isCurrent(born.current())) {
                return withdraw(born.current());
            }
            return takeOver(born.current(), born.expireAt(), !born.isLost()).map(current -> {
                // What expires by itself may have done so by now; the caller asks the server for the time.
                if (born.isLost() && layers.stream().noneMatch(Layer::hasOwnExpiry)) {
                    throw new LostDataException(
                            name(),
                            "the filter '" + name() + "' could not be created: the key "
                                    + lost(born)
                                    + " was lost as soon as it was made (evicted, deleted, or expired), or it holds"
                                    + " another value: repeat the call");
                }
                return current;
            });
        });
    }

    /**
     * Gives the trace its name before any partition gets one, so that bits never exist without it. If the trace names
     * another life, the config of that life was lost. A generation after a clear has the trace of the one before it.
     * The value is false if there is no trace: the filter was deleted, or the name was claimed so long ago that the key
     * of the trace's first round has expired.
     */
    @Override
    public Step<Boolean> prepare(Optional<Instant> expireAt) {
        if (!isFirst()) {
            return Step.done(true);
        }
        return trace().bear(expireAt).map(origins -> {
            if (!ConfigKey.namesNoOther(life.origin(), origins)) {
                throw new LostConfig(name()).complaint();
            }
            return !origins.isEmpty();
        });
    }

    @Override
    public List<Command> restore() {
        return trace().conceive();
    }

    private Trace trace() {
        return new Trace(config, generation.description());
    }

    /** A stray field of an earlier life may have brought an expiry of its own. */
    @Override
    public List<Command> besideMark(Optional<Instant> expireAt) {
        return isFirst() ? List.of(config.expire(expireAt)) : List.of();
    }

    /**
     * Applies the expiry that another client may have set after the partitions were made.
     *
     * @param areMade whether all partitions are made; otherwise another client may be about to give one its name
     */
    private Step<Optional<ConfigRecord>> takeOver(
            Optional<ConfigRecord> current, Optional<Instant> applied, boolean areMade) {
        Optional<Instant> expireAt = current.flatMap(record -> record.filter().expireAt());
        if (!isCurrent(current) || expireAt.equals(applied)) {
            return Step.done(current);
        }
        Step<Void> settled = areMade
                ? PartitionExpiry.applyExpiry(layers, expireAt, ids).asVoid()
                : PartitionExpiry.applyExpiryIfMade(layers, expireAt);
        return settled.then(done -> isFirst()
                        ? life.write(List.of(config.expire(expireAt)))
                                .then(expired -> life.write(List.of(config.expireTrace(expireAt))))
                        : Step.done())
                .then(missing -> life.read())
                .then(later -> takeOver(later, expireAt, areMade));
    }

    /**
     * Removes the keys of the layer, since its generation has ended. If only the config is lost, or was away for a
     * while, the partitions are kept: other clients may use them, and a removal finds the newer layers by them.
     */
    Step<Optional<ConfigRecord>> withdraw(Optional<ConfigRecord> current) {
        return life.withdraw(current, () -> PartitionRemoval.unlink(made(current)))
                .then(removed -> life.forget())
                .map(withdrawn -> current);
    }

    private List<Layer> made(Optional<ConfigRecord> current) {
        return layers.stream().map(layer -> layer.madeBy(birth.makers(current))).toList();
    }

    private boolean isFirst() {
        return number == 0 && Descriptions.number(generation.description()) == 0;
    }

    @Override
    public boolean isCurrent(Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfLife(life.origin()) && record.isOfGeneration(generation.id()))
                .isPresent();
    }

    @Override
    public boolean isWanted(ConfigRecord current) {
        boolean isClosing = number > 0 && current.isClosing(generation.id());
        return isCurrent(Optional.of(current)) && !counts(current.filter()) && !isClosing;
    }

    @Override
    public Optional<Command> missingClaim(ConfigRecord current) {
        return claim.filter(command -> !current.shows(command));
    }

    private boolean counts(FilterDescription stored) {
        return stored.ready() && new Generation(stored).reaches(number);
    }

    @Override
    public BloomFilterException explain(BloomFilterException failure) {
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

    private String lost(Birth.Born<Partition> born) {
        return born.dead().isEmpty()
                ? new String(config.trace(), StandardCharsets.UTF_8)
                : born.dead().get(0).place().key();
    }

    private String name() {
        return generation.description().name();
    }
}
