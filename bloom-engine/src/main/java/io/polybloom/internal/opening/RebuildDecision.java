package io.polybloom.internal.opening;

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
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The end of a rebuild: the next generation replaces the one that is rebuilt, or the rebuild is given up. The first
 * decision counts, whichever client makes it, and every client that meets it carries it out.
 */
public final class RebuildDecision {

    private final ConfigKey config;
    private final LifeConfig life;
    private final RoundLimit rounds;
    private final FilterDescription old;
    private final Rebuild rebuild;

    /**
     * Prepares the decision on a rebuild.
     *
     * @param old the generation that is rebuilt
     */
    public RebuildDecision(FilterDescription old, Rebuild rebuild) {
        this.config = new ConfigKey(old.name());
        this.life = new LifeConfig(config, old.origin());
        this.rounds = new RoundLimit(old.name());
        this.old = old;
        this.rebuild = rebuild;
    }

    /** Returns the steps that let the next generation replace the old one; the value is the config after that. */
    public Step<Optional<ConfigRecord>> switchOver() {
        return decide(true);
    }

    /**
     * Returns the steps that abandon the rebuild, and remove the keys of the next generation; the value is the config
     * after that. It shows {@link Rebuild.State#SWITCHED} if that was decided before.
     */
    public Step<Optional<ConfigRecord>> abandon() {
        return decide(false)
                .then(current -> isSwitched(current)
                        ? Step.done(current)
                        : life.withdraw(current, () -> unlinkNext(current)).map(removed -> current));
    }

    /** The value shows a decision, or that the life has ended or lost its config. */
    private Step<Optional<ConfigRecord>> decide(boolean isSwitched) {
        rounds.next();
        Command decide = ConfigCommands.decideRebuild(config.bytes(), old.generation(), rebuild.number(), isSwitched);
        return config.put(decide).then(put -> {
            if (isOfThisLife(put.any())) {
                return Step.done(put.current());
            }
            // If the life has ended, or its config was moved away, the decision would be left behind alone.
            return forget(put.isOurs(), decide)
                    .then(withdrawn -> life.read())
                    .then(current -> isOfThisLife(current) ? decide(isSwitched) : Step.done(current));
        });
    }

    /**
     * The next generation is kept if it has become the current one. Otherwise the layers go that the config names,
     * which the client that rebuilds may be opening, or those that this client knows if the config is gone.
     */
    private Step<Void> unlinkNext(Optional<ConfigRecord> current) {
        boolean isCurrent = current.filter(record -> record.isOfGeneration(next().generation()))
                .isPresent();
        List<Layer> known = nextLayers();
        List<Layer> named = current.map(record -> record.claimedLayers(next())).orElse(known);
        return isCurrent ? Step.done() : PartitionRemoval.unlink(named.size() < known.size() ? known : named);
    }

    /** Returns whether the config shows that the next generation replaces the old one. */
    private boolean isSwitched(Optional<ConfigRecord> current) {
        return current.flatMap(record -> record.rebuildOf(old.generation()))
                .filter(last -> last.number() == rebuild.number() && last.state() == Rebuild.State.SWITCHED)
                .isPresent();
    }

    /**
     * Returns the steps that replace the old generation by the next one, once that is decided: they remove the old
     * partitions, then publish the new generation. Every client that meets the decision may do so concurrently. None of
     * them uses the new generation alone while another one can still read the old one. The value is the config as most
     * recently read.
     *
     * @param ids draws the names of temporary keys
     */
    Step<Optional<ConfigRecord>> carryOut(Supplier<String> ids) {
        return life.read().then(current -> isStillDue(current) ? retire(current.get(), ids) : Step.done(current));
    }

    private boolean isStillDue(Optional<ConfigRecord> stored) {
        return stored.map(ConfigRecord::filter)
                .filter(current -> current.generation().equals(old.generation()))
                .filter(Descriptions::isReplaced)
                .isPresent();
    }

    private Step<Optional<ConfigRecord>> retire(ConfigRecord current, Supplier<String> ids) {
        Optional<Instant> expireAt = current.filter().expireAt();
        return PartitionExpiry.applyExpiry(nextLayers(), expireAt, ids)
                .then(settled -> PartitionRemoval.unlinkAtOnce(current.claimedLayers(old)))
                .then(removed -> publish(expireAt, ids));
    }

    private Step<Optional<ConfigRecord>> publish(Optional<Instant> applied, Supplier<String> ids) {
        Command ready = ConfigCommands.markReady(config.bytes(), next().generation(), 0);
        Command publish = ConfigCommands.publish(config.bytes(), next());
        Batch batch = config.batch(ready, publish, config.read());
        return Steps.send(batch, replies -> {
            Optional<ConfigRecord> current = config.recordOfAny(replies.get(2));
            if (!isOfThisLife(current)) {
                return forget(Answers.integer(ready, replies.get(0)) == 1, ready)
                        .then(forgotten -> forget(Answers.integer(publish, replies.get(1)) == 1, publish))
                        .then(forgotten -> carryOn(ids));
            }
            // A deletion relies on its mark until the config is gone.
            return current.get().isDeleted()
                    ? PartitionRemoval.unlink(nextLayers()).map(removed -> Optional.empty())
                    : conclude(current.get(), applied, ids);
        });
    }

    private Step<Optional<ConfigRecord>> conclude(
            ConfigRecord current, Optional<Instant> applied, Supplier<String> ids) {
        Optional<Instant> expireAt = current.filter().expireAt();
        boolean isCurrent = current.isOfGeneration(next().generation());
        if (isCurrent && !expireAt.equals(applied)) {
            rounds.next();
            return PartitionExpiry.applyExpiry(nextLayers(), expireAt, ids)
                    .then(settled -> life.read())
                    .then(later -> isOfThisLife(later) ? conclude(later.get(), expireAt, ids) : Step.done(later));
        }
        // The generation with which a clear has replaced the old one, its claims if the clear has died, or a layer that
        // was opened meanwhile.
        return current.leftovers()
                .removeKeys()
                .then(removed -> forget(current.leftovers().fields()))
                .map(forgotten -> Optional.of(current));
    }

    private Step<Void> forget(List<String> fields) {
        return fields.isEmpty() ? Step.done() : life.write(List.of(ConfigCommands.remove(config.bytes(), fields)));
    }

    /**
     * Withdraws a field that this client has written, which would be left behind alone. Another client withdraws its
     * own.
     */
    private Step<Void> forget(boolean isOurs, Command written) {
        return isOurs ? life.forget(ConfigCommands.withdraw(written)) : Step.done();
    }

    /**
     * Carries on if the config was only moved away. If it is lost, the partitions are kept, since other clients may use
     * them.
     */
    private Step<Optional<ConfigRecord>> carryOn(Supplier<String> ids) {
        return life.read().then(current -> {
            if (isOfThisLife(current)) {
                rounds.next();
                return carryOut(ids);
            }
            return life.withdraw(current, () -> PartitionRemoval.unlink(nextLayers()))
                    .map(removed -> current);
        });
    }

    private boolean isOfThisLife(Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfLife(old.origin())).isPresent();
    }

    private FilterDescription next() {
        return rebuild.next();
    }

    private List<Layer> nextLayers() {
        return new Generation(next()).layers();
    }
}
