package io.polybloom.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterTask;
import io.polybloom.listener.ByteProgress;
import io.polybloom.support.FilterNames;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Writes a whole native filter, with its parameters and all of its layers, to a stream: a <em>snapshot</em>, which
 * {@link SnapshotImport} brings back. It has checksums of each piece of 64 KiB and of the whole. The filter does not
 * change and can be used meanwhile; of the elements that are added meanwhile, some may be missed. If the filter is
 * cleared, rebuilt, deleted or lost, or grows, the export fails, and what it has written is refused as not complete.
 *
 * <p>A snapshot does not keep the expiry of the filter. That of a keyed filter contains the secret key. A filter with a
 * window, and a filter whose bits the server computes, have no snapshots.
 *
 * <p>The stream is written in the thread that drives the task, and neither flushed nor closed. If it throws an
 * {@link java.io.IOException}, the task fails with an {@link java.io.UncheckedIOException}.
 *
 * <pre>{@code
 * try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
 *     filters.run(SnapshotExport.of("clicks", out));
 * }
 * }</pre>
 */
public final class SnapshotExport implements FilterTask<FilterDescription> {

    private final String source;
    private final OutputStream sink;
    private final ByteProgress progress;

    private SnapshotExport(String source, OutputStream sink, ByteProgress progress) {
        this.source = source;
        this.sink = sink;
        this.progress = progress;
    }

    /**
     * Returns the export of a filter to a stream, which can be used once.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public static SnapshotExport of(String source, OutputStream sink) {
        return new SnapshotExport(
                FilterNames.require(source), Objects.requireNonNull(sink, "sink"), (done, total) -> {});
    }

    /** Returns the same export with a progress listener. */
    public SnapshotExport reportingTo(ByteProgress listener) {
        return new SnapshotExport(source, sink, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the name of the filter to read. */
    public String source() {
        return source;
    }

    /** Returns the receiver of the snapshot. */
    public OutputStream sink() {
        return sink;
    }

    /** Returns the progress listener of the export. */
    public ByteProgress progress() {
        return progress;
    }
}
