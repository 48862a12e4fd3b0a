package io.polybloom.locate;

import com.google.common.hash.Funnel;
import io.polybloom.FilterDescription;
import io.polybloom.MirrorView;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.local.LocalBits;
import io.polybloom.internal.local.LocalLookUps;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.internal.transfer.SnapshotHeader;
import io.polybloom.internal.transfer.SnapshotReader;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.LayoutCapability;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot in the memory of this JVM, to be asked without Redis: for example a filter that was built elsewhere and
 * published as a file. It never changes, and takes as much memory as the filter, as {@code bloom plan} shows it.
 * Thread-safe.
 *
 * <pre>{@code
 * try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
 *     MirrorView<CharSequence> revoked = SnapshotMirror.read(in, Elements.strings());
 * }
 * }</pre>
 *
 * @param <T> the type of the elements
 */
public final class SnapshotMirror<T> implements MirrorView<T> {

    private final FilterDescription description;
    private final Optional<Instant> takenAt;
    private final LocalLookUps<T> lookUps;

    private SnapshotMirror(SnapshotHeader header, LocalLookUps<T> lookUps) {
        this.description = header.description();
        this.takenAt = header.takenAt();
        this.lookUps = lookUps;
    }

    /**
     * Reads a snapshot to its end and compares its checksums. The stream is not closed.
     *
     * @throws IOException if the snapshot cannot be read, is damaged or breaks off
     * @throws io.polybloom.SpecMismatchException if the elements have another format
     * @throws UnsupportedFilterException if the filter counts its elements
     */
    public static <T> SnapshotMirror<T> read(InputStream snapshot, Funnel<? super T> funnel) throws IOException {
        SnapshotReader reader = new SnapshotReader(snapshot);
        FilterDescription stored = reader.header().description();
        SpecComparison.requireElementFormat(stored, ElementFormat.of(funnel));
        Generation generation = new Generation(stored);
        generation.require(LayoutCapability.LASTING_BITS, "counts elements: import it to ask for them");
        LocalBits bits = LocalBits.none();
        for (Layer layer : generation.layers()) {
            bits = bits.with(layer.layout(), layer.geometry(), partitions(reader, layer.geometry()));
        }
        reader.end();
        return new SnapshotMirror<>(reader.header(), new LocalLookUps<>(funnel, bits));
    }

    /** Memory is taken for what was read, not for what the header says. */
    private static List<long[]> partitions(SnapshotReader reader, Geometry shape) throws IOException {
        List<long[]> partitions = new ArrayList<>();
        while (partitions.size() < shape.partitions()) {
            partitions.add(LocalBits.words(shape, reader.nextPartition()));
        }
        return partitions;
    }

    /** Returns the parameters of the filter; generation and origin have no meaning. */
    @Override
    public FilterDescription description() {
        return description;
    }

    /** Returns whether the snapshot contains an element; false only if it definitely does not. */
    @Override
    public boolean mightContain(T element) {
        return lookUps.mightContain(element);
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return lookUps.mightContainAll(elements);
    }

    /**
     * Returns the time at which the snapshot was begun, by the clock of the filter's server: elements whose add was
     * acknowledged before are present.
     *
     * @throws IllegalStateException if the filter was built without a server
     */
    @Override
    public Instant asOf() {
        return takenAt.orElseThrow(() -> new IllegalStateException(
                "the filter '" + description.name() + "' was built without a server, so no time belongs to it"));
    }

    /** Returns 0: nothing was read from Redis. */
    @Override
    public long bytesRead() {
        return 0;
    }

    /** Does nothing. */
    @Override
    public void close() {
        // The memory is freed when nobody refers to the mirror any more.
    }

    @Override
    public String toString() {
        return "SnapshotMirror[name=" + description.name() + "]";
    }
}
