package io.polybloom.internal.filter;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gives partitions the expiry that the config names: those that an exchange has taken it from, since the hash that
 * would have stopped the exchange was evicted; and those for which a late command, or a client that has died, has left
 * another one. The config decides, and it is settled when the config, read after the last partition, still says the
 * same.
 */
public final class ExpiryMend {

    private final OpenFilter filter;
    private final Generation generation;
    private final Set<Partition> wrong;
    private final RoundLimit rounds;

    /**
     * Prepares to give back the expiry.
     *
     * @param wrong the partitions that have none, or another one
     */
    public ExpiryMend(OpenFilter filter, Generation generation, Set<Partition> wrong) {
        this.filter = filter;
        this.generation = generation;
        this.wrong = wrong;
        this.rounds = new RoundLimit(generation.description().name());
    }

    /**
     * Takes up an expiry that another client has set, and that exchanges have met. Without an expiry in the config
     * there is nothing to give back: a client that sets one sweeps the partitions after the config.
     */
    public Step<Void> takeUp() {
        return filter.opening()
                .describe()
                .then(stored -> stored.filter(this::isMeant)
                                .filter(same -> same.expireAt().isEmpty())
                                .isPresent()
                        ? adopt(stored)
                        : settle(stored));
    }

    /** Gives the partitions the expiry that they were found not to have, unless the config names another one by now. */
    Step<Void> restore(Optional<Instant> expireAt) {
        return filter.opening().describe().then(stored -> isStill(stored, expireAt) ? settle(stored) : adopt(stored));
    }

    private Step<Void> adopt(Optional<FilterDescription> stored) {
        stored.filter(this::isMeant)
                .filter(FilterDescription::ready)
                .ifPresent(current -> filter.adopt(new Generation(current)));
        return Step.done();
    }

    private Step<Void> settle(Optional<FilterDescription> stored) {
        rounds.next();
        return adopt(stored).then(adopted -> {
            if (wrong.isEmpty()) {
                return Step.done();
            }
            Optional<FilterDescription> same = stored.filter(this::isMeant);
            return same.isPresent() ? give(same.get().expireAt()) : remove();
        });
    }

    private Step<Void> give(Optional<Instant> expireAt) {
        return PartitionSweep.restore(wrong, expireAt)
                .then(given -> filter.opening().describe())
                .then(now -> isStill(now, expireAt) ? Step.done() : settle(now));
    }

    /**
     * The filter is gone, or another filter has its name by now. A partition with an expiry does not outlive its
     * config.
     */
    private Step<Void> remove() {
        return PartitionSweep.sweep(wrong.stream(), partition -> List.of(Commands.unlink(partition.key())))
                .then(removed -> Step.done());
    }

    private boolean isStill(Optional<FilterDescription> stored, Optional<Instant> expireAt) {
        return stored.filter(this::isMeant)
                .filter(same -> same.expireAt().equals(expireAt))
                .isPresent();
    }

    private boolean isMeant(FilterDescription stored) {
        return stored.generation().equals(generation.description().generation());
    }
}
