package io.polybloom.internal.birth;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the layer after the newest one of the generation that a rebuild makes, while the rebuild is in progress. The
 * client that rebuilds does so when a layer is full, and so do those that add meanwhile. As in {@link LayerOpening},
 * the shape is claimed first, the layer counts when all its partitions are there, and the full layer is sealed last.
 *
 * <p>The partitions are permanent from the beginning, unlike those of the first layer: the rebuild may be decided by a
 * client that does not know this layer yet.
 */
public final class NextLayerOpening implements Birth.Purpose {

    private final FilterDescription old;
    private final Rebuild rebuild;
    private final Generation full;
    private final ConfigKey config;
    private final LifeConfig life;
    private final RoundLimit rounds;
    private final Supplier<String> ids;
    private Optional<Command> claim = Optional.empty();

    /**
     * Prepares the opening.
     *
     * @param old the generation that is rebuilt
     * @param rebuild has the next generation, with the layer that is full as its newest
     * @param ids draws the names of makers and of temporary keys
     */
    public NextLayerOpening(FilterDescription old, Rebuild rebuild, Supplier<String> ids) {
        this.ids = ids;
        this.old = old;
        this.rebuild = rebuild;
        this.full = new Generation(rebuild.next());
        this.config = new ConfigKey(old.name());
        this.life = new LifeConfig(config, old.origin());
        this.rounds = new RoundLimit(old.name());
    }

    /**
     * Returns the steps; the value is the config as most recently read, which shows whether the layer counts, and the
     * partitions of the next generation that are not alive.
     */
    public Step<LayerOpening.Opened> start() {
        Geometry shape = full.shapeOfNext();
        return life.put(List.of(claim(shape))).then(current -> {
            Layer layer = layer(current, shape);
            Birth<Partition> birth = birth(layer);
            claim = Optional.of(claim(layer.geometry()));
            return isUnderWay(current) && !counts(current) ? make(layer, birth) : conclude(layer, birth, current);
        });
    }

    private Command claim(Geometry shape) {
        return ConfigCommands.claimLayer(
                config.bytes(), full.id(), full.layers().size(), shape);
    }

    /** The shape that another client has claimed first counts. */
    private Layer layer(Optional<ConfigRecord> current, Geometry ours) {
        int number = full.layers().size();
        return current.flatMap(record -> record.claimedLayer(full.description(), number))
                .orElseGet(() -> new Generation(Descriptions.withLayer(full.description(), ours)).newest());
    }

    private Step<LayerOpening.Opened> make(Layer layer, Birth<Partition> birth) {
        return birth.start()
                .then(born -> born.isLost()
                        ? opened(born.current(), born.dead())
                        : conclude(layer, birth, born.current(), born.expireAt()));
    }

    /** So that a sweep finds what they have made under other names. */
    private static List<Layer> made(Layer layer, Birth<Partition> birth, Optional<ConfigRecord> current) {
        return List.of(layer.madeBy(birth.makers(current)));
    }

    private Birth<Partition> birth(Layer layer) {
        return new Birth<>(
                config,
                life,
                BirthLog.empty(full.id(), layer.number()),
                () -> new PartitionBirth(List.of(layer)),
                ids,
                this);
    }

    private Step<LayerOpening.Opened> conclude(
            Layer layer, Birth<Partition> birth, Optional<ConfigRecord> current, Optional<Instant> applied) {
        Optional<Instant> expireAt = current.flatMap(record -> record.filter().expireAt());
        if (!isPresent(current) || expireAt.equals(applied)) {
            return conclude(layer, birth, current);
        }
        rounds.next();
        return PartitionExpiry.applyExpiry(made(layer, birth, current), expireAt, ids)
                .then(settled -> life.read())
                .then(later -> conclude(layer, birth, later, expireAt));
    }

    private Step<LayerOpening.Opened> conclude(Layer layer, Birth<Partition> birth, Optional<ConfigRecord> current) {
        if (!isPresent(current)) {
            return withdraw(layer, birth, current);
        }
        return isOpen(current) && counts(current)
                ? PartitionSweep.seal(full.newest())
                        .then(dead ->
                                PartitionRemoval.removeRecreated(dead, ids).then(removed -> opened(current, dead)))
                : opened(current, List.of());
    }

    /**
     * The next generation has ended before it was the current one, or the filter has. Another client may have found the
     * claim and be making the layer, so its keys go before the claim that names them. If only the config is lost, or
     * was away for a while, they are kept: other clients may use them.
     */
    private Step<LayerOpening.Opened> withdraw(Layer layer, Birth<Partition> birth, Optional<ConfigRecord> current) {
        return life.withdraw(current, () -> PartitionRemoval.unlink(made(layer, birth, current)))
                .then(removed -> life.forget())
                .then(forgotten -> opened(current, List.of()));
    }

    private static Step<LayerOpening.Opened> opened(Optional<ConfigRecord> current, List<Partition> dead) {
        return Step.done(new LayerOpening.Opened(current.map(ConfigRecord::filter), dead));
    }

    @Override
    public boolean isWanted(ConfigRecord current) {
        return isUnderWay(Optional.of(current)) && !counts(Optional.of(current));
    }

    @Override
    public boolean isCurrent(Optional<ConfigRecord> current) {
        return rebuild(current).isPresent();
    }

    @Override
    public Optional<Command> missingClaim(ConfigRecord current) {
        return claim.filter(command -> !current.shows(command));
    }

    private boolean isOpen(Optional<ConfigRecord> current) {
        return rebuild(current).filter(Rebuild::isOpen).isPresent();
    }

    private boolean isUnderWay(Optional<ConfigRecord> current) {
        return rebuild(current)
                .filter(found -> found.state() == Rebuild.State.UNDER_WAY)
                .isPresent();
    }

    /** A rebuild that was given up stays in the config with its layers, whose keys were removed with it. */
    private boolean isPresent(Optional<ConfigRecord> current) {
        return rebuild(current).isPresent()
                || current.filter(record -> record.isOfGeneration(full.id())).isPresent();
    }

    private boolean counts(Optional<ConfigRecord> current) {
        return rebuild(current)
                .filter(found -> found.next().layers().size() > full.layers().size())
                .isPresent();
    }

    /** Returns the rebuild, if it is one of the current generation. */
    private Optional<Rebuild> rebuild(Optional<ConfigRecord> current) {
        return current.flatMap(record -> record.rebuildOf(old.generation()))
                .filter(found -> found.number() == rebuild.number());
    }
}
