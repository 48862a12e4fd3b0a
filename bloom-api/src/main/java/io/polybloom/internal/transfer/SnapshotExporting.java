package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.snapshot.SnapshotHeader;
import io.polybloom.internal.snapshot.SnapshotWriter;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.transfer.SnapshotExport;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Reads a native filter and writes a snapshot of it. */
final class SnapshotExporting {

    private final SnapshotExport export;
    private final Environment environment;
    private long done;

    SnapshotExporting(SnapshotExport export, Environment environment) {
        this.export = export;
        this.environment = environment;
    }

    /** Returns the steps of the export. */
    Step<FilterDescription> start() {
        return CopySource.open(FilterSpec.existing(export.source()).build(), environment)
                .then(source -> new ConfigKey(export.source())
                        .serverMillis()
                        .then(millis -> write(source, Instant.ofEpochMilli(millis))));
    }

    private Step<FilterDescription> write(CopySource source, Instant now) {
        FilterDescription filter = source.generation().description();
        SnapshotHeader header = SnapshotHeader.of(filter, environment.ids().get(), Optional.of(now));
        SnapshotWriter writer = SnapshotImporting.io(() -> new SnapshotWriter(export.sink(), header));
        // Complete only if it was one filter to the end.
        return writeFrom(0, source, writer).then(written -> source.confirm()).then(confirmed -> {
            Exporting.transfer(writer::end);
            return new Step.Done<>(filter);
        });
    }

    private Step<Void> writeFrom(int index, CopySource source, SnapshotWriter writer) {
        if (index == source.strings().size()) {
            return Step.done();
        }
        StoredString string = source.strings().get(index);
        return writeBefore(string.bytes(), string, source, writer)
                .then(written -> writeFrom(index + 1, source, writer));
    }

    /** Writes the part of a string before a place, the last mebibyte first. */
    private Step<Void> writeBefore(long end, StoredString string, CopySource source, SnapshotWriter writer) {
        if (end == 0) {
            return Step.done();
        }
        long first = (end - 1) / CopySource.PIECE_BYTES * CopySource.PIECE_BYTES;
        int length = (int) (end - first);
        return CopySource.read(string, first, length).then(bytes -> {
            Exporting.transfer(() -> write(bytes, writer));
            done += length;
            export.progress().transferred(done, source.bytes());
            return writeBefore(first, string, source, writer);
        });
    }

    private static void write(byte[] bytes, SnapshotWriter writer) throws IOException {
        int end = bytes.length;
        while (end > 0) {
            int from = (end - 1) / SnapshotHeader.PIECE_BYTES * SnapshotHeader.PIECE_BYTES;
            writer.piece(Arrays.copyOfRange(bytes, from, end));
            end = from;
        }
    }
}
