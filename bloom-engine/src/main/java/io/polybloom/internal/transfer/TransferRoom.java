package io.polybloom.internal.transfer;

import io.polybloom.FilterCopy;
import io.polybloom.FilterDescription;
import io.polybloom.FilterMerge;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.opening.Openings;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.task.TaskRunner;
import io.polybloom.internal.transfer.CopySource.Piece;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.layout.BitSource;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.transfer.FilterExport;
import io.polybloom.transfer.FilterImport;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Knows the tasks that copy filters, or read or write them as streams. */
public final class TransferRoom implements TaskRunner {

    @Override
    public Optional<Step<?>> run(FilterTask<?> task, Environment environment) {
        if (task instanceof FilterCopy copy) {
            return Optional.of(copy(copy, environment));
        }
        if (task instanceof FilterExport export) {
            return Optional.of(export(export, environment));
        }
        if (task instanceof FilterImport importing) {
            return Optional.of(importBits(importing, environment));
        }
        if (task instanceof SnapshotExport export) {
            return Optional.of(export(export, environment));
        }
        if (task instanceof SnapshotImport importing) {
            return Optional.of(SnapshotImporting.of(importing, environment));
        }
        if (task instanceof FilterMerge merge) {
            return Optional.of(Union.of(merge, environment));
        }
        return Optional.empty();
    }

    private static Step<FilterCopy.Report> copy(FilterCopy copy, Environment environment) {
        int servers = environment.servers();
        int first = copy.firstTargetServer();
        boolean isElsewhere = first > 0;
        if (first < 0 || (isElsewhere && servers != 2 * first)) {
            throw new IllegalArgumentException("a copy to the servers from index " + first
                    + " on needs as many servers for the target as for the source, but there are " + servers + " in"
                    + " all");
        }
        if (!isElsewhere && copy.target().equals(copy.source().name())) {
            throw new IllegalArgumentException(
                    "a filter cannot be copied to itself: choose another name or other servers");
        }
        return CopySource.open(copy.source(), environment.withServers(isElsewhere ? first : servers))
                .then(opened -> new Copying(opened, copy.target(), first, copy.progress()).start());
    }

    /** Hands over the one string of a filter of another system, piece by piece. */
    private static Step<FilterDescription> export(FilterExport export, Environment environment) {
        return CopySource.open(export.source(), environment).then(source -> {
            FilterDescription filter = source.generation().description();
            StoredString string = source.strings().get(0);
            CallerStream.write(() -> export.sink().begin(filter.geometry(), string.bytes()));
            return Steps.each(
                            string.pieces().iterator(),
                            piece -> piece.read()
                                    .also(bytes -> {
                                        CallerStream.write(() -> export.sink().write(bytes));
                                        export.progress().transferred(piece.position() + bytes.length, string.bytes());
                                    })
                                    .asVoid())
                    .map(read -> {
                        CallerStream.write(export.sink()::end);
                        return filter;
                    });
        });
    }

    /** Reads a native filter and writes a snapshot of it, complete only if it was one filter to the end. */
    private static Step<FilterDescription> export(SnapshotExport export, Environment environment) {
        FilterSpec spec = FilterSpec.existing(export.source()).build();
        return CopySource.open(spec, environment)
                .then(source -> source.opening().serverMillis().then(millis -> {
                    FilterDescription filter = source.generation().description();
                    Instant now = Instant.ofEpochMilli(millis);
                    SnapshotHeader header =
                            SnapshotHeader.of(filter, environment.ids().get(), Optional.of(now));
                    SnapshotWriter writer = CallerStream.read(() -> new SnapshotWriter(export.sink(), header));
                    AtomicLong done = new AtomicLong();
                    Iterator<Piece> pieces = source.strings().stream()
                            .flatMap(StoredString::piecesFromTheEnd)
                            .iterator();
                    return Steps.each(
                                    pieces,
                                    piece -> piece.read()
                                            .also(bytes -> {
                                                CallerStream.write(() -> writer.pieces(bytes));
                                                export.progress()
                                                        .transferred(done.addAndGet(bytes.length), source.bytes());
                                            })
                                            .asVoid())
                            .then(written -> source.confirm())
                            .map(confirmed -> {
                                CallerStream.write(writer::end);
                                return filter;
                            });
                }));
    }

    /** Writes the one string of a filter of another system, piece by piece, and publishes it at the end. */
    private static Step<FilterDescription> importBits(FilterImport task, Environment environment) {
        FilterSpec spec = task.target();
        BitSource source = task.source();
        Generation generation = new Generation(Descriptions.created(spec, "", environment));
        StoredString whole = new StoredString(generation.newest().partition(0), source.bytes());
        long most = (whole.partition().bits() + 7) / 8;
        if (whole.bytes() > most) {
            throw new IllegalArgumentException(
                    "the source has " + whole.bytes() + " bytes, more than the " + most + " of the filter");
        }
        Opening opening = Openings.of(spec, ElementFormat.UNKNOWN, environment);
        CopyTarget target = Copying.target(new CopySource(generation, List.of(whole), opening), spec.name());
        return target.prepare()
                .then(prepared -> Steps.each(whole.pieces().iterator(), piece -> {
                            byte[] bytes;
                            try {
                                bytes = source.read(piece.length());
                            } catch (IOException failure) {
                                return target.abandon().then(abandoned -> {
                                    throw new UncheckedIOException(failure);
                                });
                            }
                            return target.write(piece, bytes)
                                    .also(written -> task.progress()
                                            .transferred(piece.position() + piece.length(), whole.bytes()));
                        })
                        .recover(failure -> Steps.failAfter(target.abandon(), failure)))
                .then(written -> target.publish(Lifetime.FOR_EVER))
                .map(published -> generation.description());
    }
}
