package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.snapshot.SnapshotHeader;
import io.polybloom.internal.snapshot.SnapshotWriter;
import io.polybloom.internal.transfer.CopySource.Piece;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.transfer.SnapshotExport;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
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
        SnapshotWriter writer = CallerStream.read(() -> new SnapshotWriter(export.sink(), header));
        Iterator<Piece> pieces = source.strings().stream()
                .flatMap(StoredString::piecesFromTheEnd)
                .iterator();
        // Complete only if it was one filter to the end.
        return Steps.each(pieces, piece -> write(piece, source, writer))
                .then(written -> source.confirm())
                .map(confirmed -> {
                    CallerStream.write(writer::end);
                    return filter;
                });
    }

    private Step<Void> write(Piece piece, CopySource source, SnapshotWriter writer) {
        return piece.read()
                .also(bytes -> {
                    CallerStream.write(() -> write(bytes, writer));
                    done += bytes.length;
                    export.progress().transferred(done, source.bytes());
                })
                .asVoid();
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
