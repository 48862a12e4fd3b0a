package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionLifetime;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Moves the partitions of a filter with a window on to its next slice. The string itself moves, by two renames; on its
 * way nobody adds to it, and the columns of the slices that begin are cleared. So a partition is alive in one place at
 * a time, never returns to a place that it has left, and cannot be made twice. Clearing a column twice changes nothing.
 * Every step may be done by several clients at once, and each begins only when the one before it is known to be done.
 */
final class PartitionMove {

    private final Layer from;
    private final Layer next;
    private final Set<Integer> arrived = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();

    /** Prepares the move of all partitions of a layer to the {@linkplain Layer#next next} one. */
    PartitionMove(Layer from) {
        this.from = from;
        this.next = from.next().orElseThrow();
    }

    /** Removes what a partition leaves behind, wherever it is on its way. */
    private static Command unlinkBehind(Partition partition) {
        Partition there = partition.layer().next().orElseThrow().partition(partition.number());
        List<byte[]> keys = List.of(partition.key(), keyOnTheWay(there), mask(there));
        return PartitionRemoval.unlinkAll(keys);
    }

    /**
     * Returns the steps of the move; the value holds the partitions that are not alive.
     *
     * @param lifetime that of the filter
     */
    Step<List<Partition>> run(Lifetime lifetime) {
        return takeAway().then(cleared -> arrive(lifetime));
    }

    /** Takes the partitions away from the place where elements are added, and clears their columns. */
    private Step<Void> takeAway() {
        return PartitionSweep.sweep(
                        from.partitions(),
                        partition -> List.of(
                                Commands.rename(
                                        partition.key(), onItsWay(partition).key()),
                                Bitfield.trailer(onItsWay(partition))))
                .then(notThere -> PartitionSweep.sweep(
                                notThere.stream().map(this::there), partition -> List.of(Bitfield.trailer(partition)))
                        .then(dead -> {
                            notThere.forEach(partition -> arrived.add(partition.number()));
                            dead.forEach(partition -> {
                                arrived.remove(partition.number());
                                gone.add(partition.number());
                            });
                            return clear();
                        }));
    }

    /**
     * Clears the columns by one mask for all partitions of a server. Where a command must not name keys of two slots,
     * each partition gets a mask of its own.
     */
    private Step<Void> clear() {
        List<Partition> moving = moving();
        Stream<Partition> owners = moving.stream().map(this::maskOwner).distinct();
        return upload(owners)
                .then(uploaded -> PartitionSweep.memoryIntegersUnless(
                        Answers::saysOtherSlots, moving.stream(), partition -> clear(partition, maskOwner(partition))))
                .then(lives -> {
                    note(lives);
                    return clearAlone(moving.stream()
                            .filter(partition -> !lives.containsKey(partition))
                            .toList());
                });
    }

    private Step<Void> clearAlone(List<Partition> partitions) {
        return upload(partitions.stream())
                .then(uploaded -> PartitionSweep.memoryIntegersUnless(
                        reply -> false, partitions.stream(), partition -> clear(partition, partition)))
                .also(this::note)
                .asVoid();
    }

    private Step<Void> upload(Stream<Partition> owners) {
        return PartitionSweep.sweepMemory(owners, owner -> {
                    byte[] key = mask(there(owner));
                    return List.of(Commands.setShortLived(key, maskOf(owner), lifeOfMask()), Commands.timeToLive(key));
                })
                .asVoid();
    }

    private List<Command> clear(Partition partition, Partition owner) {
        byte[] key = onItsWay(partition).key();
        return List.of(
                Commands.clear(key, mask(there(owner))),
                Commands.live(key, next.lifetime(Lifetime.of(next.filter()))),
                Bitfield.trailer(onItsWay(partition)));
    }

    /** A partition that is not alive was moved by a faster client, who has left nothing that could be cleared. */
    private void note(Map<Partition, Long> lives) {
        lives.forEach((partition, life) -> {
            if (life == 0) {
                gone.add(partition.number());
            }
        });
    }

    /** Returns the first partition on the same server. */
    private Partition maskOwner(Partition partition) {
        return from.partition(partition.place().server());
    }

    private Step<List<Partition>> arrive(Lifetime lifetime) {
        return PartitionSweep.sweep(next.partitions(), partition -> {
                    List<Command> commands = new ArrayList<>();
                    if (!arrived.contains(partition.number()) && !gone.contains(partition.number())) {
                        commands.add(Commands.rename(keyOnTheWay(partition), partition.key()));
                    }
                    commands.add(Bitfield.trailer(partition));
                    return commands;
                })
                .then(dead -> PartitionLifetime.sweep(next.partitions().toList(), lifetime)
                        .map(later -> dead.isEmpty() ? later : dead))
                .then(dead -> (dead.isEmpty() ? unlinkAllBehind() : Step.<Void>done()).map(removed -> dead));
    }

    /** Others have left nothing but copies of the mask. */
    private Step<Void> unlinkAllBehind() {
        return PartitionSweep.sweepMemory(from.partitions(), partition -> List.of(unlinkBehind(partition)))
                .asVoid();
    }

    private static byte[] keyOnTheWay(Partition there) {
        return MovingLayer.keyOnTheWay(there.place().key()).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] mask(Partition there) {
        return MovingLayer.mask(there.place().key()).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] maskOf(Partition partition) {
        return Columns.of(from).mask(partition.bits(), 1, from.number() + 1, next.number());
    }

    /** As long as the partition itself lives: a command that comes late never clears with a mask that is gone. */
    private long lifeOfMask() {
        FilterWindow window = next.filter().window().orElseThrow();
        return (window.slices() + 2) * window.sliceMillis();
    }

    private List<Partition> moving() {
        return from.partitions()
                .filter(partition -> !arrived.contains(partition.number()) && !gone.contains(partition.number()))
                .toList();
    }

    private Partition there(Partition partition) {
        return next.partition(partition.number());
    }

    private static Partition onItsWay(Partition partition) {
        return partition.trail().get(1);
    }
}
