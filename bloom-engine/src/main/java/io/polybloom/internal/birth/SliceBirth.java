package io.polybloom.internal.birth;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.internal.redis.PartitionMove;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.removal.LifeConfig;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Moves the keys of a filter that forgets on to another slice. Exactly one slice follows each: the first client that
 * writes it into the config chooses it. All clients move all keys to that one, and only then may another slice follow.
 * So each key has only one way to go, and a command that arrives late finds that the key has gone.
 */
public final class SliceBirth {

    private final Generation generation;
    private final boolean areForgotten;
    private final long present;
    private final long before;
    private final ConfigKey config;
    private final LifeConfig life;
    private final RoundLimit rounds;
    private final Supplier<String> ids;

    /**
     * Prepares the move.
     *
     * @param generation the filter, with the slice up to which its keys are prepared
     * @param areForgotten whether all elements in them are forgotten, so that empty keys take their place
     * @param present the present slice
     * @param ids draws the names of makers
     */
    public SliceBirth(Generation generation, boolean areForgotten, long present, Supplier<String> ids) {
        this.ids = ids;
        this.generation = generation;
        this.areForgotten = areForgotten;
        this.present = present;
        this.before = Math.max(ConfigRecord.NO_SLICE, generation.newestSlice());
        this.config = new ConfigKey(generation.description().name());
        this.rounds = new RoundLimit(config.name());
        this.life = new LifeConfig(config, generation.description().origin());
    }

    /** Returns the steps; afterwards the config tells whether the keys have arrived. */
    public Step<Void> start() {
        rounds.next();
        Command choice = ConfigCommands.chooseSlice(config.bytes(), generation.id(), before, present);
        return config.put(choice).then(put -> {
            Optional<ConfigRecord> current = put.current();
            boolean isClosing = isCurrent(current) && current.get().isClosing(generation.id());
            if (isCurrent(current) && !isClosing && newest(current.get()) == before) {
                return carry(current.get());
            }
            Step<Void> withdrawn = put.isOurs() ? life.forget(ConfigCommands.withdraw(choice)) : Step.done();
            return isClosing
                    ? withdrawn.then(done -> {
                        throw closing();
                    })
                    : withdrawn.then(done -> resume(current));
        });
    }

    /** Moves the keys on if the config is back: a config that is missing may only have been moved away. */
    private Step<Void> resume(Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfLife(life.origin())).isPresent()
                ? Step.done()
                : life.read().then(found -> isCurrent(found) && newest(found.get()) == before ? start() : Step.done());
    }

    private LostDataException closing() {
        String name = generation.description().name();
        return new LostDataException(
                name,
                "another client is clearing or deleting the filter '" + name
                        + "', or such a call has failed. Repeat the call. If it fails again, call clear() or delete()"
                        + " to start over");
    }

    private Step<Void> carry(ConfigRecord current) {
        long next = current.sliceAfter(before);
        FilterDescription here = generation.description();
        FilterDescription there = Descriptions.withSlices(here, List.of(next));
        boolean isFirst = before == ConfigRecord.NO_SLICE;
        List<Layer> from = isFirst
                ? List.of()
                : List.of(new Generation(Descriptions.withSlices(here, List.of(before, next)))
                        .newest()
                        .madeBy(current.birth(generation.id(), before).makers()));
        if (!areForgotten && !isFirst) {
            return complete(new LayerBirth(config, there, () -> new PartitionMove(from.get(0)), ids), next);
        }
        // A choice of long ago is completed without keys, which would expire at once.
        boolean isPast = next < present - generation.window().slices();
        List<Layer> made = isPast ? List.of() : new Generation(there).layers();
        // Together with the keys on their way, so that none of them arrives later.
        return PartitionSweep.sweep(
                        from.stream().flatMap(Layer::partitions),
                        partition -> List.of(PartitionMove.unlinkBehind(partition)))
                .then(removed -> complete(new LayerBirth(config, there, () -> new PartitionBirth(made), ids), next));
    }

    /** Most fields of the slices before are of no use any more. */
    private Step<Void> complete(LayerBirth birth, long next) {
        Command claim = ConfigCommands.chooseSlice(config.bytes(), generation.id(), before, next);
        return birth.claimedBy(claim).start().then(current -> {
            if (!isCurrent(current) || newest(current.get()) < next) {
                return resume(current);
            }
            List<String> past = current.get().fieldsOfSlicesBefore(newest(current.get()));
            return past.isEmpty()
                    ? Step.done()
                    : config.write(ConfigCommands.remove(config.bytes(), past)).asVoid();
        });
    }

    private boolean isCurrent(Optional<ConfigRecord> current) {
        return current.filter(record -> record.isOfGeneration(generation.id())).isPresent();
    }

    private static long newest(ConfigRecord current) {
        List<Long> open = current.filter().window().orElseThrow().open();
        return open.isEmpty() ? ConfigRecord.NO_SLICE : open.get(0);
    }
}
