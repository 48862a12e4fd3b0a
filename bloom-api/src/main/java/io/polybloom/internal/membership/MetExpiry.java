package io.polybloom.internal.membership;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Takes up an expiry that another client has set, and that exchanges have met. Partitions that have lost theirs, since
 * the hash that would have stopped the exchange was evicted, get it back: the config decides, and it is settled when
 * the config, read after the last partition, still says the same.
 */
final class MetExpiry {

    private final OpenFilter filter;
    private final Generation generation;
    private final Set<Partition> taken;
    private final RoundLimit rounds;

    /**
     * Prepares to take up the expiry.
     *
     * @param taken the partitions that have lost their expiry
     */
    MetExpiry(OpenFilter filter, Generation generation, Set<Partition> taken) {
        this.filter = filter;
        this.generation = generation;
        this.taken = taken;
        this.rounds = new RoundLimit(generation.description().name());
    }

    /** Returns the steps. */
    Step<Void> takeUp() {
        return filter.opening().describe().then(this::takeUp);
    }

    private Step<Void> takeUp(Optional<FilterDescription> stored) {
        rounds.next();
        Optional<FilterDescription> same = stored.filter(this::isMeant);
        same.filter(FilterDescription::ready).ifPresent(current -> filter.adopt(new Generation(current)));
        if (taken.isEmpty()) {
            return Step.done();
        }
        return same.isPresent() ? giveBack(same.get().expireAt()) : remove();
    }

    /**
     * Without an expiry in the config there is nothing to do: a client that sets one sweeps the partitions after the
     * config.
     */
    private Step<Void> giveBack(Optional<Instant> expireAt) {
        if (expireAt.isEmpty()) {
            return Step.done();
        }
        return sweep(partition -> Commands.expireAt(
                        partition.key(),
                        partition.layer().expiry(expireAt).orElseThrow().toEpochMilli()))
                .then(swept -> filter.opening().describe())
                .then(now -> now.filter(this::isMeant)
                                .filter(stored -> stored.expireAt().equals(expireAt))
                                .isPresent()
                        ? Step.done()
                        : takeUp(now));
    }

    /**
     * The filter is gone, or another filter has its name by now. A partition with an expiry does not outlive its
     * config.
     */
    private Step<Void> remove() {
        return sweep(partition -> Commands.unlink(partition.key()));
    }

    private Step<Void> sweep(Function<Partition, Command> command) {
        return PartitionSweep.sweep(taken.stream(), partition -> List.of(command.apply(partition)))
                .then(swept -> Step.done());
    }

    private boolean isMeant(FilterDescription stored) {
        return stored.generation().equals(generation.description().generation());
    }
}
