package io.polybloom.internal.nearcache;

import io.polybloom.NearCache;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The near cache of one generation: the bits that this client has seen set, and when each partition was last known to
 * be alive. Within a generation no bit is ever cleared while its partition lives, so known bits stay true until the
 * partition dies. Thread-safe and lock-free.
 */
public final class KnownBits {

    private static final VarHandle TIME = MethodHandles.arrayElementVarHandle(long[].class);

    private final NearCache settings;
    private final boolean onlyAcknowledged;
    private final long bound;
    private final long[] numbers;
    private final long[] firstBits;
    private final long[] paddedBits;
    private final BitLines lines;
    private final long[] aliveAt;
    private final int mostHashes;
    private final InstantSource wallClock;

    /** That of the filter: after it nothing is confirmed, by the wall clock. */
    private volatile Lifetime lifetime;

    /**
     * Creates an empty near cache.
     *
     * @param onlyAcknowledged whether a known element is the answer to a write that replicas must acknowledge, so that
     *     only such answers are learned from
     */
    KnownBits(NearCache settings, Generation generation, InstantSource wallClock, boolean onlyAcknowledged) {
        this.settings = settings;
        this.onlyAcknowledged = onlyAcknowledged;
        this.wallClock = wallClock;
        this.bound = settings.checkedEvery().toNanos();
        List<Layer> layers = generation.layers();
        this.numbers = numbers(layers);
        this.firstBits = new long[layers.size()];
        this.paddedBits = new long[layers.size()];
        long bits = 0;
        int partitions = 0;
        int hashes = 0;
        for (Layer layer : layers) {
            Geometry shape = layer.geometry();
            long padded = (shape.partitionBits() + BitLines.LINE_BITS - 1) / BitLines.LINE_BITS * BitLines.LINE_BITS;
            firstBits[layer.index()] = bits;
            paddedBits[layer.index()] = padded;
            bits += padded * shape.partitions();
            partitions += shape.partitions();
            hashes = Math.max(hashes, shape.hashes());
        }
        this.lines = new BitLines(settings.memoryBytes(), bits / BitLines.LINE_BITS);
        this.aliveAt = new long[partitions];
        this.mostHashes = hashes;
        Arrays.fill(aliveAt, now() - bound);
        this.lifetime = Lifetime.of(generation.description());
    }

    /** Returns whether there is memory to know of each partition of a generation that it is alive. */
    static boolean fit(NearCache settings, Generation generation) {
        long partitions = generation.layers().stream()
                .mapToLong(layer -> layer.geometry().partitions())
                .sum();
        return partitions <= settings.memoryBytes() / Long.BYTES;
    }

    /**
     * Returns the known bits for the same generation with another lifetime, with more layers, or with others: of those
     * nothing is known.
     */
    KnownBits grownTo(Generation grown) {
        if (!Arrays.equals(numbers, numbers(grown.layers()))) {
            return copyFor(grown);
        }
        lifetime = Lifetime.of(grown.description());
        return this;
    }

    /**
     * Returns a copy for the same generation, with more layers or with others. What is confirmed there is not confirmed
     * here.
     */
    KnownBits copyFor(Generation current) {
        long[] present = numbers(current.layers());
        KnownBits copy = new KnownBits(settings, current, wallClock, onlyAcknowledged);
        int before = numbers.length;
        boolean hasThese = before <= present.length && Arrays.equals(numbers, Arrays.copyOf(present, before));
        if (!hasThese) {
            return copy;
        }
        lines.copyTo(copy.lines);
        for (int key = 0; key < aliveAt.length; key++) {
            copy.aliveAt[key] = (long) TIME.getOpaque(aliveAt, key);
        }
        return copy;
    }

    private static long[] numbers(List<Layer> layers) {
        return layers.stream().mapToLong(Layer::number).toArray();
    }

    /** Returns the current time, to be kept with a question until it has been answered. */
    public long now() {
        return settings.clock().getAsLong();
    }

    /** Returns the partition that has all bits of the element, as far as is known; null if none is known to have. */
    @Nullable
    public Partition holderOf(ElementBytes element, List<Layer> layers) {
        long[] offsets = new long[mostHashes];
        for (int i = layers.size() - 1; i >= 0; i--) {
            Layer layer = layers.get(i);
            int number = layer.locate(element, offsets);
            if (hasAll(
                    firstBit(layer.index(), number), offsets, layer.geometry().hashes())) {
                return layer.partition(number);
            }
        }
        return null;
    }

    /** Returns whether the partition was known to be alive within the time for which the cache may be out of date. */
    public boolean isConfirmed(Partition partition) {
        Lifetime lives = lifetime;
        return now() - (long) TIME.getOpaque(aliveAt, orderingKeyOf(partition)) < bound
                && !(lives.isLimited() && lives.isOver(wallClock.millis()));
    }

    /**
     * Learns from the answer of a live partition, unless its mark says more than this client knew: then a later add
     * must not be answered by these bits, since it may have to be relayed. All bits of an element that was found or
     * added are set. An element that the primary does not have is known no more: a failover has lost it.
     *
     * @param offsets those of the elements that the batch was about, k for each
     * @param askedAt when the batch was sent, as of {@link #now}
     */
    public void learn(
            Access access, Partition partition, Offsets offsets, Batch batch, long askedAt, PartitionAnswer answer) {
        if (partition.layer().isNews(answer.latestMark())) {
            return;
        }
        TIME.setOpaque(aliveAt, orderingKeyOf(partition), askedAt);
        boolean isByReplica = access == Access.LOOK_UP_ON_REPLICA;
        int hashes = partition.layer().geometry().hashes();
        for (int from = 0; from < offsets.size(); from += hashes) {
            if (!access.isWrite() && !answer.needsNoAdd(from / hashes)) {
                if (!isByReplica) {
                    unlearn(partition, offsets, from, hashes);
                }
            } else if (isLasting(batch)) {
                learn(partition, offsets, from, hashes);
            }
        }
    }

    /** A look-up does not wait for replicas, so what it finds may still be lost. */
    private boolean isLasting(Batch batch) {
        return !onlyAcknowledged || batch.isWrite() || batch.answersWrite();
    }

    private void learn(Partition partition, Offsets offsets, int from, int count) {
        long firstBit = firstBit(partition.layer().index(), partition.number());
        for (int i = from; i < from + count; i++) {
            lines.set(firstBit + offsets.get(i));
        }
    }

    /** Forgets an element of which not all bits are set any more. */
    private void unlearn(Partition partition, Offsets offsets, int from, int count) {
        long firstBit = firstBit(partition.layer().index(), partition.number());
        for (int i = from; i < from + count; i++) {
            if (!lines.has(firstBit + offsets.get(i))) {
                return;
            }
        }
        lines.forget(firstBit + offsets.get(from));
    }

    private boolean hasAll(long firstBit, long[] offsets, int count) {
        for (int i = 0; i < count; i++) {
            if (!lines.has(firstBit + offsets[i])) {
                return false;
            }
        }
        return true;
    }

    private long firstBit(int layer, int partition) {
        return firstBits[layer] + partition * paddedBits[layer];
    }

    private static int orderingKeyOf(Partition partition) {
        return partition.layer().orderingKeyOf(partition.number());
    }
}
