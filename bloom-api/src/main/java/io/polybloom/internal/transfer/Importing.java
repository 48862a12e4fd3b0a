package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.element.ElementFormat;
import io.polybloom.internal.filter.FilterOpener;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.layout.BitSource;
import io.polybloom.listener.ByteProgress;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes the one string of a filter of another system, piece by piece, and publishes it at the end. */
public final class Importing {

    private final BitSource source;
    private final ByteProgress progress;
    private final Generation generation;
    private final CopyTarget target;

    /** Prepares the import. */
    public Importing(FilterSpec spec, BitSource source, Environment environment, ByteProgress progress) {
        this.source = source;
        this.progress = progress;
        this.generation = new Generation(Descriptions.created(spec, "", environment));
        StoredString whole = new StoredString(generation.newest().partition(0), source.bytes());
        long most = (whole.partition().bits() + 7) / 8;
        if (whole.bytes() > most) {
            throw new IllegalArgumentException(
                    "the source has " + whole.bytes() + " bytes, more than the " + most + " of the filter");
        }
        this.target = new ForeignCopyTarget(
                new CopySource(
                        generation,
                        List.of(whole),
                        CopySource.NEVER,
                        FilterOpener.opening(spec, ElementFormat.UNKNOWN, environment)),
                spec.name());
    }

    /** Returns the steps of the import. */
    public Step<FilterDescription> start() {
        return target.prepare()
                .then(prepared -> writeFrom(0))
                .then(written -> target.publish())
                .then(published -> new Step.Done<>(generation.description()));
    }

    private Step<Void> writeFrom(long position) {
        if (position == source.bytes()) {
            return Step.done();
        }
        int length = (int) Math.min(CopySource.PIECE_BYTES, source.bytes() - position);
        byte[] piece;
        try {
            piece = source.read(length);
        } catch (IOException failure) {
            return target.abandon().then(abandoned -> {
                throw new UncheckedIOException(failure);
            });
        }
        return target.write(0, position, piece).then(written -> {
            progress.transferred(position + length, source.bytes());
            return writeFrom(position + length);
        });
    }
}
