package io.polybloom.internal.redis;

import io.polybloom.internal.model.Cells;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Moves the partitions of a filter with a window on to its next slice. The string itself moves, by two renames; on its
 * way nobody adds to it, and the columns of the slices that begin are cleared. So a partition is alive in one place at
 * a time, never returns to a place that it has left, and cannot be made twice. Clearing a column twice changes nothing.
 * Every step may be done by several clients at once, and each begins only when the one before it is known to be done.
 */
public final class PartitionMove extends PartitionBirth {

    private final Layer from;
    private final Layer next;
    private final Set<Integer> arrived = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();

    /** Prepares the move of all partitions of a layer to the {@linkplain Layer#next next} one. */
    public PartitionMove(Layer from) {
        super(List.of(from.next().orElseThrow()));
        this.from = from;
        this.next = from.next().orElseThrow();
    }

    /** Removes what a partition leaves behind, wherever it is on its way. */
    public static Command unlinkBehind(Partition partition) {
        Partition there = partition.layer().next().orElseThrow().partition(partition.number());
        List<byte[]> keys =
                new ArrayList<>(List.of(partition.key(), there.movingKey(), there.maskKey(), partition.expiryKey()));
        keys.addAll(partition.unbornKeys());
        return PartitionRemoval.unlinkAll(keys);
    }

    /** Nothing is made: several clients move the same keys. */
    @Override
    public boolean makes() {
        return false;
    }

    /** Takes the partitions away from the place where elements are added, and clears their columns. */
    @Override
    public Step<Void> conceive(String maker) {
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
                    byte[] key = there(owner).maskKey();
                    return List.of(Commands.setShortLived(key, mask(owner), lifeOfMask()), Commands.timeToLive(key));
                })
                .asVoid();
    }

    private List<Command> clear(Partition partition, Partition owner) {
        byte[] key = onItsWay(partition).key();
        return List.of(
                Commands.clear(key, there(owner).maskKey()),
                Commands.expireAt(key, end(next.filter().expireAt()).toEpochMilli()),
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

    @Override
    public Step<List<Partition>> bear(Optional<Instant> expireAt, List<String> made, List<String> makers) {
        return PartitionSweep.sweep(next.partitions(), partition -> {
                    List<Command> commands = new ArrayList<>();
                    if (!arrived.contains(partition.number()) && !gone.contains(partition.number())) {
                        commands.add(Commands.rename(partition.movingKey(), partition.key()));
                    }
                    commands.add(Bitfield.trailer(partition));
                    return commands;
                })
                .then(dead -> expire(next.partitions(), dead, expireAt))
                .then(dead -> (dead.isEmpty() ? unlinkAllBehind(makers) : Step.<Void>done()).map(removed -> dead));
    }

    /**
     * What others have completed has left nothing behind but copies of the mask. As long as any partition is on its
     * way, none of them is removed, since another client may be about to use it.
     */
    @Override
    public Step<Void> abandon(String maker) {
        return unlinkAllBehind(List.of());
    }

    /** Also removes what others have made, who took all elements for forgotten: it must not be given its name later. */
    private Step<Void> unlinkAllBehind(List<String> makers) {
        return PartitionSweep.sweepMemory(from.partitions(), partition -> {
                    List<Command> commands = new ArrayList<>(makers.stream()
                            .map(maker ->
                                    PartitionRemoval.unlinkAll(there(partition).unbornKeys(maker)))
                            .toList());
                    commands.add(unlinkBehind(partition));
                    return commands;
                })
                .asVoid();
    }

    private byte[] mask(Partition partition) {
        Cells cells = from.cells();
        return cells.mask(partition.bits(), 1, from.number() + 1, next.number());
    }

    /** As long as the partition itself lives: a command that comes late never clears with a mask that is gone. */
    private long lifeOfMask() {
        return lifeOfASlice(next.filter().window().orElseThrow());
    }

    private Instant end(Optional<Instant> expireAt) {
        return next.expiry(expireAt).orElseThrow();
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
