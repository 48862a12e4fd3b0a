package io.polybloom.internal;

import io.polybloom.ByteProgress;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.CopySource.StoredString;
import io.polybloom.layout.BitSink;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Environment;
import io.polybloom.spi.Step;
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

    /** Refuses a filter whose bits are not all in one string, or have a trailer behind them. */
    public static void requireOneString(FilterSpec spec) {
        boolean isOneString = Layouts.get(spec.layout()) instanceof ForeignLayout layout
                && !layout.capabilities().contains(LayoutCapability.INDEPENDENT_SERVERS);
        if (!isOneString) {
            throw new IllegalArgumentException("the layout " + spec.layout()
                    + " does not keep all bits of a filter in one string without a trailer; copy the filter instead");
        }
    }

    /** The steps of the export. */
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
            return new Step.Done<>(null);
        }
        int length = (int) Math.min(CopySource.PIECE_BYTES, string.bytes() - position);
        return CopySource.read(string, position, length).then(piece -> {
            transfer(() -> sink.write(piece));
            progress.transferred(position + length, string.bytes());
            return readFrom(string, position + length);
        });
    }

    private static void transfer(Transfer transfer) {
        try {
            transfer.run();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @FunctionalInterface
    private interface Transfer {
        void run() throws IOException;
    }
}
