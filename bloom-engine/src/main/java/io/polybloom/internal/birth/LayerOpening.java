package io.polybloom.internal.birth;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the layer after the newest one of a generation. Its shape is claimed in the config before it has any key, it
 * counts when all its partitions are there, and the layer before is sealed last: so a client that sees a seal finds the
 * next layer in the config. Every step may be done by several clients at once; they make one layer.
 */
public final class LayerOpening {

    /**
     * The outcome.
     *
     * @param stored the config as most recently read: another generation, or none, if the filter was cleared or is gone
     * @param dead partitions that were to be sealed and are not alive; the attempt has created them again
     */
    public record Opened(Optional<FilterDescription> stored, List<Partition> dead) {}

    private final Generation full;
    private final ConfigKey config;
    private final LifeConfig life;
    private final Supplier<String> ids;

    /**
     * Prepares the opening.
     *
     * @param full the generation, with the layer that is full as its newest
     * @param ids draws the names of makers
     */
    public LayerOpening(Generation full, Supplier<String> ids) {
        this.ids = ids;
        this.full = full;
        this.config = new ConfigKey(full.description().name());
        this.life = new LifeConfig(config, full.description().origin());
    }

    /** Returns the steps. */
    public Step<Opened> start() {
        return sealOlder()
                .then(dead -> dead.isEmpty() ? claim() : Step.done(new Opened(Optional.of(full.description()), dead)));
    }

    /**
     * Seals the layer before the full one: its opener may have died before sealing it. With a still newer layer, no
     * client would find the way past the unsealed one.
     */
    private Step<List<Partition>> sealOlder() {
        int newest = full.newest().index();
        return newest == 0
                ? Step.done(List.of())
                : PartitionSweep.seal(full.layers().get(newest - 1));
    }

    private Step<Opened> claim() {
        int next = full.layers().size();
        Geometry shape = full.shapeOfNext();
        return life.put(List.of(claim(shape))).then(current -> {
            if (!isCurrent(current)) {
                return birth(current)
                        .withdraw(current)
                        .then(withdrawn -> life.forget())
                        .then(forgotten -> opened(current, List.of()));
            }
            if (counts(current)) {
                return seal(current);
            }
            if (current.get().claimedLayer(full.description(), next).isEmpty()) {
                throw unclaimed(next);
            }
            return birth(current).start().then(this::seal);
        });
    }

    /** The claim was answered, and nobody takes back the claim of a generation that is current. */
    private LostDataException unclaimed(int layer) {
        String name = full.description().name();
        return new LostDataException(
                name,
                "the filter '" + name
                        + "' is full, and its next layer could not be opened: its config does not show the"
                        + " claim of layer " + layer + ", which a server has just taken. Another server has answered,"
                        + " as in a failover, or the field was deleted: repeat the call");
    }

    /** Several clients may have found the claim. The shape that was claimed first counts. */
    private LayerBirth birth(Optional<ConfigRecord> current) {
        int next = full.layers().size();
        Geometry shape = current.flatMap(record -> record.claimedLayer(full.description(), next))
                .map(Layer::geometry)
                .orElseGet(full::shapeOfNext);
        return new LayerBirth(config, Descriptions.withLayer(full.description(), shape), ids).claimedBy(claim(shape));
    }

    private Command claim(Geometry shape) {
        return ConfigCommands.claimLayer(
                config.bytes(), full.id(), full.layers().size(), shape);
    }

    private Step<Opened> seal(Optional<ConfigRecord> current) {
        return isCurrent(current) && counts(current)
                ? PartitionSweep.seal(full.newest()).then(dead -> opened(current, dead))
                : opened(current, List.of());
    }

    private static Step<Opened> opened(Optional<ConfigRecord> current, List<Partition> dead) {
        return Step.done(new Opened(current.map(ConfigRecord::filter), dead));
    }

    private boolean isCurrent(Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfGeneration(full.id())).isPresent();
    }

    private boolean counts(Optional<ConfigRecord> current) {
        return current.filter(record ->
                        record.filter().layers().size() > full.layers().size())
                .isPresent();
    }
}
