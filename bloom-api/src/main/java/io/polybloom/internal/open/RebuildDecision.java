package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Decides the end of a rebuild: the next generation replaces the one that is rebuilt, or the rebuild is given up. The
 * first decision counts, whichever client makes it.
 */
public final class RebuildDecision {

    private final ConfigKey config;
    private final LifeConfig life;
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
                .then(now -> isSwitched(now) ? Step.done(now) : unlinkNext(now).map(removed -> now));
    }

    private Step<Optional<ConfigRecord>> decide(boolean isSwitched) {
        Command decide = ConfigCommands.decideRebuild(config.bytes(), old.generation(), rebuild.number(), isSwitched);
        return config.put(decide).then(put -> {
            boolean isOfThisLife =
                    put.any().filter(record -> record.isOfLife(old.origin())).isPresent();
            // If the life has ended, or its config was moved away, the decision would be left behind alone.
            return isOfThisLife
                    ? Step.done(put.now())
                    : config.write(ConfigCommands.withdraw(decide)).then(withdrawn -> life.read());
        });
    }

    /**
     * The next generation is kept if it has become the current one. Otherwise the layers go that the config names,
     * which the client that rebuilds may be opening, or those that this client knows if the config is gone.
     */
    private Step<Void> unlinkNext(Optional<ConfigRecord> now) {
        boolean isCurrent = now.filter(
                        record -> record.isOfGeneration(rebuild.next().generation()))
                .isPresent();
        List<Layer> known = new Generation(rebuild.next()).layers();
        List<Layer> named =
                now.map(record -> record.claimedLayers(rebuild.next())).orElse(known);
        return isCurrent ? Step.done() : PartitionSweep.unlink(named.size() < known.size() ? known : named);
    }

    /** Returns whether the config shows that the next generation replaces the old one. */
    private boolean isSwitched(Optional<ConfigRecord> now) {
        return now.flatMap(record -> record.rebuildOf(old.generation()))
                .filter(last -> last.number() == rebuild.number() && last.state() == Rebuild.State.SWITCHED)
                .isPresent();
    }
}
