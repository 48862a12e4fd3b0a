package io.polybloom.internal.lifecycle;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.window.Closing;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Empties a native filter by a new generation. The old one is removed before the new one is published: otherwise a
 * client that takes the old one for the current one would miss the elements that others add to the new one. Publishing
 * is conditional on the generation that was removed, so of several clears of one generation one is published and serves
 * all.
 */
final class Clearing {

    private final OpenFilter filter;
    private final Generation seen;
    private final ConfigKey config;
    private final RoundLimit rounds;

    Clearing(OpenFilter filter) {
        this.filter = filter;
        this.seen = filter.snapshot().generation();
        this.config = new ConfigKey(seen.description().name());
        this.rounds = new RoundLimit(config.name());
    }

    /**
     * A generation that another clear has published is completed first: otherwise its maker could bring it to life
     * after the removal, and continue with it alongside the next generation.
     */
    Step<Void> start() {
        rounds.next();
        return config.look()
                .then(found -> filter.opening()
                        .requireExisting(found.map(ConfigRecord::filter))
                        .then(old -> isOf(found, old) ? clear(found.get(), old) : start()));
    }

    /**
     * Returns whether a config shows the filter: it may have been a claim in the place of a config that is back by now.
     */
    private static boolean isOf(Optional<ConfigRecord> found, FilterDescription old) {
        return found.filter(record -> record.isOfGeneration(old.generation())).isPresent();
    }

    private Step<Void> clear(ConfigRecord found, FilterDescription old) {
        SpecComparison.requireSame(old, seen.description());
        if (!old.origin().equals(seen.description().origin())) {
            return takeUp(found);
        }
        SpecComparison.requireServers(old, filter.environment().servers());
        return Descriptions.isUsable(old)
                ? PartitionRemoval.unlinkAtOnce(found.claimedLayers(old))
                        .then(removed -> Closing.beforeClear(config, old).start())
                        .then(isClosed -> isClosed ? publish(old) : start())
                : filter.opening().adopt(old).then(completed -> start());
    }

    private Step<Void> publish(FilterDescription old) {
        FilterDescription cleared = Descriptions.cleared(
                old, old.clears() + 1, filter.environment().ids().get());
        Command publish = ConfigCommands.publish(config.bytes(), cleared);
        return config.put(publish).then(put -> {
            Optional<ConfigRecord> current = put.current();
            if (current.filter(record -> record.isOfLife(old.origin())).isPresent()) {
                // A rebuild was faster: the generation that it has published is not empty.
                return current.get().filter().clears() == old.clears() ? start() : complete(current.get());
            }
            // A deletion that has met the new generation relies on its field until the config is gone.
            boolean isOver =
                    put.any().filter(record -> record.isOfLife(old.origin())).isEmpty();
            Step<Void> withdrawn = put.isOurs() && isOver
                    ? config.forget(old.origin(), ConfigCommands.withdraw(publish))
                    : Step.done();
            return withdrawn.then(done -> start());
        });
    }

    /**
     * Also removes layers that were claimed while the old generation was being removed, those left by an interrupted
     * clear, and finally their fields in the config.
     */
    private Step<Void> complete(ConfigRecord current) {
        return current.leftovers()
                .removeKeys()
                .then(removed -> takeUp(current))
                .then(taken -> forget(current.leftovers().fields()));
    }

    private Step<Void> takeUp(ConfigRecord current) {
        return filter.takeUp(Optional.of(current.filter()), seen).asVoid();
    }

    private Step<Void> forget(List<String> fields) {
        return fields.isEmpty() ? Step.done() : config.write(ConfigCommands.remove(config.bytes(), fields));
    }
}
