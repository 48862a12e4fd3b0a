package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replaces a generation by the one that a rebuild has made, once that is decided: removes the old partitions, then
 * publishes the new generation. Every client that meets the decision may do so concurrently. None of them uses the new
 * generation alone while another one can still read the old one.
 */
final class Retirement {

    private final ConfigKey config;
    private final LifeConfig life;
    private final RoundLimit rounds;
    private final FilterDescription old;
    private final FilterDescription next;
    private final List<Layer> nextLayers;

    private Retirement(FilterDescription old, Rebuild rebuild) {
        this.config = new ConfigKey(old.name());
        this.life = new LifeConfig(config, old.origin());
        this.rounds = new RoundLimit(old.name());
        this.old = old;
        this.next = rebuild.next();
        this.nextLayers = new Generation(next).layers();
    }

    /**
     * Returns the steps that replace a generation; the value is the config as most recently read.
     *
     * @param due a generation that is to be replaced
     */
    static Step<Optional<ConfigRecord>> of(FilterDescription due) {
        return new Retirement(due, due.rebuild().orElseThrow()).start();
    }

    private Step<Optional<ConfigRecord>> start() {
        return life.read().then(now -> isStillDue(now) ? retire(now.get()) : Step.done(now));
    }

    private boolean isStillDue(Optional<ConfigRecord> now) {
        return now.map(ConfigRecord::filter)
                .filter(current -> current.generation().equals(old.generation()))
                .filter(Descriptions::isReplaced)
                .isPresent();
    }

    private Step<Optional<ConfigRecord>> retire(ConfigRecord now) {
        Optional<Instant> expireAt = now.filter().expireAt();
        return PartitionSweep.settle(nextLayers, expireAt)
                .then(settled -> PartitionSweep.unlinkAtOnce(now.claimedLayers(old)))
                .then(removed -> publish(expireAt));
    }

    private Step<Optional<ConfigRecord>> publish(Optional<Instant> applied) {
        Command ready = ConfigCommands.markReady(config.bytes(), next.generation(), 0);
        Command publish = ConfigCommands.publish(config.bytes(), next);
        Batch batch = config.batch(ready, publish, config.read());
        return Steps.send(batch, replies -> {
            boolean isOurs = Answers.integer(publish, replies.get(1)) == 1;
            Optional<ConfigRecord> now = config.recordOfAny(replies.get(2));
            if (!isOfThisLife(now)) {
                return withdraw(isOurs);
            }
            // A deletion relies on its mark until the config is gone.
            return now.get().isDeleted()
                    ? PartitionSweep.unlink(nextLayers).map(removed -> Optional.empty())
                    : conclude(now.get(), applied);
        });
    }

    private Step<Optional<ConfigRecord>> conclude(ConfigRecord now, Optional<Instant> applied) {
        Optional<Instant> expireAt = now.filter().expireAt();
        boolean isCurrent = now.isOfGeneration(next.generation());
        if (isCurrent && !expireAt.equals(applied)) {
            rounds.next();
            return PartitionSweep.settle(nextLayers, expireAt)
                    .then(settled -> life.read())
                    .then(later -> isOfThisLife(later) ? conclude(later.get(), expireAt) : Step.done(later));
        }
        // The generation with which a clear has replaced the old one, its claims if the clear has died, or a layer that
        // was opened meanwhile.
        return now.leftovers()
                .removeKeys()
                .then(removed -> forget(now.leftovers().fields()))
                .map(forgotten -> Optional.of(now));
    }

    private Step<Void> forget(List<String> fields) {
        return fields.isEmpty() ? Step.done() : life.write(List.of(ConfigCommands.remove(config.bytes(), fields)));
    }

    /**
     * The field that was written would be left behind alone. The config may only have been moved away; if it is lost,
     * the partitions are kept, since other clients may use them.
     */
    private Step<Optional<ConfigRecord>> withdraw(boolean isOurs) {
        List<Command> fields = new ArrayList<>();
        fields.add(ConfigCommands.forgetLayer(config.bytes(), next.generation(), 0, List.of()));
        if (isOurs) {
            fields.add(ConfigCommands.withdraw(ConfigCommands.publish(config.bytes(), next)));
        }
        return life.write(fields).then(written -> life.read()).then(now -> {
            if (isOfThisLife(now)) {
                rounds.next();
                return start();
            }
            return life.isLost(now)
                    .then(isLost -> isLost ? Step.done() : PartitionSweep.unlink(nextLayers))
                    .map(removed -> now);
        });
    }

    private boolean isOfThisLife(Optional<ConfigRecord> now) {
        return now.filter(record -> record.isOfLife(old.origin())).isPresent();
    }
}
