package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.transfer.CopySource.StoredString;
import io.polybloom.layout.BitSink;
import io.polybloom.listener.ByteProgress;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads the one string of a filter of another system, piece by piece. */
public final class Exporting {

    private final FilterSpec spec;
    private final BitSink sink;
    private final ByteProgress progress;

    /** Prepares the export. */
    public Exporting(FilterSpec spec, BitSink sink, ByteProgress progress) {
        this.spec = spec;
        this.sink = sink;
        this.progress = progress;
    }

    /** Returns the steps of the export. */
    public Step<FilterDescription> start(Environment environment) {
        return CopySource.open(spec, environment).then(source -> {
            StoredString string = source.strings().get(0);
            transfer(() -> sink.begin(source.generation().description().geometry(), string.bytes()));
            return readFrom(string, 0)
                    .then(read -> new Step.Done<>(source.generation().description()));
        });
    }

    private Step<Void> readFrom(StoredString string, long position) {
        if (position == string.bytes()) {
            transfer(sink::end);
            return Step.done();
        }
        int length = (int) Math.min(CopySource.PIECE_BYTES, string.bytes() - position);
        return CopySource.read(string, position, length).then(piece -> {
            transfer(() -> sink.write(piece));
            progress.transferred(position + length, string.bytes());
            return readFrom(string, position + length);
        });
    }

    /** Lets a stream of the caller fail as a task does. */
    static void transfer(Transfer transfer) {
        try {
            transfer.run();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @FunctionalInterface
    interface Transfer {
        void run() throws IOException;
    }
}
