package io.polybloom.internal.membership;

import io.polybloom.LostDataException;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Judges keys of a slice that a look-up has missed. They are being made, as far as the config says. But a failover can
 * lose the entry that says that they are there, when a client has read it and added elements to them; and they can be
 * lost after that. A key has its name if the one of its maker is gone. So where every maker's key is still there,
 * nothing was added.
 */
final class MissingKeys {

    private final Generation generation;
    private final List<Partition> missing = new ArrayList<>();
    private final ConfigKey config;

    /**
     * Prepares the judgement.
     *
     * @param lacking the partitions, none of which is alive anywhere on its way
     */
    MissingKeys(Generation generation, Collection<Partition> lacking) {
        this.generation = generation;
        this.config = new ConfigKey(generation.description().name());
        lacking.forEach(
                partition -> missing.add(partition.trail().get(partition.trail().size() - 1)));
    }

    /**
     * Returns the steps; the value is whether nothing was ever added to the keys. If it is false, they are there by
     * now, or the config says something else.
     *
     * @throws LostDataException if any was lost, so that elements may be missing
     */
    Step<Boolean> wereNeverUsed() {
        return readLog().then(log -> log.isPresent() ? judge(log.get()) : Step.done(false));
    }

    /** Returns the log of a birth that is not over. */
    private Step<Optional<BirthLog>> readLog() {
        long slice = missing.get(0).layer().number();
        return config.look()
                .map(now -> now.filter(record -> record.isOfGeneration(generation.id()))
                        .map(record -> record.birth(generation.id(), slice))
                        .filter(log -> !log.isOver()));
    }

    private Step<Boolean> judge(BirthLog log) {
        Set<Partition> named = new LinkedHashSet<>();
        Step<Void> asked = Step.done();
        for (String maker : log.made()) {
            asked = asked.then(before -> PartitionSweep.integers(
                            missing.stream(),
                            partition -> List.of(Commands.timeToLive(
                                    partition.unbornKeys(maker).get(0))))
                    .also(lives -> {
                        lives.forEach((partition, life) -> {
                            if (life == Commands.NO_SUCH_KEY) {
                                named.add(partition);
                            }
                        });
                    })
                    .asVoid());
        }
        return asked.then(all -> named.isEmpty() ? Step.done(true) : lookFor(named));
    }

    /** They may have got their names since the look-up has missed them, or have been removed with the generation. */
    private Step<Boolean> lookFor(Set<Partition> named) {
        return PartitionSweep.sweep(named.stream(), partition -> List.of(Commands.trailer(partition)))
                .then(dead -> dead.isEmpty() ? Step.done(false) : requireChange(dead.get(0)));
    }

    private Step<Boolean> requireChange(Partition dead) {
        return readLog().map(log -> {
            if (log.isPresent()) {
                throw Recovery.lostData(dead);
            }
            return false;
        });
    }
}
