package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.window.RememberedSlices;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Makes a slice of a filter that forgets, as a layer is made: it is claimed in the config before it has any key, and it
 * counts when all its partitions are there. All slices that are older than the one before it are sealed by then; the
 * one before is sealed by the clients that add to the new one, since it may be made ahead of its time. The slices that
 * are forgotten are removed: their keys first, so that a client that still uses them meets dead partitions, and their
 * fields in the config once there is a newer slice, which shows that their time has passed. Every step may be done by
 * several clients at once; they make one slice.
 */
public final class SliceBirth {

    private final Generation generation;
    private final RememberedSlices slices;
    private final long number;
    private final ConfigKey config;

    /**
     * Prepares the birth of a slice.
     *
     * @param generation the filter with the slices that were made
     * @param slices the same slices, at the time that the server has told
     * @param number the number of the slice, greater than that of any other
     */
    public SliceBirth(Generation generation, RememberedSlices slices, long number) {
        this.generation = generation;
        this.slices = slices;
        this.number = number;
        this.config = new ConfigKey(generation.description().name());
    }

    /**
     * Returns the steps; the value holds partitions that were to be sealed and are not alive, which this has created
     * again.
     */
    public Step<List<Partition>> start() {
        return sealOlder()
                .then(dead -> dead.isEmpty()
                        ? PartitionSweep.unlinkAtOnce(slices.past()).then(removed -> claim())
                        : new Step.Done<>(dead));
    }

    /**
     * Seals the slice before the newest one that has been made; still older slices were sealed before that one was
     * made.
     */
    private Step<List<Partition>> sealOlder() {
        List<Layer> remembered = slices.remembered();
        return remembered.size() < 2
                ? new Step.Done<>(List.of())
                : PartitionSweep.seal(remembered.get(remembered.size() - 2));
    }

    private Step<List<Partition>> claim() {
        Command claim = ConfigCommands.claimLayer(
                config.bytes(),
                generation.id(),
                number,
                generation.description().geometry());
        Batch batch = config.batch(claim, config.read());
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            boolean isOurs = Answers.integer(claim, replies.get(0)) == 1;
            Optional<ConfigRecord> now = config.record(replies.get(1));
            if (isCurrent(now) && now.get().isClosing(generation.id())) {
                return (isOurs ? withdraw() : new Step.Done<>(List.<Partition>of())).then(withdrawn -> {
                    throw closing();
                });
            }
            boolean isWanted = isCurrent(now) && newest(now) < number;
            if (isWanted) {
                FilterDescription claimed = Descriptions.withSlices(generation.description(), List.of(number));
                return new LayerBirth(config, claimed).start().then(this::conclude);
            }
            boolean isReady = isCurrent(now) && isReady(now);
            return isOurs && !isReady ? withdraw() : new Step.Done<>(List.of());
        });
    }

    private LostDataException closing() {
        String name = generation.description().name();
        return new LostDataException(
                name,
                "another client is clearing or deleting the filter '" + name
                        + "', or such a call has failed. Repeat the call. If it fails again, call clear() or delete()"
                        + " to start over");
    }

    private Step<List<Partition>> withdraw() {
        Command forget = ConfigCommands.forgetLayer(config.bytes(), generation.id(), number);
        return config.write(forget).then(forgotten -> new Step.Done<>(List.of()));
    }

    private Step<List<Partition>> conclude(Optional<ConfigRecord> now) {
        if (!isCurrent(now) || !isReady(now)) {
            return new Step.Done<>(List.of());
        }
        // A slow client makes its slice after a newer one: no client may add to the older slice any more.
        Step<List<Partition>> closed = newest(now) > number
                ? PartitionSweep.seal(new Generation(now.get().filter())
                        .layers().stream()
                                .filter(layer -> layer.number() == number)
                                .findFirst()
                                .orElseThrow())
                : new Step.Done<>(List.of());
        return closed.then(dead -> dead.isEmpty() ? forgetPast(now.get()) : new Step.Done<>(dead));
    }

    /** A client that has died may have left keys of a slice that it had claimed. */
    private Step<List<Partition>> forgetPast(ConfigRecord now) {
        List<Layer> past = now.claimedLayers(generation.description()).stream()
                .filter(layer -> slices.isPast(layer.number()))
                .toList();
        if (past.isEmpty()) {
            return new Step.Done<>(List.of());
        }
        Command forget = ConfigCommands.forgetLayers(
                config.bytes(),
                generation.id(),
                past.stream().map(Layer::number).toList());
        return PartitionSweep.unlinkAtOnce(past)
                .then(removed -> config.write(forget))
                .then(forgotten -> new Step.Done<>(List.of()));
    }

    private boolean isCurrent(Optional<ConfigRecord> now) {
        return now.filter(record -> record.filter().generation().equals(generation.id()))
                .isPresent();
    }

    private boolean isReady(Optional<ConfigRecord> now) {
        return open(now).contains(number);
    }

    private static long newest(Optional<ConfigRecord> now) {
        List<Long> open = open(now);
        return open.isEmpty() ? Long.MIN_VALUE : open.get(open.size() - 1);
    }

    private static List<Long> open(Optional<ConfigRecord> now) {
        return now.orElseThrow().filter().window().orElseThrow().open();
    }
}
