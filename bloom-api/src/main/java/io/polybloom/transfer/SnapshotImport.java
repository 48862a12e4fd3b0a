package io.polybloom.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterTask;
import io.polybloom.listener.ByteProgress;
import io.polybloom.support.FilterNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;

/**
 * Brings a snapshot, which {@link SnapshotExport} or {@code FilterBuilder} has written, into Redis.
 *
 * <p>If there is no filter of the name, one is created, bit by bit that of the snapshot, without an expiry. It does not
 * exist until all of its bits are there and were counted. An import that was interrupted, even by the end of the
 * process, continues when it is run again within an hour with the same snapshot and name: what the server has is
 * counted and not sent again. Until then its keys are invisible, and expire.
 *
 * <p>If there is a filter of the name, the snapshot is merged into it, as {@link io.polybloom.FilterMerge} merges
 * another filter: the parameters must be the same, the filter keeps its own elements and its expiry, and others may use
 * it meanwhile and see more and more of the snapshot's elements. The whole snapshot is read and compared with its
 * checksums first. It is always safe to repeat this; it begins anew.
 *
 * <p>A snapshot that is damaged or breaks off fails the task with an {@link java.io.UncheckedIOException}, as does a
 * source that throws an {@link IOException}. Nothing of a damaged piece is ever sent.
 *
 * <pre>{@code
 * SnapshotImport.Report report =
 *         filters.run(SnapshotImport.of(() -> new BufferedInputStream(Files.newInputStream(file))).named("clicks"));
 * }</pre>
 */
public final class SnapshotImport implements FilterTask<SnapshotImport.Report> {

    /** Where a snapshot is read from. */
    @FunctionalInterface
    public interface Source {

        /**
         * Opens the snapshot at its beginning; the task closes the stream. It may do so several times. The stream is
         * read in the thread that drives the task.
         */
        InputStream open() throws IOException;
    }

    /**
     * The result of an import.
     *
     * @param description the parameters of the filter
     * @param isCreated whether the import has created the filter; otherwise the snapshot was merged into it
     * @param bytes the number of bytes of all partitions in the snapshot
     * @param bytesResumed how many of them an earlier attempt had brought to the server
     */
    public record Report(FilterDescription description, boolean isCreated, long bytes, long bytesResumed) {}

    private final Source source;
    private final Optional<String> name;
    private final ByteProgress progress;

    private SnapshotImport(Source source, Optional<String> name, ByteProgress progress) {
        this.source = source;
        this.name = name;
        this.progress = progress;
    }

    /** Returns the import of a snapshot under the name that the filter had. */
    public static SnapshotImport of(Source source) {
        return new SnapshotImport(Objects.requireNonNull(source, "source"), Optional.empty(), (done, total) -> {});
    }

    /**
     * Returns the same import under another name.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public SnapshotImport named(String other) {
        return new SnapshotImport(source, Optional.of(FilterNames.require(other)), progress);
    }

    /** Returns the same import with a progress listener, which is told the bytes of the partitions. */
    public SnapshotImport reportingTo(ByteProgress listener) {
        return new SnapshotImport(source, name, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the source of the snapshot. */
    public Source source() {
        return source;
    }

    /** Returns the name of the filter; empty if it is the one in the snapshot. */
    public Optional<String> name() {
        return name;
    }

    /** Returns the progress listener of the import. */
    public ByteProgress progress() {
        return progress;
    }
}
