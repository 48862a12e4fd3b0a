package io.polybloom.internal.redis;

import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Removes the keys of many partitions. */
public final class PartitionRemoval {

    /** Far longer than two round trips take. A removal that comes later has no effect, and leaves a key behind. */
    private static final long MARK_MILLIS = 10_000;

    /** Longer than a server takes for the next command, and short enough not to leave the key for long. */
    private static final long REMAINING_MILLIS = 100;

    /** The first, and one more for each of two marks that are evicted. */
    private static final int REMOVALS = 3;

    private static final byte[] NOTHING = {};

    private PartitionRemoval() {}

    /**
     * Removes all partitions of some layers, and the temporary keys of births: the newest layer first, and each wholly
     * before the one that is older. So the keys that an interrupted removal leaves can be found from the oldest layer
     * on.
     *
     * @param layers oldest first
     */
    public static Step<Void> unlink(List<Layer> layers) {
        return moveOn(layers) ? unlinkAtOnce(layers) : unlinkBelow(layers, layers.size());
    }

    private static Step<Void> unlinkBelow(List<Layer> layers, int end) {
        return end == 0
                ? Step.done()
                : PartitionSweep.sweepMemory(layers.get(end - 1).partitions(), PartitionRemoval::unlink)
                        .then(missing -> unlinkBelow(layers, end - 1));
    }

    /**
     * Removes all partitions of some layers, and the temporary keys of births, in no order: for a filter that stays,
     * whose config continues to name them. The less time this takes, the fewer layers are created again afterwards.
     */
    public static Step<Void> unlinkAtOnce(List<Layer> layers) {
        return moveOn(layers)
                ? unlinkMoving(layers)
                : PartitionSweep.sweepMemory(PartitionSweep.all(layers), PartitionRemoval::unlink)
                        .asVoid();
    }

    private static boolean moveOn(List<Layer> layers) {
        return layers.stream().anyMatch(Layer::movesOn);
    }

    /**
     * Removes each partition from all places on its way by one command, so that it does not pass from one to the other.
     */
    private static Step<Void> unlinkMoving(List<Layer> layers) {
        Map<String, List<Layer>> byGeneration = new LinkedHashMap<>();
        layers.forEach(layer -> byGeneration
                .computeIfAbsent(layer.filter().generation(), first -> new ArrayList<>())
                .add(layer));
        Step<Void> removal = Step.done();
        for (List<Layer> ofOne : byGeneration.values()) {
            removal = removal.then(removed -> PartitionSweep.sweepMemory(
                            ofOne.get(0).partitions(), partition -> {
                                List<byte[]> keys = new ArrayList<>();
                                ofOne.stream()
                                        .flatMap(layer -> Stream.concat(Stream.of(layer), layer.next().stream()))
                                        .map(layer -> layer.partition(partition.number()))
                                        .forEach(place -> {
                                            keys.addAll(List.of(
                                                    place.key(),
                                                    place.movingKey(),
                                                    place.maskKey(),
                                                    place.expiryKey()));
                                            keys.addAll(place.unbornKeys());
                                        });
                                return List.of(unlinkAll(keys));
                            })
                    .asVoid());
        }
        return removal;
    }

    /**
     * Removes partitions that are not alive and that a command has created again. The server that has said so may not
     * be the one that answers now: after a failover, it may have come back empty, and the partition be alive on
     * another. No command removes a key only if it is not alive, so this takes two rounds. The first leaves a mark on a
     * server and reads the trailer there. Where the partition is not alive, it remains so, unless a failover has undone
     * its birth; so the second puts a copy of the mark, which expires at once, in place of the partition. It has no
     * effect on a server without the mark: then another server has answered, or the mark was evicted, and the
     * partitions are looked at again.
     *
     * @param ids draws the names of the marks
     */
    public static Step<Void> removeRecreated(List<Partition> dead, Supplier<String> ids) {
        return removeRecreated(dead, ids, REMOVALS);
    }

    private static Step<Void> removeRecreated(List<Partition> dead, Supplier<String> ids, int removals) {
        Map<Partition, byte[]> marks = new HashMap<>();
        dead.forEach(partition -> marks.put(partition, partition.temporary(ids.get())));
        return PartitionSweep.sweep(
                        dead.stream(),
                        partition -> List.of(
                                Commands.createShortLived(
                                        Objects.requireNonNull(marks.get(partition)), NOTHING, MARK_MILLIS),
                                Bitfield.trailer(partition)))
                .then(stillDead -> PartitionSweep.sweep(dead.stream(), partition -> {
                            byte[] mark = Objects.requireNonNull(marks.get(partition));
                            return stillDead.contains(partition)
                                    ? List.of(
                                            Commands.expireAfter(mark, REMAINING_MILLIS),
                                            Commands.copyOver(mark, partition.key()),
                                            Commands.unlink(mark))
                                    : List.of(Commands.unlink(mark));
                        })
                        .then(unmarked -> {
                            List<Partition> left = unmarked.stream()
                                    .filter(stillDead::contains)
                                    .toList();
                            return left.isEmpty() || removals == 1
                                    ? Step.done()
                                    : removeRecreated(left, ids, removals - 1);
                        }));
    }

    private static List<Command> unlink(Partition partition) {
        List<byte[]> keys = new ArrayList<>(partition.keys());
        keys.addAll(partition.unbornKeys());
        keys.add(partition.expiryKey());
        return List.of(unlinkAll(keys));
    }

    /** Removes keys of one slot by one command, so that none of them outlives another. */
    static Command unlinkAll(List<byte[]> keys) {
        return Commands.unlink(keys.get(0), keys.subList(1, keys.size()).toArray(new byte[0][]));
    }
}
