package io.polybloom.locate;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.PerPartition;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.internal.transfer.SnapshotHeader;
import io.polybloom.internal.transfer.SnapshotReader;
import io.polybloom.internal.transfer.SnapshotWriter;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.step.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Makes the bits of a native filter without Redis, for example in a batch job, and writes them as a snapshot that
 * {@link io.polybloom.transfer.SnapshotImport} brings into Redis. They are the bits that
 * {@link io.polybloom.BloomFilter#load} would set. Several builders can each take a part of the elements, in threads or
 * processes of their own; merging them makes the builder that got all elements.
 *
 * <p>The bits take the {@linkplain FilterDescription#memoryBytes memory} of the filter: on the heap, or where the
 * caller says, such as in a file that is mapped into memory. The builder has one layer. A filter that rejects or grows
 * cannot be written if it has more elements than its capacity. A filter with a window, one that counts and one whose
 * bits the server computes cannot be built.
 *
 * <p>If a filter is keyed, its key is drawn when a builder is made for a specification. So the other builders of the
 * same filter must be {@linkplain #from made from a snapshot} of the first one.
 *
 * <p>Not thread-safe.
 *
 * <pre>{@code
 * FilterBuilder<CharSequence> builder = FilterBuilder.of(spec, Elements.strings());
 * builder.addAll(words);
 * try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
 *     builder.writeTo(out);
 * }
 * }</pre>
 *
 * @param <T> the type of the elements
 */
public final class FilterBuilder<T> {

    /** The last byte of a partition: alive, not sealed. */
    private static final byte TRAILER = (byte) 0x80;

    /** More elements than any builder is given, with room for more. */
    private static final long UNKNOWN = Long.MAX_VALUE / 4;

    private final Funnel<? super T> funnel;
    private final FilterDescription description;
    private final Layer layer;
    private final IntFunction<ByteBuffer> memory;
    private final PerPartition<ByteBuffer> partitions;
    private final ElementBytes bytes = new ElementBytes();
    private final long[] offsets;

    /** How many elements were new when they were added; at least as many as the builder has. */
    private long taken;

    private FilterBuilder(FilterDescription description, Funnel<? super T> funnel, IntFunction<ByteBuffer> memory) {
        this.funnel = Objects.requireNonNull(funnel, "funnel");
        this.memory = Objects.requireNonNull(memory, "memory");
        SnapshotHeader header = SnapshotHeader.of(description, description.generation(), Optional.empty());
        this.description = header.description();
        Generation generation = new Generation(this.description);
        generation.require(
                LayoutCapability.LASTING_BITS, "counts elements, and has no bits that could be built: use addAll");
        this.layer = generation.newest();
        this.partitions = new PerPartition<>(layer.geometry().partitions());
        this.offsets = new long[layer.geometry().hashes()];
    }

    /**
     * Returns a builder of a filter on one server, or in one cluster, without elements.
     *
     * @throws IllegalArgumentException if the specification is that of an {@linkplain FilterSpec#existing existing}
     *     filter
     * @throws UnsupportedFilterException if the filter cannot be built
     */
    public static <T> FilterBuilder<T> of(FilterSpec spec, Funnel<? super T> funnel) {
        return of(spec, funnel, 1, ByteBuffer::allocate);
    }

    /**
     * Returns a builder without elements.
     *
     * @param servers the number of independent servers of the filter, at least 1
     * @param memory makes the memory of a partition, given its length in bytes, when the partition gets its first bit;
     *     all of it must be zero, and nobody else may use it
     * @throws IllegalArgumentException if the specification is that of an {@linkplain FilterSpec#existing existing}
     *     filter
     * @throws UnsupportedFilterException if the filter cannot be built
     */
    public static <T> FilterBuilder<T> of(
            FilterSpec spec, Funnel<? super T> funnel, int servers, IntFunction<ByteBuffer> memory) {
        if (spec.isExisting()) {
            throw new IllegalArgumentException(
                    "the parameters of the filter '" + spec.name() + "' are not known: begin with a snapshot of it");
        }
        String format = spec.elementFormat().orElseGet(() -> ElementFormat.of(funnel));
        return new FilterBuilder<>(Descriptions.created(spec, format, Environment.ofSystem(servers)), funnel, memory);
    }

    /**
     * Returns a builder with the parameters, the key and the elements of a snapshot. The stream is not closed.
     *
     * @throws IOException if the snapshot cannot be read, is damaged or breaks off
     * @throws io.polybloom.SpecMismatchException if the funnel makes other bytes of the elements
     * @throws UnsupportedFilterException if the filter in the snapshot counts, or has grown
     */
    public static <T> FilterBuilder<T> from(InputStream snapshot, Funnel<? super T> funnel) throws IOException {
        return from(snapshot, funnel, ByteBuffer::allocate);
    }

    /**
     * Does as {@link #from(InputStream, Funnel)}.
     *
     * @param memory makes the memory of a partition, as for {@link #of(FilterSpec, Funnel, int, IntFunction)}
     */
    public static <T> FilterBuilder<T> from(
            InputStream snapshot, Funnel<? super T> funnel, IntFunction<ByteBuffer> memory) throws IOException {
        SnapshotReader reader = new SnapshotReader(snapshot);
        FilterDescription stored = reader.header().description();
        SpecComparison.requireElementFormat(stored, ElementFormat.of(funnel));
        requireOneLayer(stored);
        FilterBuilder<T> builder = new FilterBuilder<>(stored, funnel, memory);
        builder.take(reader);
        return builder;
    }

    private static void requireOneLayer(FilterDescription stored) {
        if (stored.layers().size() > 1) {
            throw new UnsupportedFilterException("the filter '" + stored.name() + "' has grown to "
                    + stored.layers().size() + " layers, and only filters of one layer can be built: import the"
                    + " snapshot, and merge or load into the filter");
        }
    }

    /** Returns the parameters of the filter; generation and origin have no meaning. */
    public FilterDescription description() {
        return description;
    }

    /** Adds an element and returns whether it is new to this builder. */
    public boolean add(T element) {
        bytes.set(funnel, Objects.requireNonNull(element, "element"));
        ByteBuffer partition = partition(layer.locate(bytes, offsets));
        boolean isNew = false;
        for (long offset : offsets) {
            int at = (int) (offset >>> 3);
            int bit = 128 >> (int) (offset & 7);
            int before = partition.get(at);
            if ((before & bit) == 0) {
                partition.put(at, (byte) (before | bit));
                isNew = true;
            }
        }
        taken += isNew ? 1 : 0;
        return isNew;
    }

    /** Adds elements and returns how many are new to this builder. */
    public long addAll(Iterable<? extends T> elements) {
        long before = taken;
        elements.forEach(this::add);
        return taken - before;
    }

    /**
     * Adds the elements of another builder, which does not change.
     *
     * @return this builder
     * @throws io.polybloom.SpecMismatchException if the other filter has other parameters or another key
     */
    public FilterBuilder<T> merge(FilterBuilder<?> other) {
        SpecComparison.requireMergeable(description, other.description, 1);
        for (int number = 0; number < layer.geometry().partitions(); number++) {
            ByteBuffer bits = other.partitions.get(number);
            if (bits != null) {
                merge(bits, partition(number), 0);
            }
        }
        taken = Math.min(UNKNOWN, taken + other.taken);
        return this;
    }

    /**
     * Adds the elements of a snapshot. If it is damaged or breaks off, this builder may have got some of them. The
     * stream is not closed.
     *
     * @return this builder
     * @throws IOException if the snapshot cannot be read, is damaged or breaks off
     * @throws io.polybloom.SpecMismatchException if the other filter has other parameters or another key
     * @throws UnsupportedFilterException if the other filter has grown
     */
    public FilterBuilder<T> merge(InputStream snapshot) throws IOException {
        SnapshotReader reader = new SnapshotReader(snapshot);
        FilterDescription stored = reader.header().description();
        SpecComparison.requireMergeable(description, stored, 1);
        requireOneLayer(stored);
        take(reader);
        return this;
    }

    private void take(SnapshotReader reader) throws IOException {
        while (!reader.isAtEnd()) {
            int number = reader.partition();
            int from = 0;
            for (byte[] piece : reader.nextPartition()) {
                ByteBuffer bits = ByteBuffer.wrap(piece);
                // The trailer says something about the filter in Redis.
                bits.limit(Math.min(piece.length, bytesOfPartition() - from));
                if (!isZero(bits)) {
                    merge(bits, partition(number), from);
                }
                from += piece.length;
            }
        }
        reader.end();
        // Nobody knows how many elements they are: the bits decide.
        taken = UNKNOWN;
    }

    /**
     * Writes the filter as a snapshot. The builder can be used further; each call writes another snapshot. The stream
     * is neither flushed nor closed.
     *
     * @throws OverCapacityException if the filter rejects or grows, and has more elements than its capacity
     */
    public void writeTo(OutputStream out) throws IOException {
        writeTo(out, Environment.ofSystem(1).ids().get());
    }

    void writeTo(OutputStream out, String number) throws IOException {
        requireRoom();
        SnapshotWriter writer = new SnapshotWriter(out, SnapshotHeader.of(description, number, Optional.empty()));
        Geometry shape = layer.geometry();
        for (int at = 0; at < shape.partitions(); at++) {
            ByteBuffer partition = partitions.get(at);
            for (int piece = SnapshotHeader.pieces(shape) - 1; piece >= 0; piece--) {
                int from = piece * SnapshotHeader.PIECE_BYTES;
                int end =
                        (int) Math.min(SnapshotHeader.partitionBytes(shape), (long) from + SnapshotHeader.PIECE_BYTES);
                byte[] bits = new byte[end - from];
                if (partition != null) {
                    partition.duplicate().position(from).get(bits, 0, Math.min(end, bytesOfPartition()) - from);
                }
                if (end > bytesOfPartition()) {
                    bits[bits.length - 1] = TRAILER;
                }
                writer.piece(bits);
            }
        }
        writer.end();
    }

    private void requireRoom() {
        if (description.overCapacity() == OverCapacity.DEGRADE || taken <= description.capacity()) {
            return;
        }
        long elements = elements();
        if (elements > description.capacity()) {
            throw new OverCapacityException(
                    description.name(),
                    description.capacity(),
                    "the filter '" + description.name() + "' that was built has about " + elements
                            + " elements, more than its capacity of " + description.capacity() + ", and its policy is "
                            + description.overCapacity() + ": build a larger one");
        }
    }

    private long elements() {
        long ones = partitions.stream().mapToLong(FilterBuilder::ones).sum();
        double all = layer.geometry().totalBits();
        // There is no estimate for a filter whose bits are all set.
        double fill = Math.min(ones / all, 1 - 0.5 / all);
        return Math.round(layer.layout().estimateElements(fill, all, offsets.length));
    }

    private static long ones(ByteBuffer partition) {
        long ones = 0;
        for (int at = 0; at < partition.limit(); at++) {
            ones += Integer.bitCount(partition.get(at) & 0xff);
        }
        return ones;
    }

    private ByteBuffer partition(int number) {
        ByteBuffer partition = partitions.get(number);
        if (partition == null) {
            partition = memory.apply(bytesOfPartition());
            if (partition.limit() != bytesOfPartition()) {
                throw new IllegalArgumentException("a partition has " + bytesOfPartition() + " bytes, not "
                        + partition.limit() + " as the memory that was made for it");
            }
            partitions.set(number, partition);
        }
        return partition;
    }

    private int bytesOfPartition() {
        return Math.toIntExact(layer.geometry().partitionBits() / Byte.SIZE);
    }

    /** Sets the bits between the beginning and the limit of a buffer, from a place on. */
    private static void merge(ByteBuffer bits, ByteBuffer target, int from) {
        int at = 0;
        if (bits.order() == target.order()) {
            for (; at + Long.BYTES <= bits.limit(); at += Long.BYTES) {
                target.putLong(from + at, target.getLong(from + at) | bits.getLong(at));
            }
        }
        for (; at < bits.limit(); at++) {
            target.put(from + at, (byte) (target.get(from + at) | bits.get(at)));
        }
    }

    private static boolean isZero(ByteBuffer bits) {
        for (int at = 0; at < bits.limit(); at++) {
            if (bits.get(at) != 0) {
                return false;
            }
        }
        return true;
    }
}
