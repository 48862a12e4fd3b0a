package io.polybloom.internal.membership;

import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.BirthLog;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks up many elements, in one portion and in all layers at the same time.
 *
 * <p>Keys of a slice that it misses are being made, as far as the config says. But a failover can lose the entry that
 * says that they are there, when a client has read it and added elements to them; and they can be lost after that. A
 * key has its name if the one of its maker is gone. So where every maker's key is still there, nothing was added.
 */
public final class BulkLookUp extends BulkOperation {

    private boolean hasReadConfig;

    /**
     * Prepares a look-up of elements.
     *
     * @param access a look-up
     */
    public BulkLookUp(OpenFilter filter, Access access, CallElements elements) {
        super(filter, access, elements);
    }

    @Override
    Step<boolean[]> portion(Snapshot snapshot) {
        to = elements.size();
        List<Layer> layers = snapshot.asked();
        if (layers.isEmpty()) {
            return answerWithoutKeys(snapshot);
        }
        taking.beforeLookUp(layers.get(layers.size() - 1), unknown().cardinality());
        return pass(
                snapshot,
                unknown(),
                access,
                layers,
                layers,
                asked -> asked.lacking().isEmpty() ? answerAbsent(snapshot, asked) : readAgain(snapshot, asked));
    }

    private Step<boolean[]> answerAbsent(Snapshot snapshot, PassResult asked) {
        return followSeals(snapshot, snapshot.generation().newest(), asked.sealed(), newer -> {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextPortion(newer);
        });
    }

    /** Nothing was added to keys that were not there, unless they were made, and have gone, since the snapshot. */
    private Step<boolean[]> readAgain(Snapshot snapshot, PassResult asked) {
        return filter.refresh(snapshot.generation())
                .translateFailure(this::report)
                .then(newer -> {
                    boolean isSame = newer.generation().isSameAs(snapshot.generation())
                            && newer.generation()
                                    .window()
                                    .equals(snapshot.generation().window());
                    return isSame ? answerAbsentUnlessUsed(snapshot, asked) : repeatIn(snapshot, newer);
                });
    }

    private Step<boolean[]> answerAbsentUnlessUsed(Snapshot snapshot, PassResult asked) {
        // None of them is alive anywhere on its way, at whose end it is made.
        List<Partition> missing = asked.lacking().stream()
                .map(partition -> partition.trail().get(partition.trail().size() - 1))
                .toList();
        return wereNeverUsed(snapshot.generation(), missing)
                .recover(failure -> requireForgotten(snapshot, missing.get(0).layer(), failure))
                .translateFailure(this::report)
                .then(wereNeverUsed -> wereNeverUsed
                        ? answerAbsent(snapshot, asked)
                        : filter.refresh(snapshot.generation())
                                .translateFailure(this::report)
                                .then(newer -> repeatIn(snapshot, newer)));
    }

    /**
     * Returns the steps whose value is whether nothing was ever added to keys that were missed. If it is false, they
     * are there by now, or the config says something else. They throw a LostDataException if any was lost, so that
     * elements may be missing.
     */
    private static Step<Boolean> wereNeverUsed(Generation generation, List<Partition> missing) {
        return readLog(generation, missing.get(0).layer())
                .then(log -> log.isPresent() ? askForMakers(generation, missing, log.get()) : Step.done(false));
    }

    /** Returns the log of a birth that is not over. */
    private static Step<Optional<BirthLog>> readLog(Generation generation, Layer slice) {
        return new ConfigKey(generation.description().name())
                .look()
                .map(current -> current.filter(record -> record.isOfGeneration(generation.id()))
                        .map(record -> record.birth(generation.id(), slice.number()))
                        .filter(log -> !log.isOver()));
    }

    private static Step<Boolean> askForMakers(Generation generation, List<Partition> missing, BirthLog log) {
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
        return asked.then(all -> named.isEmpty() ? Step.done(true) : lookFor(generation, named));
    }

    /** They may have got their names since the look-up has missed them, or have been removed with the generation. */
    private static Step<Boolean> lookFor(Generation generation, Set<Partition> named) {
        return PartitionSweep.sweep(named.stream(), partition -> List.of(Bitfield.trailer(partition)))
                .then(dead -> dead.isEmpty() ? Step.done(false) : requireChange(generation, dead.get(0)));
    }

    private static Step<Boolean> requireChange(Generation generation, Partition dead) {
        return readLog(generation, dead.layer()).map(log -> {
            if (log.isPresent()) {
                throw Recovery.lostData(dead);
            }
            return false;
        });
    }

    /** Keys that are gone may have expired since the time was read, if the server's clock was set forward. */
    private Step<Boolean> requireForgotten(Snapshot snapshot, Layer slice, BloomFilterException failure) {
        if (!(failure instanceof LostDataException)) {
            throw failure;
        }
        return filter.refresh(snapshot.generation()).map(newer -> {
            if (!newer.present().isForgotten(slice.number())) {
                throw failure;
            }
            return false;
        });
    }

    /** Nothing was added to a filter with a window that is not forgotten, unless another client has done so since. */
    private Step<boolean[]> answerWithoutKeys(Snapshot snapshot) {
        if (hasReadConfig) {
            elements.setAll(unknown(), ElementOutcome.NEW);
            return nextPortion(snapshot);
        }
        hasReadConfig = true;
        return filter.refresh(snapshot.generation())
                .translateFailure(this::report)
                .then(newer -> repeatIn(snapshot, newer));
    }
}
