package io.polybloom.internal.capacity;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.LayerPlan;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Opens the next layer of a filter. First its partitions, then the config, and at last the seals of the layer before: so whoever
 * sees a seal finds the next layer in the config. Every step may be done by several clients at once; they make one layer.
 */
final class Growth {

    private final OpenFilter filter;
    private final Generation full;
    private final Generation grown;
    private final ConfigKey config;

    Growth(OpenFilter filter, Snapshot now) {
        this.filter = filter;
        this.full = now.generation();
        FilterDescription description = full.description();
        this.config = new ConfigKey(description.name());
        this.grown = new Generation(Descriptions.withLayer(description, LayerPlan.next(description, full.layout())));
    }

    /** Returns the steps; the value is the snapshot with the next layer, or whatever has replaced the full generation. */
    Step<Snapshot> start() {
        return filter.refresh(full)
                .then(newer -> isStillFull(newer.generation())
                        ? create(newer.generation().description().expireAt())
                        : new Step.Done<>(newer));
    }

    private boolean isStillFull(Generation current) {
        return current.isSameAs(full)
                && current.layers().size() == full.layers().size();
    }

    private Step<Snapshot> create(Optional<Instant> expireAt) {
        return PartitionSweep.create(grown.newest(), expireAt).then(created -> claim(expireAt));
    }

    private Step<Snapshot> claim(Optional<Instant> expireAt) {
        Geometry shape = grown.newest().geometry();
        Command claim = ConfigCommands.claimLayer(
                config.bytes(), grown.newest().index(), SpecCodec.encodeLayer(full.id(), shape));
        Command read = Commands.readHash(config.bytes());
        Batch batch = config.batch(claim, read);
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return adopt(config.stored(read, replies.get(1)), expireAt);
        });
    }

    private Step<Snapshot> adopt(Optional<FilterDescription> stored, Optional<Instant> applied) {
        return filter.takeUp(stored, full).then(taken -> {
            Generation current = taken.generation();
            if (!current.isSameAs(full)) {
                return PartitionSweep.unlink(List.of(grown.newest())).then(removed -> new Step.Done<>(taken));
            }
            return takeOverExpiry(current.description().expireAt(), applied)
                    .then(done -> current.layers().size() > full.layers().size() ? seal(taken) : replaceLeftover());
        });
    }

    /** Another client may have set the expiry after the partitions were created. */
    private Step<Void> takeOverExpiry(Optional<Instant> expireAt, Optional<Instant> applied) {
        if (expireAt.isEmpty() || expireAt.equals(applied)) {
            return new Step.Done<>(null);
        }
        return PartitionSweep.expire(List.of(grown.newest()), expireAt.get().toEpochMilli())
                .then(missing -> new Step.Done<>(null));
    }

    /** The field holds a layer of another generation, which a clear has left behind. */
    private Step<Snapshot> replaceLeftover() {
        Geometry shape = grown.newest().geometry();
        Command replace = ConfigCommands.replaceLayer(
                config.bytes(), grown.newest().index(), SpecCodec.encodeLayer(full.id(), shape));
        return Step.send(config.batch(replace), replies -> {
            Answers.requireSuccess(replace, replies.get(0));
            return filter.refresh(full)
                    .then(newer -> newer.generation().isSameAs(full) ? seal(newer) : new Step.Done<>(newer));
        });
    }

    private Step<Snapshot> seal(Snapshot now) {
        return filter.seal(full).then(successor -> new Step.Done<>(successor.orElse(now)));
    }
}
